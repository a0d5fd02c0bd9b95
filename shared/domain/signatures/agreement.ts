/** The text with which a person accepts electronic signatures, before the first one (SIG-03). */
export interface SignatureAgreement {
  readonly version: number;
  readonly text: string;
}

/** Every agreement ever offered, the newest last. The words of a version never change (SIG-03). */
export const signatureAgreements: readonly [SignatureAgreement, ...SignatureAgreement[]] = [
  {
    version: 1,
    text:
      'I accept that my electronic signature in this system is the legally binding equivalent of my handwritten ' +
      'signature. I sign only for myself, I keep my password and other means of signing to myself, and I report at ' +
      'once when somebody else may know them.',
  },
];

/** The effective agreement (SIG-03). */
export const currentAgreement: SignatureAgreement = signatureAgreements.at(-1) ?? signatureAgreements[0];
