import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast, showToast, watchToast } from '#app/lib/toasts.ts';

const row = (title: string, more: object = {}) =>
  ({ tone: 'default', title: { id: title }, ...more }) as const;

beforeEach(() => i18n.loadAndActivate({ locale: 'en', messages: {} }));
afterEach(() => dismissToast(currentToast()?.id ?? 0));

test('[SHELL-06] a new toast takes the place of the one before, and the old one can no longer take it away', () => {
  const seen = vi.fn<() => void>();
  const stop = watchToast(seen);
  showToast(row('First'));
  const first = currentToast();
  showToast(row('Second', { tone: 'destructive' }));
  expect(currentToast()).toMatchObject({ title: 'Second', tone: 'destructive' });
  dismissToast(first?.id ?? 0);
  expect(currentToast()?.title).toBe('Second');
  expect(seen).toHaveBeenCalledTimes(2);
  stop();
});

test('[NOT-06] a note follows the text as a sentence of its own', () => {
  const note = { id: 'Emails are queued.' };
  showToast(row('Assigned', { text: { id: '2 trainings' }, note }));
  expect(currentToast()?.text).toBe('2 trainings. Emails are queued.');
  showToast(row('Assigned', { note }));
  expect(currentToast()?.text).toBe('Emails are queued.');
});

test('[SHELL-12] the text of the server goes first only where the row says so', () => {
  showToast(row('Login Failed', { text: { id: 'Own text' }, serverFirst: true }), { detail: 'Server text' });
  expect(currentToast()?.text).toBe('Server text');
  showToast(row('Update Failed', { text: { id: 'Own text' } }), { detail: 'Server text' });
  expect(currentToast()?.text).toBe('Own text');
});
