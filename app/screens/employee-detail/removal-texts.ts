import { msg } from '@lingui/core/macro';
import { addServerTexts } from '#app/lib/server-texts.ts';

/** Why the server itself takes trainings out of count, to the letter (MTX-06, MOD-13). */
addServerTexts([
  [
    'No training matrix of the person requires it any more.',
    msg`No training matrix of the person requires it any more.`,
  ],
  ['The module was removed from the training matrix.', msg`The module was removed from the training matrix.`],
  ['The module was retired.', msg`The module was retired.`],
]);
