/** The public interface of the HR area: documents with versions, CVs, agreements (HR-01…05). */
export { cvOfPerson } from './cvs.queries.ts';
export { openDocuments, pendingItemsSql, type Waiting } from './open-documents.queries.ts';
export { expiringBetween, type ExpiringDocument } from './expiring.queries.ts';
export { acknowledgementMail, agreementMail, cvRequestMail } from './hr.mails.ts';
export {
  removeUnsignedCv,
  withdrawAcknowledgements,
  withdrawCvRequests,
  withdrawOfImported,
} from './hr.subscribers.ts';
export { hrRecordFaults, hrRecordTypes, signedHrRecordIds } from './record-faults.ts';
export { agreementDeclinedMail } from './declined.mails.ts';
export { notifyHrOfDecline } from './declined.subscribers.ts';
export { agreementSignedMail, cvSignedMail } from './signed.mails.ts';
export { notifyHrOfSignature } from './signed.subscribers.ts';
export {
  acknowledgementToProve,
  agreementToProve,
  cvToProve,
  type HrRecordToProve,
} from './records-to-prove.ts';
export { agreementReach } from './agreements.queries.ts';
export { readSignedRecords } from './signed-records.ts';
export { documentReach, findDocumentFile } from './documents.queries.ts';
