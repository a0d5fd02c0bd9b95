import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Shown when a check starts. */
export const started: ToastRow = {
  tone: 'default',
  title: msg`Integrity check started`,
  text: msg`You can leave this page. All administrators are notified of new findings.`,
};

/** Shown when a check could not be started. */
export const notStarted: ToastRow = {
  tone: 'destructive',
  title: msg`The integrity check was not started`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Shown when a check could not be cancelled. */
export const notCancelled: ToastRow = {
  tone: 'destructive',
  title: msg`The integrity check was not cancelled`,
  text: msg`Try again.`,
  serverFirst: true,
};

/** Shown when the findings changed before they were signed. */
export const notSigned: ToastRow = {
  tone: 'destructive',
  title: msg`Nothing was signed`,
  text: msg`Try again.`,
  serverFirst: true,
};
