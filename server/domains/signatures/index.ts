/** The door to signatures for other areas: authorize before the command, sign in it, check whenever one is shown. */
export { authorizeSignature, type SignatureInput, type SigningAuthorization } from './authorize-signature.ts';
export {
  checkSignature,
  type SignatureView,
  type SignedRecord,
  type StoredSignature,
} from './check-signature.ts';
export { forgivingAttempt, readSigner } from './signer.ts';
export {
  prepareSignature,
  signRecord,
  type CreatedSignature,
  type PreparedSignature,
  type SignatureGiven,
  type SignedRecordType,
  type SignedStatement,
} from './sign-record.ts';
export {
  publicSignatureFault,
  readPublicSignatures,
  signPublicly,
  statementOf,
  type PublicSignature,
  type PublicText,
} from './public-signatures.ts';
export {
  signatureColumns,
  signatureFields,
  signaturesUnder,
  type SignatureOfRecord,
} from './stored-signatures.ts';
export { proofOf, textOfSignature, type SignatureColumns, type SignatureProof } from './signature-form.ts';
export { textOfColumns } from './text-of-columns.ts';
