import type { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import type { AgreementState } from '#shared/domain/hr/agreements.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';

/** A line of the list (HR-03). */
export type AgreementRow = ResponseOf<typeof hrAgreementsContract.list>[number];
/** An agreement with versions, signatures and history (HR-03). */
export type Agreement = ResponseOf<typeof hrAgreementsContract.get>;

/** Returns whether some sides have not signed: the agreement can only be discarded. */
export const isUnsigned = (state: AgreementState): boolean =>
  state === 'draft' || state === 'out_for_signature' || state === 'declined';
