import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Shown when an answer could not be stored. */
export const notAnswered: ToastRow = {
  tone: 'destructive',
  title: msg`The answer was not saved`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Shown when a review could not be opened. */
export const notOpened: ToastRow = {
  tone: 'destructive',
  title: msg`The access review was not opened`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Shown when accounts changed before the signature. */
export const notSigned: ToastRow = {
  tone: 'destructive',
  title: msg`The access review was not signed`,
  serverFirst: true,
};

/** Shown when a review was cancelled. */
export const cancelled: ToastRow = { tone: 'default', title: msg`Access review cancelled` };

/** Shown when the interval was saved. */
export const scheduled: ToastRow = { tone: 'default', title: msg`Interval saved` };
