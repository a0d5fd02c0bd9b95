import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import type { outboxContract } from '#shared/contract/outbox.ts';
import { mailStates } from '#shared/domain/notifications/outbox.ts';
import { searchOf } from '#app/ui/table/use-list.ts';

/** An email of the outbox. */
export type OutboxMail = ResponseOf<typeof outboxContract.list>[number];

/** The filters, as in the address. */
export type OutboxFilterState = Readonly<Record<keyof typeof noFilters, string>>;

/** Every email. */
export const noFilters = { q: '', state: '', template: '', from: '', to: '' } as const;

type Query = NonNullable<QueryInput<typeof outboxContract.list>>;

/** Returns the query for the server, without values in the address that are not valid filters. */
export function filtersOf({ q, state, template, from, to }: OutboxFilterState): Query {
  const known = mailStates.find((one) => one === state);
  return {
    ...searchOf(q),
    ...(known ? { state: known } : {}),
    ...(/^[\w.-]{1,80}$/.test(template) ? { template } : {}),
    ...(isRealDate(from) ? { from } : {}),
    ...(isRealDate(to) ? { to } : {}),
  };
}
