import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** What the server says about the second factor (SHELL-09). */
export const twoFactorTexts: readonly ServerText[] = [
  ['Two-factor sign-in is on already.', msg`Two-factor sign-in is on already.`],
  ['Two-factor sign-in is off already.', msg`Two-factor sign-in is off already.`],
  ['Start setting up two-factor sign-in again.', msg`Start setting up two-factor sign-in again.`],
  ['Choose your own password first.', msg`Choose your own password first.`],
  ['Your role or access requires two factors.', msg`Your role or access requires two factors.`],
  [
    'Choose a longer password first: yours is too short to be the only sign-in factor.',
    msg`Choose a longer password first: yours is too short to be the only sign-in factor.`,
  ],
];

addServerTexts(twoFactorTexts);

/** Toasts about the second factor. */
export const twoFactorMessages = {
  off: {
    tone: 'default',
    title: msg`Two-factor sign-in is off`,
    text: msg`Your password alone signs you in now.`,
  },
} as const satisfies Record<string, ToastRow>;
