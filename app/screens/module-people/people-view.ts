import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { modulePeopleContract } from '#shared/contract/module-people.ts';
import { trainingStates, type TrainingState } from '#shared/domain/reports/training-states.ts';
import { noFilter } from '#app/features/completion-report/report-filter.ts';

/** The numbers of people by version and state, as the server returns them. */
export type Figures = ResponseOf<typeof modulePeopleContract.figures>;
/** A person with the current cycle of the module. */
export type ModulePerson = ResponseOf<typeof modulePeopleContract.list>[number];

/** All people. */
export const noFilters = { ...noFilter, status: '', version: '' } as const;

/** The state of the address. */
export type PeopleView = { readonly [Key in keyof typeof noFilters]: string };

/** Returns the status of an address; null for none and for any other text. */
export function stateOf(text: string): TrainingState | null {
  return trainingStates.find((state) => state === text) ?? null;
}

/** Returns the version of an address: a number, or `none`; null for none and for any other text. */
export function versionOf(text: string): string | null {
  return text === 'none' || /^[1-9]\d{0,8}$/.test(text) ? text : null;
}

/** Returns organization, department and search as the calls expect them. */
export function placeOf({ org, dept, q }: PeopleView) {
  return { org, ...(dept ? { departmentId: dept } : {}), ...(q ? { q } : {}) };
}

/** Returns all filters as the list and the export expect them. */
export function filtersOf(view: PeopleView) {
  const status = stateOf(view.status);
  const version = versionOf(view.version);
  return { ...placeOf(view), ...(status ? { status } : {}), ...(version ? { version } : {}) };
}

/** Returns the filters for another address of the page; inactive filters are left out. */
export function addressOf(
  { org, dept, q, status, version }: PeopleView,
  changes: { readonly status?: string; readonly version?: string },
): Readonly<Record<string, string>> {
  const set = { org: org === 'all' ? '' : org, dept, q, status, version, ...changes };
  return Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ''));
}

/** One line of the table by version: the number of people in each state. */
export interface VersionLine {
  /** Null if nothing is assigned. */
  readonly version: number | null;
  readonly people: number;
  readonly byState: Readonly<Partial<Record<TrainingState, number>>>;
}

/** Returns the lines of the table by version, newest first and people without a version last; they add up to all people. */
export function versionLines({ groups }: Pick<Figures, 'groups'>): readonly VersionLine[] {
  return [...Map.groupBy(groups, ({ version }) => version)]
    .map(([version, members]) => ({
      version,
      people: members.reduce((sum, { people }) => sum + people, 0),
      byState: Object.fromEntries(members.map(({ status, people }) => [status, people])),
    }))
    .toSorted((one, other) => (other.version ?? 0) - (one.version ?? 0));
}

/** Returns the number of people in each state, of one version if it is given; every state has a figure. */
export function stateCounts(
  { groups }: Pick<Figures, 'groups'>,
  version: string | null,
): Readonly<Record<TrainingState, number>> {
  const counted = groups.filter((group) => version === null || String(group.version ?? 'none') === version);
  const count = (state: TrainingState) =>
    counted.reduce((sum, { status, people }) => sum + (status === state ? people : 0), 0);
  return {
    overdue: count('overdue'),
    expired: count('expired'),
    not_assigned: count('not_assigned'),
    not_started: count('not_started'),
    in_progress: count('in_progress'),
    completed: count('completed'),
  };
}
