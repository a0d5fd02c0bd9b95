/** The entry of certificates: issued and revoked with their completions (LRN-05). */
export {
  certificateFaults,
  readCertificateStatements,
  signCertificates,
  type CertificateStatement,
} from './certificate-statements.ts';
export { certificateStatus, type CertificateStatus } from './certificate-status.ts';
export {
  certificateByCode,
  certificateOfAssignment,
  certificatesOf,
  type Certificate,
} from './certificates.queries.ts';
export { issueCertificate, revokeCertificates } from './certificates.store.ts';
export { openPrinter, type CertificatePrinter } from './print-certificates.ts';
