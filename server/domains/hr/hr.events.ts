import type { DomainEvent } from '#server/platform/command/transaction.ts';
import type { AgreementSide } from '#shared/domain/hr/agreements.ts';
import type { AgreementRow } from './agreements.queries.ts';

/** What every event of an agreement says of it (HR-03). */
interface AgreementFacts extends DomainEvent {
  readonly agreementId: number;
  readonly organizationId: number;
  readonly title: string;
  /** The other party where it has an account. */
  readonly partyUserId: string | null;
}

/** One side has signed an agreement. */
export interface AgreementSignedEvent extends AgreementFacts {
  readonly type: 'agreement.signed';
  readonly side: AgreementSide;
  readonly signerId: string;
}

/** The last signature was given. */
export interface AgreementActivated extends AgreementFacts {
  readonly type: 'agreement.activated';
}

/** The other party has declined to sign. */
export interface AgreementDeclined extends AgreementFacts {
  readonly type: 'agreement.declined';
}

/** Notice was given: the agreement stays active until its last day. */
export interface AgreementNoticeGiven extends AgreementFacts {
  readonly type: 'agreement.notice_given';
  readonly lastDay: string;
}

/** The owner of a CV has signed a version of it (HR-02). */
export interface CvSignedEvent extends DomainEvent {
  readonly type: 'cv.signed';
  readonly userId: string;
  readonly versionId: number;
  readonly validUntil: string;
}

type AgreementEvent = AgreementSignedEvent | AgreementActivated | AgreementDeclined | AgreementNoticeGiven;

/** The facts of an agreement that events carry. */
export const agreementFacts = ({ id, organizationId, title, partyUserId }: AgreementRow) => ({
  agreementId: id,
  organizationId,
  title,
  partyUserId,
});

/** Raises an event of an agreement with its type checked. */
export const agreementEvent = (event: AgreementEvent): AgreementEvent => event;

/** Raises an event of a CV with its type checked. */
export const cvEvent = (event: CvSignedEvent): CvSignedEvent => event;
