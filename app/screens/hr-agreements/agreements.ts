import { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { hrOwnContract } from '#shared/contract/hr-own.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { ApiError } from '#app/lib/api-error.ts';

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

/** The agreement as the caller has seen it, for If-Match. */
export const seenAs = ({ revision }: { readonly revision: number }): string => `"${String(revision)}"`;

/** Whether an agreement is no longer what was seen: the same step would be refused again. */
export const holdsNoLonger = (error: unknown): boolean =>
  error instanceof ApiError && ['STALE', 'ILLEGAL_STEP', 'NOT_FOUND'].includes(error.code);
