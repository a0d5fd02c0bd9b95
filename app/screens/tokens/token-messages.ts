import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Shown when an API token was revoked. */
export const revoked: ToastRow = {
  tone: 'default',
  title: msg`Token revoked`,
  text: msg`Its next call is refused.`,
};
