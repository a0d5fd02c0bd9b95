import { msg } from '@lingui/core/macro';
import type { ServerText } from '#app/lib/server-texts.ts';

/** What the server says of files as a whole, to the letter (SHELL-09); why one is refused says the area of uploads. */
export const fileTexts: readonly ServerText[] = [
  ['Course packages cannot be played here yet.', msg`Course packages cannot be played here yet.`],
  ['This file cannot be accepted.', msg`This file cannot be accepted.`],
  ['This file is larger than allowed.', msg`This file is larger than allowed.`],
  [
    'You have reached the daily upload limit. Try again later.',
    msg`You have reached the daily upload limit. Try again later.`,
  ],
  [
    'The stored file does not match its checksum and is not served.',
    msg`The stored file does not match its checksum and is not served.`,
  ],
  ['There is not enough space to store this.', msg`There is not enough space to store this.`],
];
