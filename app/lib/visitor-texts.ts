import { msg } from '@lingui/core/macro';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/** Texts of the server and the contract that a visitor can meet, to the letter (SHELL-09). */
export const visitorTexts: readonly ServerText[] = [
  [
    'The passkey was not used. Try again or choose another way.',
    msg`The passkey was not used. Try again or choose another way.`,
  ],
  [
    'This passkey was not accepted. Try again or sign in another way.',
    msg`This passkey was not accepted. Try again or sign in another way.`,
  ],
  ['Please enter a valid email address', msg`Please enter a valid email address`],
  ['Password is required', msg`Password is required`],
  ['Invalid email or password. Please try again.', msg`Invalid email or password. Please try again.`],
  ['This code is incorrect. Please try again.', msg`This code is incorrect. Please try again.`],
  [
    'The secret key of this installation has changed: this can no longer be read.',
    msg`The secret key of this installation has changed: this can no longer be read.`,
  ],
  [
    'This took too long. Please enter your password again.',
    msg`This took too long. Please enter your password again.`,
  ],
  ['Enter a code', msg`Enter a code`],
  ['This link no longer works.', msg`This link no longer works.`],
  ['Too many attempts. Please wait and try again.', msg`Too many attempts. Please wait and try again.`],
  [
    'There is no proof for this record because its signature is not valid.',
    msg`There is no proof for this record because its signature is not valid.`,
  ],
  [
    'The proof is still being prepared. Try again in a few minutes.',
    msg`The proof is still being prepared. Try again in a few minutes.`,
  ],
  ['The server cannot be reached.', msg`The server cannot be reached.`],
  ['The database cannot be reached at the moment.', msg`The database cannot be reached at the moment.`],
  ['This took too long and was stopped.', msg`This took too long and was stopped.`],
  ['This server is shutting down.', msg`This server is shutting down.`],
  ['Something went wrong on our side.', msg`Something went wrong on our side.`],
  ['Some fields need attention.', msg`Some fields need attention.`],
  [
    'This request came from another site and was refused.',
    msg`This request came from another site and was refused.`,
  ],
  ['Not found.', msg`Not found.`],
  ['Unauthorized', msg`Unauthorized`],
  ['The signature was made for another record.', msg`The signature was made for another record.`],
  ['The record was changed after it was signed.', msg`The record was changed after it was signed.`],
  ['The content is not the one that was signed.', msg`The content is not the one that was signed.`],
  ['The signature itself was changed.', msg`The signature itself was changed.`],
  ['The signature of this record is missing.', msg`The signature of this record is missing.`],
  [
    'The signature was made with a key that this installation does not have.',
    msg`The signature was made with a key that this installation does not have.`,
  ],
  [
    'The signature was made with a key that was no longer in use at that time.',
    msg`The signature was made with a key that was no longer in use at that time.`,
  ],
];

addServerTexts(visitorTexts);
