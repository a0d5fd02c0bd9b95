import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/** What the server says about organization documents (HR-04, SHELL-09). */
export const documentTexts: readonly ServerText[] = [
  ['Choose who is asked', msg`Choose who is asked`],
  ['This organization could not be found.', msg`This organization could not be found.`],
];

addServerTexts(documentTexts);
