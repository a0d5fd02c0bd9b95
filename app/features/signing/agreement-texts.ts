import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/**
 * The agreements about electronic signatures by their version, in the person's language (SIG-03). The statements of signatures are
 * not texts of the page: the server refuses any wording but its own (SIG-05).
 */
export const agreementTexts: Readonly<Record<number, MessageDescriptor>> = {
  1: msg`I accept that my electronic signature in this system is the legally binding equivalent of my handwritten signature. I sign only for myself, I keep my password and other means of signing to myself, and I report at once when somebody else may know them.`,
};
