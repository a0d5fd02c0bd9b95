import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Toasts about the second factor. */
export const twoFactorMessages = {
  off: {
    tone: 'default',
    title: msg`Two-factor sign-in is off`,
    text: msg`Your password alone signs you in now.`,
  },
} as const satisfies Record<string, ToastRow>;
