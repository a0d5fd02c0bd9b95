import type { StoredStatus } from '#shared/domain/assignments/status.ts';
import { dueDateFor } from '#shared/domain/assignments/due.ts';
import { renewalOpensOn, type RenewalTerms } from '#shared/domain/assignments/renewal.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { compareDates } from '#shared/domain/calendar/calendar.ts';
import type { Matrix, MatrixEntry, PersonPlace } from './matrix.ts';
import { matrixMatches } from './matrix.ts';

/** A person for whom the rules are worked out (MTX-06). */
export interface ExpansionPerson extends PersonPlace {
  readonly id: string;
  readonly isActive: boolean;
  /** Today in the zone of the person's organization: the assignment day (MTX-05). */
  readonly today: CalendarDate;
}

/** An explicit membership, ended only by its removal (MTX-06). */
export interface Membership {
  readonly matrixId: number;
  readonly userId: string;
}

/** An existing assignment; voided ones may be left out, they count for nothing (LRN-06). */
export interface ExistingAssignment {
  readonly id: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly status: StoredStatus;
  /** Whether a matrix created it; the rules never withdraw a manual assignment. */
  readonly fromMatrix: boolean;
  /** Whether it was marked as no longer required before (MTX-06). */
  readonly noLongerRequired: boolean;
  /** For completed ones: the last day on which the completion is valid, null if it does not expire (MTX-08). */
  readonly nextRenewalDate: CalendarDate | null;
}

/** A valid completion without an assignment: recorded, external, waived or by equivalence (MTX-06, MTX-10, MTX-11). */
export interface Completion {
  readonly userId: string;
  readonly moduleId: number;
  /** The last day on which it is valid, null if it does not expire. */
  readonly validUntil: CalendarDate | null;
}

/** Everything that the expansion works on: all matrices that could concern the people, and all of their assignments. */
export interface ExpansionInput {
  readonly people: readonly ExpansionPerson[];
  readonly matrices: readonly Matrix[];
  readonly memberships: readonly Membership[];
  readonly assignments: readonly ExistingAssignment[];
  readonly completions: readonly Completion[];
}

/**
 * An assignment to be made (MTX-05): the entry with the shortest time gives the due date, but the renewal of a completion that
 * is still valid is due on its last day (MTX-08).
 */
export interface ToCreate {
  readonly userId: string;
  readonly moduleId: number;
  readonly matrixId: number;
  readonly entryId: number;
  readonly dueDate: CalendarDate;
  /** It follows a completion that has ended, or ends soon. */
  readonly isRenewal: boolean;
  /** From the required entry with the shortest period. */
  readonly renewal: RenewalTerms;
}

/** Why an assignment stays as it is (MTX-06). */
export type KeepReason = 'completed' | 'required' | 'optional' | 'by_hand' | 'started' | 'inactive_person';

/** An assignment that stays, and whether its mark 'no longer required' has to change (MTX-06). */
export interface ToKeep {
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly reason: KeepReason;
  readonly mark: 'none' | 'set_no_longer_required' | 'clear_no_longer_required';
}

/** Why a not started assignment is voided: no matrix has the module any more, or the person is in none that has it (MTX-06). */
export type CloseReason = 'module_removed' | 'person_left';

/** An assignment to be voided (MTX-06). */
export interface ToClose {
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly reason: CloseReason;
}

/** What has to happen so that the assignments agree with the matrices (MTX-06). */
export interface Expansion {
  readonly create: readonly ToCreate[];
  readonly keep: readonly ToKeep[];
  readonly close: readonly ToClose[];
}

interface Source {
  readonly matrixId: number;
  readonly entry: MatrixEntry;
}

/** What the matrices of one person say of a module. */
interface Demand {
  /** The demanding entry with the shortest time, undefined when all entries are optional or the module is retired. */
  assignBy: Source | undefined;
  /** The one with the shortest period of renewal. */
  renewBy: Source | undefined;
  required: boolean;
}

function isStricter(candidate: Source, current: Source | undefined): boolean {
  if (current === undefined) return true;
  const days = candidate.entry.daysToDue - current.entry.daysToDue;
  return days < 0 || (days === 0 && candidate.entry.id < current.entry.id);
}

function renewsSooner(candidate: Source, current: Source | undefined): boolean {
  if (current === undefined) return true;
  const [period, least] = [candidate, current].map(({ entry }) => entry.renewal.period ?? Infinity);
  if (period === undefined || least === undefined || period === least)
    return period === least && candidate.entry.id < current.entry.id;
  return period < least;
}

function demandsOn(matrices: Iterable<Matrix>): Map<number, Demand> {
  const demands = new Map<number, Demand>();
  for (const matrix of matrices) {
    for (const entry of matrix.entries) {
      const demand = demands.get(entry.moduleId) ?? {
        assignBy: undefined,
        renewBy: undefined,
        required: false,
      };
      demands.set(entry.moduleId, demand);
      if (!entry.isRequired) continue;
      demand.required = true;
      const source = { matrixId: matrix.id, entry };
      if (!entry.moduleIsActive) continue;
      if (isStricter(source, demand.assignBy)) demand.assignBy = source;
      if (renewsSooner(source, demand.renewBy)) demand.renewBy = source;
    }
  }
  return demands;
}

function groupBy<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** A person's state in a module: something open, or a completion and its last day, null if it does not expire. */
interface Had {
  open: boolean;
  validUntil: CalendarDate | null | undefined;
}

function hadOf(had: Map<number, Had>, moduleId: number): Had {
  const known = had.get(moduleId) ?? { open: false, validUntil: undefined };
  had.set(moduleId, known);
  return known;
}

function addCompletion(had: Had, until: CalendarDate | null): void {
  if (had.validUntil === null) return;
  if (until === null || had.validUntil === undefined || compareDates(until, had.validUntil) > 0)
    had.validUntil = until;
}

/** Whether what a person has of a module leaves nothing to assign: open, or valid and not yet to be renewed (MTX-08). */
function isOpenOrValid(had: Had | undefined, terms: RenewalTerms, today: CalendarDate): boolean {
  if (had === undefined) return false;
  if (had.open || had.validUntil === null) return true;
  return had.validUntil !== undefined && compareDates(today, renewalOpensOn(had.validUntil, terms)) < 0;
}

function keepReason(
  row: ExistingAssignment,
  demand: Demand | undefined,
  isActive: boolean,
): KeepReason | null {
  if (row.status === 'completed') return 'completed';
  // Nobody is deactivated out of a duty: what was open is open again when the person returns.
  if (!isActive) return 'inactive_person';
  if (demand?.required === true) return 'required';
  if (demand) return 'optional';
  if (!row.fromMatrix) return 'by_hand';
  return row.status === 'in_progress' ? 'started' : null;
}

function markFor(row: ExistingAssignment, reason: KeepReason): ToKeep['mark'] {
  if (reason === 'started') return row.noLongerRequired ? 'none' : 'set_no_longer_required';
  const wanted = reason === 'required' || reason === 'optional';
  return wanted && row.noLongerRequired ? 'clear_no_longer_required' : 'none';
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byPersonAndModule = (
  a: { userId: string; moduleId: number },
  b: { userId: string; moduleId: number },
): number => byText(a.userId, b.userId) || a.moduleId - b.moduleId;

/**
 * Works out what to create, keep and void so that assignments agree with matrices (MTX-05, MTX-06). The result does not
 * depend on the order of the input, and applied once leaves nothing more to do.
 */
export function expandMatrices(input: ExpansionInput): Expansion {
  const matrixById = new Map(input.matrices.map((matrix) => [matrix.id, matrix]));
  const matricesOf = groupBy(input.matrices, (matrix) => matrix.organizationId);
  const membershipsOf = groupBy(input.memberships, (member) => member.userId);
  const assignmentsOf = groupBy(input.assignments, (row) => row.userId);
  const completionsOf = groupBy(input.completions, (row) => row.userId);
  const modulesInMatrices = new Set(
    input.matrices.flatMap((matrix) => matrix.entries.map((e) => e.moduleId)),
  );

  const create: ToCreate[] = [];
  const keep: ToKeep[] = [];
  const close: ToClose[] = [];

  for (const person of input.people) {
    const own = new Set<Matrix>();
    for (const matrix of person.organizationId === null
      ? []
      : (matricesOf.get(person.organizationId) ?? [])) {
      if (matrixMatches(matrix, person)) own.add(matrix);
    }
    for (const member of membershipsOf.get(person.id) ?? []) {
      const matrix = matrixById.get(member.matrixId);
      if (matrix) own.add(matrix);
    }
    const demands = demandsOn(own);

    const had = new Map<number, Had>();
    for (const completion of completionsOf.get(person.id) ?? []) {
      addCompletion(hadOf(had, completion.moduleId), completion.validUntil);
    }
    for (const row of assignmentsOf.get(person.id) ?? []) {
      if (row.status === 'voided') continue;
      const known = hadOf(had, row.moduleId);
      if (row.status === 'completed') addCompletion(known, row.nextRenewalDate);
      else known.open = true;
      const facts = { assignmentId: row.id, userId: person.id, moduleId: row.moduleId };
      const reason = keepReason(row, demands.get(row.moduleId), person.isActive);
      if (reason === null) {
        close.push({
          ...facts,
          reason: modulesInMatrices.has(row.moduleId) ? 'person_left' : 'module_removed',
        });
      } else {
        keep.push({ ...facts, reason, mark: markFor(row, reason) });
      }
    }

    if (!person.isActive) continue;
    for (const [moduleId, { assignBy, renewBy }] of demands) {
      const known = had.get(moduleId);
      if (!assignBy || !renewBy || isOpenOrValid(known, renewBy.entry.renewal, person.today)) continue;
      const validUntil = known?.validUntil ?? null;
      const stillValid = validUntil !== null && compareDates(validUntil, person.today) >= 0;
      create.push({
        userId: person.id,
        moduleId,
        matrixId: assignBy.matrixId,
        entryId: assignBy.entry.id,
        dueDate: stillValid ? validUntil : dueDateFor(person.today, assignBy.entry.daysToDue),
        isRenewal: validUntil !== null,
        renewal: renewBy.entry.renewal,
      });
    }
  }

  const byAssignment = (a: ToKeep | ToClose, b: ToKeep | ToClose): number =>
    byPersonAndModule(a, b) || a.assignmentId - b.assignmentId;
  return {
    create: create.sort(byPersonAndModule),
    keep: keep.sort(byAssignment),
    close: close.sort(byAssignment),
  };
}
