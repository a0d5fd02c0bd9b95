import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Shown when an inspection was changed. */
export const changed: ToastRow = { tone: 'default', title: msg`Inspection saved` };

/** Shown when an inspection was closed. */
export const closed: ToastRow = {
  tone: 'default',
  title: msg`Inspection closed`,
  text: msg`Its inspectors no longer have access.`,
};

/** Shown when a request was answered. */
export const answered: ToastRow = { tone: 'default', title: msg`Answer sent` };
