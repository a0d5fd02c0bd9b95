import { isRealDate } from '#shared/domain/calendar/calendar.ts';
import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { outboxContract } from '#shared/contract/outbox.ts';
import { mailStates } from '#shared/domain/notifications/outbox.ts';

/** A mail of the outbox as the screen has it. */
export type OutboxMail = ResponseOf<typeof outboxContract.list>[number];

/** The filters as they stand in the address. */
export interface OutboxFilterState {
  readonly q: string;
  readonly state: string;
  readonly template: string;
  readonly from: string;
  readonly to: string;
}

/** Every mail. */
export const noFilters: OutboxFilterState = { q: '', state: '', template: '', from: '', to: '' };

/** The calls that a change of the outbox makes old. */
export const changedByOutbox = [outboxContract.list, outboxContract.overview];

type Query = NonNullable<QueryInput<typeof outboxContract.list>>;

/** What the server is asked for; what an address has that is no filter is left out. */
export function filtersOf({ q, state, template, from, to }: OutboxFilterState): Query {
  const known = mailStates.find((one) => one === state);
  return {
    ...(q.trim() === '' ? {} : { q: q.trim() }),
    ...(known ? { state: known } : {}),
    ...(/^[\w.-]{1,80}$/.test(template) ? { template } : {}),
    ...(isRealDate(from) ? { from } : {}),
    ...(isRealDate(to) ? { to } : {}),
  };
}

const sorts = ['createdAt', 'to', 'template', 'attempts'] as const;

/** The sort that a text of the address means; the newest first for anything else. */
export function sortOf(text: string): string {
  return sorts.some((key) => text === key || text === `-${key}`) ? text : '-createdAt';
}
