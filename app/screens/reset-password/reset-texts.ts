import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerPattern, type ServerText } from '#app/lib/server-texts.ts';

/** What the server says of a new password to somebody without a session (SHELL-09). */
export const resetTexts: readonly ServerText[] = [
  ['This password cannot be used.', msg`This password cannot be used.`],
  [
    'This password is too common. Choose one that others would not guess.',
    msg`This password is too common. Choose one that others would not guess.`,
  ],
  [
    'This password is too easy to guess. Add a few unrelated words.',
    msg`This password is too easy to guess. Add a few unrelated words.`,
  ],
  ['Password must not be your email address', msg`Password must not be your email address`],
  ['Password must not be your name', msg`Password must not be your name`],
  ["Passwords don't match", msg`Passwords don't match`],
  [
    'Choose a password that differs from the current one',
    msg`Choose a password that differs from the current one`,
  ],
];

/** Those with figures in them. */
export const resetPatterns: readonly ServerPattern[] = [
  [
    /^Password must be at least (\d+) characters$/,
    msg({ message: 'Password must be at least {0} characters' }),
  ],
  [
    /^Password must be at most (\d+) characters$/,
    msg({ message: 'Password must be at most {0} characters' }),
  ],
  [/^At most (\d+) characters$/, msg({ message: 'At most {0} characters' })],
];

addServerTexts(resetTexts, resetPatterns);
