import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Toasts about the person's own sessions (AUTH-05). */
export const sessionMessages = {
  ended: { tone: 'default', title: msg`Session ended`, text: msg`That device is signed out.` },
  endFailed: {
    tone: 'destructive',
    title: msg`Session not ended`,
    text: msg`It may already have ended. Reload the list.`,
  },
  allEnded: {
    tone: 'default',
    title: msg`Signed out everywhere else`,
    text: msg`You are signed in on this device only.`,
  },
} as const satisfies Record<string, ToastRow>;
