import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/** What the server answers about a new password of somebody who is signed in (AUTH-07, SHELL-09). */
export const passwordTexts: readonly ServerText[] = [
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
];

addServerTexts(passwordTexts);
