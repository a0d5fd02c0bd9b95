import type { DomainEvent } from '#server/platform/command/transaction.ts';
import type { AgreementRow } from './agreements.queries.ts';

/** What every event of an agreement says of it (HR-03). */
interface AgreementFacts extends DomainEvent {
  readonly agreementId: number;
  readonly organizationId: number;
  readonly title: string;
  /** The other party where it has an account. */
  readonly partyUserId: string | null;
}

/** The other party has declined to sign. */
export interface AgreementDeclined extends AgreementFacts {
  readonly type: 'agreement.declined';
}

/** Notice was given: the agreement stays active until its last day. */
interface AgreementNoticeGiven extends AgreementFacts {
  readonly type: 'agreement.notice_given';
  readonly lastDay: string;
}

type AgreementEvent = AgreementDeclined | AgreementNoticeGiven;

/** The facts of an agreement that events carry. */
export const agreementFacts = ({ id, organizationId, title, partyUserId }: AgreementRow) => ({
  agreementId: id,
  organizationId,
  title,
  partyUserId,
});

/** Raises an event of an agreement with its type checked. */
export const agreementEvent = (event: AgreementEvent): AgreementEvent => event;
