import { canonicalHash, canonicalInstant, canonicalText } from '../signatures/canonical.ts';

/** The version of the canonical form of a CV; a changed form gets the next one, old ones keep theirs (SIG-01). */
const CV_VERSION = 1;
const AGREEMENT_VERSION = 1;
const ACKNOWLEDGEMENT_VERSION = 1;

/** A version of a CV as its owner signs it (HR-02): the person by id only, so that it stays provable after an erasure. */
export interface CvSigned {
  readonly versionId: number;
  readonly documentId: number;
  readonly personId: string;
  readonly number: number;
  readonly fileHash: string;
  /** ISO 8601 in UTC with milliseconds. */
  readonly uploadedAt: string;
  readonly signedAt: string;
  /** Last day on which it is valid, a calendar date. */
  readonly validUntil: string;
}

/** Returns the text of a CV whose UTF-8 bytes are hashed and signed (SIG-01). */
export function cvText(cv: CvSigned): string {
  return canonicalText('cv', CV_VERSION, [
    ['versionId', cv.versionId],
    ['documentId', cv.documentId],
    ['personId', cv.personId],
    ['number', cv.number],
    ['fileHash', canonicalHash(cv.fileHash)],
    ['uploadedAt', canonicalInstant(cv.uploadedAt)],
    ['signedAt', canonicalInstant(cv.signedAt)],
    ['validUntil', cv.validUntil],
  ]);
}

/** The terms of an agreement as both sides sign them (HR-03). */
export interface AgreementSigned {
  readonly agreementId: number;
  readonly organizationId: number;
  readonly kind: string;
  readonly partyUserId: string | null;
  readonly partyName: string | null;
  readonly partyEmail: string | null;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly noticeDays: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly fileHash: string;
}

/** Returns the text of an agreement whose UTF-8 bytes are hashed and signed (SIG-01). */
export function agreementText(agreement: AgreementSigned): string {
  return canonicalText('agreement', AGREEMENT_VERSION, [
    ['agreementId', agreement.agreementId],
    ['organizationId', agreement.organizationId],
    ['kind', agreement.kind],
    ['partyUserId', agreement.partyUserId],
    ['partyName', agreement.partyName],
    ['partyEmail', agreement.partyEmail],
    ['startsOn', agreement.startsOn],
    ['endsOn', agreement.endsOn],
    ['noticeDays', agreement.noticeDays],
    ['versionId', agreement.versionId],
    ['versionNumber', agreement.versionNumber],
    ['fileHash', canonicalHash(agreement.fileHash)],
  ]);
}

/** An acknowledgement as its reader signs it (HR-04). */
export interface AcknowledgementSigned {
  readonly acknowledgementId: number;
  readonly documentId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly userId: string;
  readonly requestedAt: string;
  readonly acknowledgedAt: string;
  readonly fileHash: string;
}

/** Returns the text of an acknowledgement whose UTF-8 bytes are hashed and signed (SIG-01). */
export function acknowledgementText(signed: AcknowledgementSigned): string {
  return canonicalText('acknowledgement', ACKNOWLEDGEMENT_VERSION, [
    ['acknowledgementId', signed.acknowledgementId],
    ['documentId', signed.documentId],
    ['versionId', signed.versionId],
    ['versionNumber', signed.versionNumber],
    ['userId', signed.userId],
    ['requestedAt', canonicalInstant(signed.requestedAt)],
    ['acknowledgedAt', canonicalInstant(signed.acknowledgedAt)],
    ['fileHash', canonicalHash(signed.fileHash)],
  ]);
}
