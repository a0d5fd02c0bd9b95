import { zonedInstant } from '#shared/domain/calendar/evidence-time.ts';
import type { Cell } from '#server/platform/tables/table-file.ts';
import type { ReviewedAccount } from './accounts.queries.ts';

/** Columns of an access review as CSV: names for machines, the same in every language; times in the reader's zone (AUTH-17, RPT-05). */
export const reviewColumns = [
  'user_id',
  'name',
  'email',
  'role',
  'role_given_by',
  'role_since',
  'organization',
  'manager',
  'grants',
  'last_sign_in_at',
  'credential_at',
  'created_at',
  'second_factor',
  'identity_set_by_another',
  'identity_chain',
  'since_opened',
  'answer',
  'new_role',
  'ended_grants',
  'reason',
  'answered_by',
  'answered_at',
  'undecided',
] as const;

/** Yields the lines of an access review, batch by batch. */
export async function* reviewLines(
  batches: AsyncIterable<readonly ReviewedAccount[]>,
  zone: string,
): AsyncGenerator<Cell[][]> {
  for await (const accounts of batches) yield accounts.map((account) => cellsOf(account, zone));
}

function cellsOf(account: ReviewedAccount, zone: string): Cell[] {
  const at = (instant: Date | string | null): string | null =>
    instant === null ? null : zonedInstant(new Date(instant), zone);
  const ended = account.grants.filter(({ id }) => account.endedGrants.includes(id));
  return [
    account.userId,
    account.name,
    account.email,
    account.role,
    account.roleGivenByName,
    at(account.roleSince),
    account.organizationName,
    account.managerName,
    account.grants
      .map(
        ({ kind, organizationName, validUntil, grantedByName }) =>
          `${kind} ${organizationName}, ${validUntil === null ? 'no end date' : `until ${String(at(validUntil))}`}, by ${grantedByName ?? 'unknown'}`,
      )
      .join('; '),
    at(account.lastSignInAt),
    at(account.credentialAt),
    at(account.createdAt),
    account.secondFactor ? 'yes' : 'no',
    account.flagged ? 'yes' : 'no',
    account.chain
      .map(({ cause, causedAt, causedByName, opening, openedAt, confirmedByName }) =>
        [
          `${cause} ${String(at(causedAt))} by ${causedByName ?? 'unknown'}`,
          opening === null ? 'not proven' : `${opening} ${String(at(openedAt))}`,
          ...(confirmedByName === null ? [] : [`confirmed by ${confirmedByName}`]),
        ].join(', '),
      )
      .join('; '),
    account.since,
    account.answer,
    account.newRole,
    ended.map(({ kind, organizationName }) => `${kind} ${organizationName}`).join('; '),
    account.reason,
    account.answeredByName,
    at(account.answeredAt),
    account.undecided,
  ];
}
