import { msg } from '@lingui/core/macro';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { addServerTexts, type ServerText } from '#app/lib/server-texts.ts';

/**
 * The statements and the agreement in the person's language (SIG-02, SIG-03): what is shown is what is signed, and the
 * server keeps it as it was shown beside its own code. A test finds a wording that has changed without these.
 */
export const signingTexts: readonly ServerText[] = [
  [
    statementFor('read_and_understood').text,
    msg`I have read and understood this training and will follow it in my work.`,
  ],
  [
    statementFor('passed_and_understood').text,
    msg`I have read and understood this training and answered its questions myself.`,
  ],
  [
    currentAgreement.text,
    msg`I accept that my electronic signature in this system is the legally binding equivalent of my handwritten signature. I sign only for myself, I keep my password and other means of signing to myself, and I report at once when somebody else may know them.`,
  ],
  ['The password is incorrect.', msg`The password is incorrect.`],
  ['Enter the code of your authenticator.', msg`Enter the code of your authenticator.`],
  ['This code is incorrect.', msg`This code is incorrect.`],
  ['No authenticator is enrolled for this account.', msg`No authenticator is enrolled for this account.`],
];

addServerTexts(signingTexts);
