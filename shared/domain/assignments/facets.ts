import type { DueGroup } from './matrix-table.ts';
import type { EffectiveStatus, ListedStatus } from './status.ts';

/** The number of assignments with the same values in the filters of My Assignments (LRN-03). */
export interface FacetCount {
  readonly group: DueGroup;
  readonly status: ListedStatus;
  readonly family: string;
  /** The search found them. */
  readonly found: boolean;
  readonly count: number;
}

/** The values that are chosen; undefined: all. */
export interface ChosenFacets {
  readonly group?: DueGroup | undefined;
  readonly status?: EffectiveStatus | undefined;
  readonly family?: string | undefined;
}

/** The counts of the values of each filter. */
export interface Facets {
  readonly total: number;
  readonly shown: number;
  readonly groups: Readonly<Record<DueGroup, number>>;
  readonly statuses: Readonly<Record<ListedStatus, number>>;
  readonly families: ReadonlyMap<string, number>;
}

/** Returns the number of rows for each value if it is chosen next: the other filters apply, its own does not (LRN-03). */
export function countFacets(rows: readonly FacetCount[], chosen: ChosenFacets): Facets {
  const groups = { overdue: 0, expired: 0, this_week: 0, later: 0, done: 0 };
  const statuses = { completed: 0, in_progress: 0, not_started: 0, overdue: 0, expired: 0 };
  const families = new Map<string, number>();
  let total = 0;
  let shown = 0;
  for (const { group, status, family, found, count } of rows) {
    total += count;
    // A family that the search leaves empty can still be chosen.
    if (!families.has(family)) families.set(family, 0);
    if (!found) continue;
    const [inGroup, inStatus, inFamily] = [
      chosen.group === undefined || chosen.group === group,
      chosen.status === undefined || chosen.status === status,
      chosen.family === undefined || chosen.family === family,
    ];
    if (inStatus && inFamily) groups[group] += count;
    if (inGroup && inFamily) statuses[status] += count;
    if (inGroup && inStatus) families.set(family, (families.get(family) ?? 0) + count);
    if (inGroup && inStatus && inFamily) shown += count;
  }
  return { total, shown, groups, statuses, families };
}
