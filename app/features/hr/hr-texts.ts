import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/** Statements that are signed in the HR area, and what the server says there (HR-02…04, SHELL-09). */
export const hrTexts: readonly ServerText[] = [
  [
    'A newer version of this CV was uploaded. Open it again.',
    msg`A newer version of this CV was uploaded. Open it again.`,
  ],
  ['This version is signed already.', msg`This version is signed already.`],
  ['Your side has signed already.', msg`Your side has signed already.`],
  [
    'This document is still being prepared for reading. Try again in a few minutes.',
    msg`This document is still being prepared for reading. Try again in a few minutes.`,
  ],
  ['This document no longer needs your attention.', msg`This document no longer needs your attention.`],
  [
    'These are more than 5,000 CVs. Choose an organization or a state first.',
    msg`These are more than 5,000 CVs. Choose an organization or a state first.`,
  ],
  ['None of these people has a CV.', msg`None of these people has a CV.`],
  ['Choose a file', msg`Choose a file`],
  ['Choose today or a later day', msg`Choose today or a later day`],
  ['This registration could not be found.', msg`This registration could not be found.`],
  ['This registration is retired. Restore it first.', msg`This registration is retired. Restore it first.`],
  ['This registration is in use already.', msg`This registration is in use already.`],
  ['This document is archived. Restore it first.', msg`This document is archived. Restore it first.`],
  ['This document could not be found.', msg`This document could not be found.`],
  ['This agreement could not be found.', msg`This agreement could not be found.`],
  ['This person cannot be chosen', msg`This person cannot be chosen`],
  ['This agreement has ended already.', msg`This agreement has ended already.`],
  [
    'The end of this agreement has passed. Change its terms as a draft, or terminate it.',
    msg`The end of this agreement has passed. Change its terms as a draft, or terminate it.`,
  ],
  ['Registration is required', msg`Registration is required`],
  ['Number is required', msg`Number is required`],
  ['Authority is required', msg`Authority is required`],
  ['Country is required', msg`Country is required`],
  ['Enter whole months from 1 to 120', msg`Enter whole months from 1 to 120`],
];

addServerTexts(hrTexts);
