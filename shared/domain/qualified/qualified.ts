import { isLate, isOpen, type StoredStatus } from '../assignments/status.ts';
import { addDays, compareDates, type CalendarDate } from '../calendar/calendar.ts';
import { mustRetrain, type RetrainingChoice } from '../modules/publishing.ts';

/** The answers to 'Was this person qualified for this on that day?' (INS-02). */
export const qualifiedAnswers = ['yes', 'no', 'not_required'] as const;

/** One of {@link qualifiedAnswers}. */
export type QualifiedAnswer = (typeof qualifiedAnswers)[number];

/** The reasons for an answer (INS-02). */
export const qualifiedReasons = [
  'valid',
  'retraining_open',
  'never_completed',
  'expired',
  'retraining_overdue',
  'evidence_not_valid',
  'voided',
  'not_required',
  'module_retired',
  'not_active',
] as const;

/** One of {@link qualifiedReasons}. */
export type QualifiedReason = (typeof qualifiedReasons)[number];

/** The knowledge that is used: at the end of that day, or today about that day. */
export type Reading = 'then' | 'now';

/** The reasons why a completion does not make the person qualified in a reading. */
export const setAsideReasons = [
  'recorded_later',
  'completed_later',
  'voided',
  'evidence_not_valid',
  'expired',
  'retraining_overdue',
] as const;

/** One of {@link setAsideReasons}. */
export type SetAside = (typeof setAsideReasons)[number];

/** A published version of the module that was effective by the end of the day. */
export interface VersionFacts {
  readonly number: number;
  readonly effectiveAt: Date;
  /** The same instant as a day in the time zone of the person's organization. */
  readonly effectiveOn: CalendarDate;
  readonly retraining: RetrainingChoice;
  readonly retrainingDays: number | null;
}

/** The completion of a cycle, from its record. */
export interface CompletionFacts {
  readonly version: number;
  readonly completedAt: Date;
  readonly completedOn: CalendarDate;
  /** The day on which it was recorded: the day of the completion, or a later one for past training. */
  readonly recordedOn: CalendarDate;
  /** Completed before the day was over. */
  readonly byThatDay: boolean;
  /** The last valid day; null if it never expires. */
  readonly validUntil: CalendarDate | null;
  /** Record, content and signatures are unchanged since the completion (SIG-04). */
  readonly isIntact: boolean;
  /** Voided before the end of the day, or since then; null: not voided. */
  readonly voided: 'before' | 'since' | null;
}

/** One cycle of the module for the person. */
export interface CycleFacts {
  readonly assignmentId: number;
  readonly cycle: number;
  readonly assignedOn: CalendarDate;
  /** The state at the end of that day; null if it did not exist or was voided. */
  readonly thatDay: {
    readonly status: StoredStatus;
    readonly dueDate: CalendarDate | null;
    readonly isRequired: boolean;
  } | null;
  /** Voided since by a person, so that it is known now that it should not have been assigned. */
  readonly isCorrected: boolean;
  readonly completion: CompletionFacts | null;
}

/** The facts about one person and one module around the end of a day. */
export interface QualifiedFacts {
  readonly day: CalendarDate;
  readonly isActive: boolean;
  /** The module was not retired and not switched off. */
  readonly isAssignable: boolean;
  /** The days since which matrices have required it of the person without a break; empty if none did. */
  readonly matricesSince: readonly CalendarDate[];
  /** The number of the effective version; null: none was. */
  readonly inForce: number | null;
  readonly versions: readonly VersionFacts[];
  readonly cycles: readonly CycleFacts[];
}

/** The answer in one reading. */
export interface Judgement {
  readonly answer: QualifiedAnswer;
  readonly reason: QualifiedReason;
  readonly isRequired: boolean;
  /** For 'no': the first day on which the person was not qualified, null if no record shows it. */
  readonly since: CalendarDate | null;
  /** For 'no': the version that is missing, null if none was effective. */
  readonly missingVersion: number | null;
  /** The last day to complete the open trainings; null if none is open, or if they have no due date. */
  readonly dueDate: CalendarDate | null;
  /** The cycle whose completion decides: a valid one, or else the closest to valid. */
  readonly assignmentId: number | null;
  /** The other completions, and those that do not suffice, with the reason. */
  readonly setAside: readonly { readonly assignmentId: number; readonly why: SetAside }[];
}

interface Candidate {
  readonly cycle: CycleFacts;
  readonly completion: CompletionFacts;
  readonly fault: { readonly why: SetAside & QualifiedReason; readonly since: CalendarDate } | null;
  /** The last day on which it counts although a later version requires retraining; null if no version does. */
  readonly deadline: CalendarDate | null;
}

/** Returns whether a person was qualified for a module on a day (INS-02): the one rule of the page, the list, the PDF and the JSON. */
export function judgeQualified(facts: QualifiedFacts, reading: Reading): Judgement {
  const standing = facts.cycles.filter(
    (cycle) => cycle.thatDay !== null && (reading === 'then' || !cycle.isCorrected),
  );
  const open = standing.filter((cycle) => isOpenOn(cycle, reading));
  const required = requiredOn(facts, standing, open);
  const setAside: { assignmentId: number; why: SetAside }[] = [];
  const candidates: Candidate[] = [];
  for (const cycle of facts.cycles) {
    if (cycle.completion === null) continue;
    const unknown = unknownIn(cycle, cycle.completion, reading);
    if (unknown !== null) setAside.push({ assignmentId: cycle.assignmentId, why: unknown });
    else candidates.push(candidateOf(facts, cycle, cycle.completion, open));
  }
  for (const { cycle, fault } of candidates)
    if (fault !== null) setAside.push({ assignmentId: cycle.assignmentId, why: fault.why });
  const dueDate = open[0]?.thatDay?.dueDate ?? null;
  const common = { isRequired: required, setAside, missingVersion: null, since: null };
  const notRequired = (reason: QualifiedReason): Judgement => ({
    ...common,
    answer: 'not_required',
    reason,
    dueDate: null,
    assignmentId: null,
  });
  if (!facts.isActive) return notRequired('not_active');
  const best = bestOf(candidates);
  if (best !== undefined && best.fault === null) {
    const reason = best.deadline === null ? 'valid' : 'retraining_open';
    const due = best.deadline ?? dueDate;
    const { assignmentId } = best.cycle;
    return { ...common, answer: 'yes', reason, dueDate: due, assignmentId };
  }
  if (!required) return notRequired(facts.isAssignable ? 'not_required' : 'module_retired');
  const missing = { ...common, answer: 'no', dueDate, missingVersion: facts.inForce } as const;
  if (best?.fault) {
    const { why: reason, since } = best.fault;
    return { ...missing, reason, since, assignmentId: best.cycle.assignmentId };
  }
  const voided = facts.cycles.findLast(({ assignmentId }) =>
    setAside.some((one) => one.assignmentId === assignmentId && one.why === 'voided'),
  );
  if (voided?.completion) {
    const { completedOn } = voided.completion;
    return { ...missing, reason: 'voided', since: completedOn, assignmentId: voided.assignmentId };
  }
  const since = earliest([...facts.matricesSince, ...standing.map(({ assignedOn }) => assignedOn)]);
  return { ...missing, reason: 'never_completed', since, assignmentId: null };
}

/** Open on that day in a reading: a training completed by then counts as done as soon as it is known. */
function isOpenOn({ thatDay, completion }: CycleFacts, reading: Reading): boolean {
  if (thatDay === null || !isOpen(thatDay.status)) return false;
  return reading === 'then' || !(completion?.byThatDay === true && completion.voided === null);
}

/**
 * Returns whether a module was required, by the definition of the figures (CMP-03). The open cycles decide, or else the earlier
 * ones. A module that a matrix requires is required even before it is assigned.
 */
function requiredOn(
  { isActive, isAssignable, matricesSince }: QualifiedFacts,
  standing: readonly CycleFacts[],
  open: readonly CycleFacts[],
): boolean {
  if (!isActive) return false;
  if (open.length > 0) return open.some(({ thatDay }) => thatDay?.isRequired) || matricesRequire();
  if (!isAssignable) return false;
  return matricesRequire() || standing.some(({ thatDay }) => thatDay?.isRequired);

  function matricesRequire(): boolean {
    return isAssignable && matricesSince.length > 0;
  }
}

/** Returns why a completion is not known in a reading; null if it is. */
function unknownIn(cycle: CycleFacts, completion: CompletionFacts, reading: Reading): SetAside | null {
  if (!completion.byThatDay) return 'completed_later';
  if (completion.voided === 'before') return 'voided';
  if (reading === 'now') return completion.voided === null ? null : 'voided';
  return cycle.thatDay?.status === 'completed' ? null : 'recorded_later';
}

/** Returns a known completion with the reason why it does not count on that day. */
function candidateOf(
  facts: QualifiedFacts,
  cycle: CycleFacts,
  completion: CompletionFacts,
  open: readonly CycleFacts[],
): Candidate {
  const { day } = facts;
  const after = open.filter((other) => other.cycle > cycle.cycle);
  const deadline = deadlineAfter(facts, completion, after, day);
  const at = (why: SetAside & QualifiedReason, since: CalendarDate) => ({
    cycle,
    completion,
    deadline,
    fault: { why, since },
  });
  if (!completion.isIntact) return at('evidence_not_valid', completion.completedOn);
  const { validUntil } = completion;
  const ends: { readonly why: SetAside & QualifiedReason; readonly last: CalendarDate }[] = [];
  if (validUntil !== null) ends.push({ why: 'expired', last: validUntil });
  if (deadline !== null) ends.push({ why: 'retraining_overdue', last: deadline });
  for (const { thatDay } of after)
    if (thatDay !== null && thatDay.isRequired && thatDay.dueDate !== null && isLate(thatDay, day))
      ends.push({ why: 'retraining_overdue', last: thatDay.dueDate });
  const [over] = ends
    .filter(({ last }) => compareDates(last, day) < 0)
    .toSorted((one, other) => compareDates(one.last, other.last));
  return over === undefined
    ? { cycle, completion, deadline, fault: null }
    : at(over.why, addDays(over.last, 1));
}

/**
 * Returns the last day on which a completion of an older version counts (MOD-11). It is the due date of the open retraining, or
 * else follows from the days that the first version with retraining gives. Returns null if no later version requires retraining
 * of this person.
 */
function deadlineAfter(
  { versions, inForce }: QualifiedFacts,
  completion: CompletionFacts,
  after: readonly CycleFacts[],
  day: CalendarDate,
): CalendarDate | null {
  const [first] = versions
    .filter(({ number }) => number > completion.version && inForce !== null && number <= inForce)
    .filter(({ retraining, effectiveAt }) =>
      mustRetrain(retraining, completion.completedAt < effectiveAt ? 'before' : 'after'),
    )
    .toSorted((one, other) => one.number - other.number);
  if (first === undefined) return null;
  const due = after[0]?.thatDay?.dueDate;
  if (due) return due;
  const { recordedOn } = completion;
  // Retraining could not be requested before the completion was recorded. Its days count from then.
  const from =
    compareDates(first.effectiveOn, recordedOn) < 0 && compareDates(recordedOn, day) <= 0
      ? recordedOn
      : first.effectiveOn;
  return addDays(from, first.retrainingDays ?? 0);
}

/**
 * Returns the completion that decides: one without fault, of the newest version, and then the one that is valid longest. If all
 * have faults, it is the newest.
 */
function bestOf(candidates: readonly Candidate[]): Candidate | undefined {
  const valid = candidates.filter(({ fault }) => fault === null);
  if (valid.length === 0) return candidates.toSorted((one, other) => other.cycle.cycle - one.cycle.cycle)[0];
  return valid.toSorted(
    (one, other) =>
      other.completion.version - one.completion.version ||
      compareEnds(other.completion.validUntil, one.completion.validUntil) ||
      other.cycle.cycle - one.cycle.cycle,
  )[0];
}

function compareEnds(one: CalendarDate | null, other: CalendarDate | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compareDates(one, other);
}

const earliest = (days: readonly CalendarDate[]): CalendarDate | null =>
  days.toSorted(compareDates)[0] ?? null;

/** Returns whether both readings have the same answer and the same evidence. */
export const readingsDiffer = (one: Judgement, other: Judgement): boolean =>
  one.answer !== other.answer || one.reason !== other.reason || one.assignmentId !== other.assignmentId;
