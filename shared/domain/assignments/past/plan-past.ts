import { compareDates } from '#shared/domain/calendar/calendar.ts';
import { instantOf } from '#shared/domain/calendar/evidence-time.ts';
import {
  renewalOpensOn,
  validityOf,
  type RenewalTerms,
  type Validity,
} from '#shared/domain/assignments/renewal.ts';
import { mustRetrain } from '#shared/domain/modules/publishing.ts';
import { nameKey } from '#shared/domain/text/plain-line.ts';
import { completes } from './completes-open.ts';
import { pastLookup, placeOn } from './past-lookup.ts';
import type {
  PastModule,
  PastPerson,
  PastPlan,
  HeldTraining,
  PastVersion,
  PastContext,
  PlannedPastRow,
} from './plan-types.ts';
import type { PastProblem, ReadPastRow } from './read-past-row.ts';

/** A row whose person, module, version and day are known. */
interface Known {
  readonly line: number;
  readonly person: PastPerson;
  readonly module: PastModule;
  readonly version: PastVersion;
  readonly completedOn: string;
  readonly source: string;
  readonly fileId: number | null;
}

const never: RenewalTerms = { period: null, window: 0 };
const keyOf = (userId: string, moduleId: number): string => `${userId} ${String(moduleId)}`;

/**
 * Returns the result of each row of a file of past completions (USR-09). The order of rows does not matter, and completions that
 * are already recorded stay unchanged. The latest completion of a person and module completes an open training if it is still
 * valid today and the training was not requested after it ({@link completes}). All others become separate trainings. Periods of
 * validity follow one another by day, as if each completion had been recorded on its day.
 */
export function planPast(rows: readonly ReadPastRow[], world: PastContext): PastPlan {
  const judged = rows.map((row) => judge(row, world, lookUp(world)));
  markTwins(judged);
  const standing = Map.groupBy(world.standing, ({ userId, moduleId }) => keyOf(userId, moduleId));
  const terms = new Map(world.terms.map((one) => [keyOf(one.userId, one.moduleId), one]));
  const plan: Mutable = { rows: new Map(), moved: [], renewals: [], retrainings: [] };
  const known = judged.flatMap(({ known: one, problems }) => (one && problems.length === 0 ? [one] : []));
  for (const [key, group] of Map.groupBy(known, ({ person, module }) => keyOf(person.id, module.id)))
    planGroup(plan, group, standing.get(key) ?? [], terms.get(key), world);
  return {
    rows: judged.map(
      ({ line, known: one, problems }) =>
        plan.rows.get(line) ?? {
          line,
          outcome: 'bad',
          userId: one?.person.id ?? null,
          completion: null,
          problems,
        },
    ),
    moved: plan.moved,
    renewals: plan.renewals,
    retrainings: plan.retrainings,
  };
}

interface Mutable {
  readonly rows: Map<number, PlannedPastRow>;
  readonly moved: PastPlan['moved'][number][];
  readonly renewals: PastPlan['renewals'][number][];
  readonly retrainings: PastPlan['retrainings'][number][];
}

interface Judged {
  readonly line: number;
  readonly known: Known | null;
  readonly problems: PastProblem[];
}

const lookUps = new WeakMap<PastContext, ReturnType<typeof pastLookup>>();
function lookUp(world: PastContext): ReturnType<typeof pastLookup> {
  const made = lookUps.get(world) ?? pastLookup(world);
  lookUps.set(world, made);
  return made;
}

function judge(
  { row, problems }: ReadPastRow,
  world: PastContext,
  find: ReturnType<typeof pastLookup>,
): Judged {
  const all = [...problems];
  const take = <Thing>(answer: { found: Thing } | { problem: PastProblem }): Thing | null => {
    if ('found' in answer) return answer.found;
    all.push(answer.problem);
    return null;
  };
  const hasKey = row.email !== null || row.externalId !== null;
  const person = hasKey ? take(find.person(row)) : null;
  const module = person && row.module !== null ? take(find.module(row.module, person)) : null;
  const today = world.places.get(person?.organizationId ?? null)?.today ?? '0001-01-01';
  const day = row.completedOn;
  if (person && day !== null && compareDates(day, today) > 0)
    all.push({ field: 'completed_on', value: day, reason: 'past_day_future' });
  const version =
    person && module && day !== null
      ? take(find.version(module, row.version, day, placeOn(person, day, world).timeZone))
      : null;
  const fileId = row.certificateFile === null ? null : world.files.get(nameKey(row.certificateFile));
  if (fileId === undefined)
    all.push({ field: 'certificate_file', value: row.certificateFile ?? '', reason: 'past_file_missing' });
  const { line, source } = row;
  const whole = person && module && version && day !== null && source !== null && fileId !== undefined;
  return {
    line,
    known: whole ? { line, person, module, version, completedOn: day, source, fileId } : null,
    problems: all,
  };
}

/** Two rows of one completion: one of them may be wrong, and it is unknown which. */
function markTwins(judged: readonly Judged[]): void {
  const first = new Map<string, number>();
  for (const { line, known, problems } of judged) {
    if (!known) continue;
    const key = `${keyOf(known.person.id, known.module.id)} ${String(known.version.number)} ${known.completedOn}`;
    const other = first.get(key);
    if (other === undefined) first.set(key, line);
    else problems.push({ field: null, value: '', reason: 'past_twice', otherLine: other });
  }
}

function planGroup(
  plan: Mutable,
  group: readonly Known[],
  standing: readonly HeldTraining[],
  matrixTerms: RenewalTerms | undefined,
  world: PastContext,
): void {
  const done = standing.filter(({ status }) => status === 'completed');
  const isKnown = ({ completedOn, version }: Known): boolean =>
    done.some((one) => one.completedOn === completedOn && one.versionNumber === version.number);
  const fresh = group
    .filter((one) => !isKnown(one))
    .toSorted((a, b) => compareDates(a.completedOn, b.completedOn) || a.version.number - b.version.number);
  for (const { line, person } of group)
    plan.rows.set(line, { line, outcome: 'unchanged', userId: person.id, completion: null, problems: [] });
  const newest = fresh.at(-1);
  if (!newest) return;
  const { today } = world.places.get(newest.person.organizationId) ?? { today: '' };
  const open = standing.find(({ status }) => status === 'not_started' || status === 'in_progress');
  const lastDone = done.toSorted((a, b) => a.cycle - b.cycle).at(-1);
  const ownTerms = matrixTerms ?? lastDone?.terms ?? never;
  const openTerms = open && termsOf(open, matrixTerms);
  const held = done.flatMap(({ completedOn, validity }) =>
    validity && completedOn ? [{ completedOn, validity }] : [],
  );
  const validityFor = ({ completedOn }: Known, terms: RenewalTerms): Validity | null =>
    validityOf(completedOn, terms, latestBefore(held, completedOn));
  const firstCycle = Math.max(0, ...standing.map(({ cycle }) => cycle)) + 1;
  let ended = false;
  for (const [at, one] of fresh.entries()) {
    const asOpen = one === newest && open && openTerms ? validityFor(one, openTerms) : undefined;
    const target = asOpen !== undefined && open && completes(one, asOpen, open, done, today) ? open : null;
    const validity = target ? (asOpen ?? null) : validityFor(one, ownTerms);
    if (target) ended = true;
    if (validity) held.push({ completedOn: one.completedOn, validity });
    // A single completion keeps the cycle of the open training.
    const cycle = target && fresh.length === 1 ? target.cycle : firstCycle + at;
    if (target && cycle !== target.cycle) plan.moved.push({ assignmentId: target.assignmentId, cycle });
    const { line, person, module, version, completedOn, source, fileId } = one;
    const { organizationId, timeZone } = placeOn(person, completedOn, world);
    plan.rows.set(line, {
      line,
      outcome: target ? 'completes' : 'recorded',
      userId: person.id,
      completion: {
        userId: person.id,
        organizationId,
        moduleId: module.id,
        versionId: version.id,
        versionNumber: version.number,
        completedOn,
        timeZone,
        source,
        fileId,
        validity,
        terms: target && openTerms ? openTerms : ownTerms,
        cycle,
        assignmentId: target?.assignmentId ?? null,
      },
      problems: [],
    });
  }
  if (open && !ended) plan.moved.push({ assignmentId: open.assignmentId, cycle: firstCycle + fresh.length });
  if ((open && !ended) || !newest.person.isActive || !newest.module.isAssignable) return;
  const endless = done.some(({ validity }) => validity === null) || held.length < done.length + fresh.length;
  const until = endless
    ? null
    : held
        .map(({ validity }) => validity.validUntil)
        .toSorted()
        .at(-1);
  if (matrixTerms && until != null && compareDates(renewalOpensOn(until, matrixTerms), today) <= 0)
    plan.renewals.push({ userId: newest.person.id, moduleId: newest.module.id });
  else planRetraining(plan, newest, done, placeOn(newest.person, newest.completedOn, world).timeZone);
}

/** Returns the renewal terms for the completion of an open training (MTX-08): its own; those of the matrices if no matrix created it. */
function termsOf({ hasMatrix, terms }: HeldTraining, matrixTerms: RenewalTerms | undefined): RenewalTerms {
  return terms.period !== null || hasMatrix ? terms : (matrixTerms ?? terms);
}

/** Returns the completion that is valid longest among those up to a day. */
function latestBefore(
  held: readonly { readonly completedOn: string; readonly validity: Validity }[],
  day: string,
): Validity | null {
  return held
    .filter(({ completedOn }) => compareDates(completedOn, day) <= 0)
    .reduce<Validity | null>(
      (longest, { validity }) =>
        longest && compareDates(longest.validUntil, validity.validUntil) >= 0 ? longest : validity,
      null,
    );
}

/**
 * Plans the retraining that a later effective version requires of people who completed an earlier one (MOD-11; `mustRetrain`
 * is the rule).
 */
function planRetraining(plan: Mutable, newest: Known, done: readonly HeldTraining[], timeZone: string): void {
  const { module, version, completedOn, line } = newest;
  if (done.some(({ versionNumber }) => (versionNumber ?? 0) > version.number)) return;
  // Only the day is known: the record has noon, as for every reader of it.
  const completedAt = instantOf(completedOn, '12:00', timeZone);
  const current = module.versions.find(({ id }) => id === module.currentVersionId);
  const promised = module.versions
    .filter(({ number }) => number > version.number && number <= (current?.number ?? 0))
    .filter(({ retraining, effectiveAt }) =>
      mustRetrain(retraining, completedAt < effectiveAt ? 'before' : 'after'),
    )
    .toSorted((a, b) => b.number - a.number)[0];
  if (promised) plan.retrainings.push({ line, versionId: promised.id });
}
