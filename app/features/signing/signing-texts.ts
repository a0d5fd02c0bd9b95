import { msg } from '@lingui/core/macro';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/**
 * The agreement and the refusals in the person's language (SIG-03). The statements are no texts of the app: the server
 * refuses any wording but its own (SIG-05).
 */
export const signingTexts: readonly ServerText[] = [
  [
    currentAgreement.text,
    msg`I accept that my electronic signature in this system is the legally binding equivalent of my handwritten signature. I sign only for myself, I keep my password and other means of signing to myself, and I report at once when somebody else may know them.`,
  ],
  ['The password is incorrect.', msg`The password is incorrect.`],
  ['Enter the code of your authenticator.', msg`Enter the code of your authenticator.`],
  [
    'This is not the statement to sign. Reload the page and try again.',
    msg`This is not the statement to sign. Reload the page and try again.`,
  ],
  ['This code is incorrect.', msg`This code is incorrect.`],
  ['Sign with your passkey.', msg`Sign with your passkey.`],
  ['You have no passkey.', msg`You have no passkey.`],
  [
    'This passkey was not accepted. Try again or choose another way.',
    msg`This passkey was not accepted. Try again or choose another way.`,
  ],
  ['No authenticator is enrolled for this account.', msg`No authenticator is enrolled for this account.`],
];

addServerTexts(signingTexts);
