import type { QueryInput } from '#shared/contract/endpoint.ts';
import type { ownAssignmentsContract } from '#shared/contract/own-assignments.ts';
import { dueGroups, matrixFilters, type DueGroup } from '#shared/domain/assignments/matrix-table.ts';

/** Filters of My Assignments, as in the address (LRN-03, UI.md 'Frame'). */
export const noFilters = { q: '', status: '', category: '', group: '' } as const;

/** The filters of an address. */
export type AssignmentFilterState = Readonly<Record<keyof typeof noFilters, string>>;

/** The orders to choose from; the first one is in groups. */
export const sortKeys = ['due', 'title', 'status', 'progress', 'assigned', 'completed'] as const;

/** Statuses to choose from. */
export const statusChoices = matrixFilters.filter((filter) => filter !== 'all');

type Filters = NonNullable<QueryInput<typeof ownAssignmentsContract.counts>>;

/** Returns the query for the server, without values in the address that are not valid filters. */
export function filtersOf({ q, status, category, group }: AssignmentFilterState): Filters {
  const knownStatus = statusChoices.find((one) => one === status);
  const knownGroup = groupOfText(group);
  const family = category.trim().slice(0, 100);
  return {
    ...(q.trim() === '' ? {} : { q: q.trim().slice(0, 200) }),
    ...(knownStatus ? { status: knownStatus } : {}),
    ...(family === '' || family === 'all' ? {} : { family }),
    ...(knownGroup ? { group: knownGroup } : {}),
  };
}

/** Returns the due group for a text of the address. */
export function groupOfText(text: string): DueGroup | undefined {
  return dueGroups.find((group) => group === text);
}

/** Returns the sort of an address; due order for any other text. */
export function sortOf(text: string): string {
  return sortKeys.some((key) => text === key || text === `-${key}`) ? text : 'due';
}

const serverKeys = {
  due: 'due',
  title: 'title',
  status: 'status',
  progress: 'progress',
  assigned: 'assignedDate',
  // The latest first: people usually look for those.
  completed: '-completedAt',
} as const;

/** Returns the same sort in the terms of the call. */
export function serverSort(sort: string): string {
  const key = serverKeys[sort.replace(/^-/, '') as keyof typeof serverKeys];
  if (!sort.startsWith('-')) return key;
  return key.startsWith('-') ? key.slice(1) : `-${key}`;
}
