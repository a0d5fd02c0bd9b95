import type { AssignmentState, ModuleCycle } from '../assignments/status.ts';
import { isLate } from '../assignments/status.ts';
import type { CalendarDate } from '../calendar/calendar.ts';
import { compareDates } from '../calendar/calendar.ts';
import { rate } from './rates.ts';

/** What the compliance rules must know of an assignment (CMP-03). */
export type ComplianceRow = AssignmentState & ModuleCycle;

/** How many assignments a person has of each kind, by the status that people see; voided ones in none (CMP-03, RPT-01). */
export interface AssignmentCounts {
  readonly total: number;
  readonly completed: number;
  readonly inProgress: number;
  readonly notStarted: number;
  readonly overdue: number;
  /** Modules whose every completion has expired (CMP-03). */
  readonly expired: number;
}

/** Counts a person's assignments as of today in the organization's zone (CMP-03). */
export function countAssignments(rows: readonly ComplianceRow[], today: CalendarDate): AssignmentCounts {
  const counts = { completed: 0, in_progress: 0, not_started: 0, overdue: 0, voided: 0 };
  const validByModule = new Map<number, boolean>();
  for (const row of rows) {
    const status = isLate(row, today) ? 'overdue' : row.status;
    counts[status] += 1;
    if (status !== 'completed') continue;
    const valid = row.nextRenewalDate === null || compareDates(row.nextRenewalDate, today) >= 0;
    validByModule.set(row.moduleId, valid || validByModule.get(row.moduleId) === true);
  }
  return {
    total: rows.length - counts.voided,
    completed: counts.completed,
    inProgress: counts.in_progress,
    notStarted: counts.not_started,
    overdue: counts.overdue,
    expired: [...validByModule.values()].filter((valid) => !valid).length,
  };
}

/** A person with the counts that decide over the status (CMP-03). */
export interface PersonFigures extends AssignmentCounts {
  readonly isActive: boolean;
  readonly hasSignedIn: boolean;
}

/** The statuses of SPEC §3 Reminder-info (CMP-03). */
export const reminderStatuses = ['pending', 'overdue', 'compliant', 'mixed'] as const;

/** A person's status in the reminder dialog (SPEC §3, CMP-03). */
export type ReminderStatus = (typeof reminderStatuses)[number];

/** Open assignments that are not overdue: `pendingCount` of SPEC §3. */
export function pendingCount(person: AssignmentCounts): number {
  return person.inProgress + person.notStarted;
}

/** An overdue person has at least one overdue assignment (CMP-03). */
export function isOverduePerson(person: AssignmentCounts): boolean {
  return person.overdue > 0;
}

/** A pending person has something open or never signed in, and nothing overdue (CMP-03). */
export function isPendingPerson(person: Omit<PersonFigures, 'isActive'>): boolean {
  return person.overdue === 0 && (pendingCount(person) > 0 || !person.hasSignedIn);
}

/** A compliant person has nothing overdue and no completion expired (CMP-03); something open in time does not count against it. */
export function isCompliantPerson(person: AssignmentCounts): boolean {
  return person.overdue === 0 && person.expired === 0;
}

/** The one status of a person for reminders (SPEC §3, CMP-03): mixed has something overdue and something else open. */
export function reminderStatus(person: Omit<PersonFigures, 'isActive'>): ReminderStatus {
  if (person.overdue > 0) return pendingCount(person) > 0 ? 'mixed' : 'overdue';
  // An expired completion with nothing assigned yet is not compliant, and there is nothing overdue either.
  return isPendingPerson(person) || !isCompliantPerson(person) ? 'pending' : 'compliant';
}

/** Figures of an organization, department, role, team or everybody (SPEC §3, CMP-03). */
export interface GroupFigures {
  /** Active and inactive people. */
  readonly totalUsers: number;
  readonly activeUsers: number;
  /** The following are of active people only. */
  readonly compliantUsers: number;
  /** People with something overdue: also `nonComplianceCount` of SPEC §3. */
  readonly overdueUsers: number;
  readonly pendingUsers: number;
  readonly completedAssignments: number;
  readonly totalAssignments: number;
  readonly overdueAssignments: number;
  /** Compliant of active people in percent, one decimal; 0 when nothing is assigned. */
  readonly complianceRate: number;
  /** Completed of assigned in percent, one decimal; 0 when nothing is assigned. */
  readonly completionRate: number;
  /** Whether anything is assigned; if not, say 'No data' and leave it out of averages. */
  readonly hasData: boolean;
}

/** Sums over people from which the figures of their group follow; sums of groups can be added up (CMP-03). */
export interface GroupSums {
  /** Active and inactive people. */
  readonly people: number;
  /** The following are of active people only. */
  readonly active: number;
  readonly compliant: number;
  readonly overduePeople: number;
  readonly pendingPeople: number;
  readonly total: number;
  readonly completed: number;
  readonly overdue: number;
}

const noSums: GroupSums = {
  people: 0,
  active: 0,
  compliant: 0,
  overduePeople: 0,
  pendingPeople: 0,
  total: 0,
  completed: 0,
  overdue: 0,
};

/** The sums of several groups together; nobody may stand in two of them (CMP-03). */
export function addSums(groups: readonly GroupSums[]): GroupSums {
  const sum = { ...noSums };
  for (const group of groups)
    for (const key of Object.keys(noSums) as (keyof GroupSums)[]) sum[key] += group[key];
  return sum;
}

/** The figures of a group that follow from its sums (CMP-03). */
export function figuresOfSums(sums: GroupSums): GroupFigures {
  const hasData = sums.total > 0;
  return {
    totalUsers: sums.people,
    activeUsers: sums.active,
    compliantUsers: sums.compliant,
    overdueUsers: sums.overduePeople,
    pendingUsers: sums.pendingPeople,
    completedAssignments: sums.completed,
    totalAssignments: sums.total,
    overdueAssignments: sums.overdue,
    complianceRate: hasData ? rate(sums.compliant, sums.active) : 0,
    completionRate: rate(sums.completed, sums.total),
    hasData,
  };
}

/** The figures of a group of people by the definitions of CMP-03. */
export function groupFigures(people: readonly PersonFigures[]): GroupFigures {
  const active = people.filter((person) => person.isActive);
  const sum = (of: (person: PersonFigures) => number): number =>
    active.reduce((total, person) => total + of(person), 0);
  return figuresOfSums({
    people: people.length,
    active: active.length,
    compliant: active.filter(isCompliantPerson).length,
    overduePeople: active.filter(isOverduePerson).length,
    pendingPeople: active.filter(isPendingPerson).length,
    total: sum((person) => person.total),
    completed: sum((person) => person.completed),
    overdue: sum((person) => person.overdue),
  });
}
