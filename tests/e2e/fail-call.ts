import type { Page } from '@playwright/test';
import type { Guard } from './guard.ts';
import { expect, toastOf } from './fixtures.ts';

/** Answers one method of a path with 503 and no body, as a proxy does, until the function that it answers is called. */
export async function failCall(
  page: Page,
  guard: Guard,
  method: string,
  path: string,
): Promise<() => Promise<void>> {
  guard.allow(503, path);
  const matches = (url: URL) => url.pathname === path;
  await page.route(matches, (route) =>
    route.request().method() === method ? route.fulfill({ status: 503, body: '' }) : route.fallback(),
  );
  return () => page.unroute(matches);
}

/** Expects the toast of SPEC §8, title and text to the letter (SHELL-12). */
export async function expectToast(
  page: Page,
  tone: 'default' | 'destructive',
  title: string,
  text?: string | RegExp,
): Promise<void> {
  const toast = toastOf(page).filter({ has: page.getByText(title, { exact: true }) });
  await expect(toast).toHaveAttribute('data-tone', tone);
  if (text !== undefined) await expect(toast.getByText(text, { exact: true })).toBeVisible();
}
