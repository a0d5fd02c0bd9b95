import { msg } from '@lingui/core/macro';
import type { ToastRow } from '#app/lib/toasts.ts';

/** Toasts about passkeys. */
export const passkeyMessages = {
  added: { tone: 'default', title: msg`Passkey added`, text: msg`You can sign in and sign with it now.` },
  revoked: { tone: 'default', title: msg`Passkey revoked`, text: msg`It no longer works.` },
  renamed: { tone: 'default', title: msg`Passkey renamed`, text: msg`The new name is saved.` },
} as const satisfies Record<string, ToastRow>;
