import type { AssignmentState, ModuleCycle } from '../assignments/status.ts';
import { effectiveStatus, isSuperseded, isOpen } from '../assignments/status.ts';
import type { CalendarDate } from '../calendar/calendar.ts';
import { compareDates } from '../calendar/calendar.ts';
import { rate } from './rates.ts';

/** The facts of an assignment that the compliance rules need (CMP-03). */
export interface ComplianceRow extends AssignmentState, ModuleCycle {
  /** Whether it is required, and not optional or no longer required (MTX-06). */
  readonly isRequired: boolean;
}

/**
 * The number of modules of a person per kind, each module once by its current cycle; voided assignments are not counted
 * (CMP-03, RPT-01).
 */
export interface AssignmentCounts {
  readonly total: number;
  /** Completed and valid, and no newer cycle is open. */
  readonly completed: number;
  readonly inProgress: number;
  readonly notStarted: number;
  readonly overdue: number;
  /** Modules whose last completion has expired, whether or not a renewal is open. */
  readonly expired: number;
  /** Completed cycles of all modules, valid or not. */
  readonly completions: number;
  /** Required modules. */
  readonly required: number;
  /** Required modules that are open and neither overdue nor expired. */
  readonly requiredOpen: number;
  /** Required modules that are overdue or expired. */
  readonly requiredLate: number;
  /** Whether something required is due today or was due. */
  readonly isDue: boolean;
}

/** Counts a person's modules as of today in the organization's zone (CMP-03). */
export function countAssignments(rows: readonly ComplianceRow[], today: CalendarDate): AssignmentCounts {
  const valid = rows.filter(({ status }) => status !== 'voided');
  const modules = [...Map.groupBy(valid, ({ moduleId }) => moduleId).values()].map((cycles) =>
    moduleFacts(cycles, today),
  );
  const count = (of: (facts: ReturnType<typeof moduleFacts>) => boolean) => modules.filter(of).length;
  return {
    total: modules.length,
    completed: count(({ status }) => status === 'completed'),
    inProgress: count(({ status }) => status === 'in_progress'),
    notStarted: count(({ status }) => status === 'not_started'),
    overdue: count(({ status }) => status === 'overdue'),
    expired: count(({ expired }) => expired),
    completions: valid.filter(({ status }) => status === 'completed').length,
    required: count(({ isRequired }) => isRequired),
    requiredOpen: count((facts) => facts.isRequired && !facts.late && isOpen(facts.status)),
    requiredLate: count(({ isRequired, late }) => isRequired && late),
    isDue: modules.some(({ isRequired, late, wasDue }) => isRequired && (late || wasDue)),
  };
}

/** Returns a person's state in one module: its current cycle is the open one, otherwise the completion that is valid longest. */
function moduleFacts(cycles: readonly ComplianceRow[], today: CalendarDate) {
  const open = cycles.find(({ status }) => isOpen(status));
  const last = cycles.find((row) => row.status === 'completed' && !isSuperseded(row, cycles));
  const statusOf = (row: ComplianceRow) => effectiveStatus({ ...row, followed: false }, today);
  const expired = last !== undefined && statusOf(last) === 'expired';
  const current = open ?? last;
  const status = current === undefined ? 'voided' : statusOf(current);
  return {
    status,
    expired,
    late: status === 'overdue' || expired,
    isRequired: open ? open.isRequired : cycles.some(({ isRequired }) => isRequired),
    wasDue: cycles.some(({ dueDate }) => dueDate !== null && compareDates(dueDate, today) <= 0),
  };
}

/** A person with the counts that decide over the group (CMP-03). */
export interface PersonFigures extends AssignmentCounts {
  readonly isActive: boolean;
  readonly hasSignedIn: boolean;
}

/** The groups of active people; each person is in exactly one (CMP-03). */
export const complianceGroups = ['overdue', 'onTrack', 'complete', 'nothingRequired'] as const;

/** A group of {@link complianceGroups}. */
export type ComplianceGroup = (typeof complianceGroups)[number];

/** The facts that decide the group of a person. */
export type GroupFacts = Pick<PersonFigures, 'required' | 'requiredOpen' | 'requiredLate' | 'hasSignedIn'>;

/**
 * Returns the group of a person (CMP-03), the first that applies. Overdue: something required is overdue or expired. On track:
 * something required is open, or the person has never signed in. Complete: all that is required is done and valid. Otherwise
 * nothing is required.
 */
export function complianceGroup(person: GroupFacts): ComplianceGroup {
  if (person.requiredLate > 0) return 'overdue';
  if (person.requiredOpen > 0 || !person.hasSignedIn) return 'onTrack';
  return person.required > 0 ? 'complete' : 'nothingRequired';
}

/** The statuses of SPEC §3 Reminder-info (CMP-03). */
export const reminderStatuses = ['pending', 'overdue', 'compliant', 'mixed'] as const;

/** A person's status in the reminder dialog (SPEC §3, CMP-03). */
export type ReminderStatus = (typeof reminderStatuses)[number];

/** Open assignments that are not overdue: `pendingCount` of SPEC §3. */
export function pendingCount(person: Pick<AssignmentCounts, 'inProgress' | 'notStarted'>): number {
  return person.inProgress + person.notStarted;
}

/**
 * Returns the one status of a person for reminders (SPEC §3, CMP-03). It is mixed if something is overdue or expired and
 * something else is open.
 */
export function reminderStatus(
  person: GroupFacts & Pick<AssignmentCounts, 'inProgress' | 'notStarted'>,
): ReminderStatus {
  const group = complianceGroup(person);
  if (group === 'overdue') return pendingCount(person) > 0 ? 'mixed' : 'overdue';
  return group === 'onTrack' ? 'pending' : 'compliant';
}

/** Figures of an organization, department, role, team or everybody (SPEC §3, CMP-03). */
export interface GroupFigures {
  /** Active and inactive people. */
  readonly totalUsers: number;
  readonly activeUsers: number;
  /** Active people by group: they add up to `activeUsers`. */
  readonly groups: Readonly<Record<ComplianceGroup, number>>;
  /** The people on track who have never signed in. */
  readonly neverSignedIn: number;
  /** People who are complete or on track. */
  readonly compliantUsers: number;
  /** People with something required that is overdue or expired: also `nonComplianceCount` of SPEC §3. */
  readonly overdueUsers: number;
  /** People on track. */
  readonly pendingUsers: number;
  /** People with required training that is due today or was due: the rate counts only these. */
  readonly duePeople: number;
  readonly completedAssignments: number;
  readonly totalAssignments: number;
  readonly overdueAssignments: number;
  /** Modules whose last completion has expired. */
  readonly expiredAssignments: number;
  /** People not overdue of `duePeople` in percent, one decimal; 0 without any. */
  readonly complianceRate: number;
  /** Completed of assigned modules in percent, one decimal; 0 if nothing is assigned. */
  readonly completionRate: number;
  /** Whether anything is assigned; if not, show 'No data' and leave it out of averages. */
  readonly hasData: boolean;
}

/** Sums over people from which the figures of their group are computed; sums of groups can be added up (CMP-03). */
export interface GroupSums {
  /** Active and inactive people. */
  readonly people: number;
  /** The following are of active people only. */
  readonly active: number;
  readonly overduePeople: number;
  readonly onTrack: number;
  readonly complete: number;
  readonly neverSignedIn: number;
  readonly duePeople: number;
  readonly total: number;
  readonly completed: number;
  readonly overdue: number;
  /** Modules whose last completion has expired, whether or not a renewal is open. */
  readonly expired: number;
}

const noSums: GroupSums = {
  people: 0,
  active: 0,
  overduePeople: 0,
  onTrack: 0,
  complete: 0,
  neverSignedIn: 0,
  duePeople: 0,
  total: 0,
  completed: 0,
  overdue: 0,
  expired: 0,
};

/** Returns the sums of several groups together; no person may be in two of them (CMP-03). */
export function addSums(groups: readonly GroupSums[]): GroupSums {
  const sum = { ...noSums };
  for (const group of groups)
    for (const key of Object.keys(noSums) as (keyof GroupSums)[]) sum[key] += group[key];
  return sum;
}

/**
 * Returns the share of people without overdue training among those who have something due (CMP-03), in percent with one decimal.
 * It is null if nobody has.
 */
export function complianceRateOf({
  duePeople,
  overduePeople,
}: Pick<GroupSums, 'duePeople' | 'overduePeople'>): number | null {
  return duePeople === 0 ? null : rate(duePeople - overduePeople, duePeople);
}

/** Returns the figures of a group, computed from its sums (CMP-03). */
export function figuresOfSums(sums: GroupSums): GroupFigures {
  const { active, overduePeople: overdue, onTrack, complete } = sums;
  return {
    totalUsers: sums.people,
    activeUsers: active,
    groups: { overdue, onTrack, complete, nothingRequired: active - overdue - onTrack - complete },
    neverSignedIn: sums.neverSignedIn,
    compliantUsers: complete + onTrack,
    overdueUsers: overdue,
    pendingUsers: onTrack,
    duePeople: sums.duePeople,
    completedAssignments: sums.completed,
    totalAssignments: sums.total,
    overdueAssignments: sums.overdue,
    expiredAssignments: sums.expired,
    complianceRate: complianceRateOf(sums) ?? 0,
    completionRate: rate(sums.completed, sums.total),
    hasData: sums.total > 0,
  };
}
