import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** What the server says about passkeys (SHELL-09). */
export const passkeyTexts: readonly ServerText[] = [
  ['Enter a name', msg`Enter a name`],
  ['No passkey was created. Try again.', msg`No passkey was created. Try again.`],
  ['This device already has a passkey of yours.', msg`This device already has a passkey of yours.`],
  [
    'This passkey could not be added. Please try again.',
    msg`This passkey could not be added. Please try again.`,
  ],
  ['This passkey was added before.', msg`This passkey was added before.`],
  ['Revoke a passkey before you add another.', msg`Revoke a passkey before you add another.`],
  ['Passkeys are not available for this account.', msg`Passkeys are not available for this account.`],
  ['Choose your own password first.', msg`Choose your own password first.`],
];

addServerTexts(passkeyTexts);

/** Toasts about passkeys. */
export const passkeyMessages = {
  added: { tone: 'default', title: msg`Passkey added`, text: msg`You can sign in and sign with it now.` },
  revoked: { tone: 'default', title: msg`Passkey revoked`, text: msg`It no longer works.` },
  renamed: { tone: 'default', title: msg`Passkey renamed`, text: msg`The new name is saved.` },
} as const satisfies Record<string, ToastRow>;
