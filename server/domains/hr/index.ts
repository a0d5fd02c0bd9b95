/** The door of the HR area: documents with versions, CVs, agreements (HR-01…05). */
export { cvOfPerson } from './cvs.queries.ts';
export { openDocuments, waitingSql, type Waiting } from './open-documents.queries.ts';
export { expiringBetween, expiringDocuments, type ExpiringDocument } from './expiring.queries.ts';
export { acknowledgementMail, agreementMail, cvRequestMail } from './hr.mails.ts';
export { removeUnsignedCv, withdrawAcknowledgements, withdrawCvRequests } from './hr.subscribers.ts';
export { hrRecordFaults, hrRecordTypes, signedHrRecordIds } from './record-faults.ts';
export { agreementDeclinedMail } from './declined.mails.ts';
export { tellHrOfDecline } from './declined.subscribers.ts';
export { agreementSignedMail, cvSignedMail } from './signed.mails.ts';
export { tellHrOfSignature } from './signed.subscribers.ts';
export {
  acknowledgementToProve,
  agreementToProve,
  cvToProve,
  type HrRecordToProve,
} from './records-to-prove.ts';
export { readSignedRecords } from './signed-records.ts';
