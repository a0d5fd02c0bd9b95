import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';

/** A line of the list (HR-03). */
export type AgreementRow = ResponseOf<typeof hrAgreementsContract.list>[number];
/** An agreement with versions, signatures and history (HR-03). */
export type Agreement = ResponseOf<typeof hrAgreementsContract.get>;

/** What every change of an agreement makes old. */
export const agreementCalls = [
  hrAgreementsContract.list,
  hrAgreementsContract.figures,
  hrAgreementsContract.get,
  hrOwnContract.documents,
  hrOwnContract.open,
] as const;
