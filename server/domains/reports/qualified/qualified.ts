import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';
import { isOpen } from '#shared/domain/assignments/status.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import {
  judgeQualified,
  readingsDiffer,
  type Judgement,
  type QualifiedFacts,
} from '#shared/domain/qualified/qualified.ts';
import {
  judgeVersion,
  versionPositionOf,
  type VersionJudgement,
} from '#shared/domain/qualified/requested-version.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  recordValidity,
  rememberedContents,
  signatureView,
  type ReadContents,
  type RecordValidity,
} from '#server/domains/assignments/index.ts';
import type { Services } from '#server/platform/services.ts';
import { calendarDay } from '../requested-scope.ts';
import {
  readPairs,
  readVersions,
  type CycleRow,
  type PairRow,
  type RequestedPairs,
  type VersionRow,
} from './qualified.queries.ts';

/** The answer about one person on the wire. */
export type Answer = ResponseInput<typeof qualifiedContract.answer>;
type Row = ResponseInput<typeof qualifiedContract.list>['rows'][number];
type ReadingView = Answer['asKnownThen'];

/** A person and a module with both judgements and their basis. */
export interface JudgedPair {
  readonly pair: PairRow;
  readonly versions: readonly VersionRow[];
  readonly validity: ReadonlyMap<number, RecordValidity>;
  readonly facts: QualifiedFacts;
  readonly asThen: Judgement;
  readonly asNow: Judgement;
}

/** What was read of people and modules before their completions are judged. */
export interface ReadFacts {
  readonly pairs: readonly PairRow[];
  readonly versions: readonly VersionRow[];
}

/** Reads people and modules with their facts, and the versions of the modules, in two statements at the same time. */
export async function readFacts(db: Kysely<DB>, asked: RequestedPairs): Promise<ReadFacts> {
  const [pairs, versions] = await Promise.all([
    readPairs(db, asked),
    readVersions(db, asked.moduleIds, asked.scope.knownAt),
  ]);
  return { pairs, versions };
}

/**
 * Judges people and modules in three more statements for any number, sent at the same time: records, signatures, contents (INS-02). The
 * evidence of every completion is checked as in all reports (SIG-04).
 */
export async function judgeFacts(
  services: Services,
  db: Kysely<DB>,
  day: CalendarDate,
  { pairs, versions: allVersions }: ReadFacts,
  contents: ReadContents = rememberedContents(services, db),
): Promise<readonly JudgedPair[]> {
  const completions = pairs.flatMap(({ cycles }) =>
    cycles.flatMap(({ completion }) => (completion?.recordId == null ? [] : completion)),
  );
  const [validity] = await Promise.all([
    recordValidity(
      services,
      db,
      completions.flatMap(({ recordId }) => recordId ?? []),
      contents,
    ),
    // Begun before the records are there; `recordValidity` takes what is found.
    contents(completions.flatMap(({ versionId }) => versionId ?? [])),
  ]);
  const byModule = Map.groupBy(allVersions, ({ moduleId }) => moduleId);
  return pairs.map((pair) => {
    const versions = byModule.get(pair.moduleId) ?? [];
    const facts = factsOf(day, pair, versions, validity);
    return {
      pair,
      versions,
      validity,
      facts,
      asThen: judgeQualified(facts, 'then'),
      asNow: judgeQualified(facts, 'now'),
    };
  });
}

/** {@link readFacts} and {@link judgeFacts}. */
export async function judgePairs(
  services: Services,
  db: Kysely<DB>,
  asked: RequestedPairs,
  contents?: ReadContents,
): Promise<readonly JudgedPair[]> {
  return judgeFacts(services, db, asked.scope.asOf, await readFacts(db, asked), contents);
}

function factsOf(
  day: CalendarDate,
  pair: PairRow,
  versions: readonly VersionRow[],
  validity: ReadonlyMap<number, RecordValidity>,
): QualifiedFacts {
  return {
    day,
    isActive: pair.isActive,
    isAssignable: pair.moduleIsActive && !pair.isRetired,
    matricesSince: pair.matrices.map(({ since }) => since),
    inForce: pair.inForce,
    versions: versions.map((version) => ({
      number: version.number,
      effectiveAt: version.effectiveFrom,
      effectiveOn: calendarDay(version.effectiveFrom, pair.zone),
      retraining: version.retraining,
      retrainingDays: version.retrainingDays,
    })),
    cycles: pair.cycles.map((cycle) => ({
      assignmentId: cycle.assignmentId,
      cycle: cycle.cycle,
      assignedOn: cycle.assignedOn,
      thatDay: cycle.thatDay,
      isCorrected: cycle.completion === null && cycle.voided === 'since' && cycle.voidedCode === null,
      completion: cycle.completion && {
        version: cycle.completion.version,
        completedAt: new Date(cycle.completion.completedAt),
        completedOn: cycle.completion.completedOn,
        recordedOn: cycle.completion.recordedOn,
        byThatDay: cycle.completion.byThatDay,
        validUntil: cycle.completion.validUntil,
        isIntact: isIntact(cycle.completion.recordId, validity),
        voided: cycle.voided,
      },
    })),
  };
}

/** Returns whether a completion is intact. A completion without a record is not evidence. */
const isIntact = (recordId: number | null, validity: ReadonlyMap<number, RecordValidity>): boolean =>
  recordId !== null && (validity.get(recordId)?.state ?? 'not_valid') !== 'not_valid';

function readingView({ cycles }: PairRow, judged: Judgement): ReadingView {
  const { setAside: _, ...said } = judged;
  const found = cycles.find(({ assignmentId }) => assignmentId === judged.assignmentId)?.completion;
  return {
    ...said,
    version: found?.version ?? null,
    completedAt: found?.completedAt ?? null,
    completedTimeZone: found?.timeZone ?? null,
    completionKind: found?.kind ?? null,
    validUntil: found?.validUntil ?? null,
  };
}

const personOf = (pair: PairRow): Row['person'] => ({
  id: pair.personId,
  firstName: pair.firstName ?? '',
  lastName: pair.lastName ?? '',
  email: pair.email,
  jobTitle: pair.jobTitle,
  organizationName: pair.organizationName,
  departmentName: pair.departmentName,
  isActive: pair.isActive,
});

/** Returns a row of the list, with the answer for one version if the request names one. */
export const rowOf = (judged: JudgedPair, version: number | undefined, now: Date): Row => {
  const { pair, asThen, asNow } = judged;
  return {
    person: personOf(pair),
    module: { id: pair.moduleId, title: pair.title, reference: pair.reference },
    asKnownThen: readingView(pair, asThen),
    asKnownNow: readingView(pair, asNow),
    differs: readingsDiffer(asThen, asNow),
    versionAsked: version === undefined ? null : versionOf(judged, version, now),
  };
};

/** Returns a version of a module that has become effective by now; NOT_FOUND for any other, also for a planned one. */
export function effectiveVersionOf(versions: readonly VersionRow[], number: number, now: Date): VersionRow {
  const found = versions.find((one) => one.number === number && one.effectiveFrom <= now);
  if (found === undefined)
    throw new AppError('NOT_FOUND', { errors: [{ path: 'version', reason: 'version_not_found' }] });
  return found;
}

function versionOf(judged: JudgedPair, number: number, now: Date): Row['versionAsked'] {
  const { pair, versions, facts, asThen, asNow } = judged;
  const { effectiveFrom } = effectiveVersionOf(versions, number, now);
  const next = versions.find((one) => one.number > number && one.effectiveFrom <= now);
  const [then, known] = [judgeVersion(facts, asThen, number), judgeVersion(facts, asNow, number)];
  return {
    number,
    effectiveFrom,
    standing: versionPositionOf(number, pair.inForce),
    replacedBy: next ? { number: next.number, effectiveFrom: next.effectiveFrom } : null,
    asKnownThen: versionReading(pair, then),
    asKnownNow: versionReading(pair, known),
    differs:
      then.completion !== known.completion ||
      then.why !== known.why ||
      then.assignmentId !== known.assignmentId,
  };
}

function versionReading({ cycles }: PairRow, judged: VersionJudgement) {
  const found = cycles.find(({ assignmentId }) => assignmentId === judged.assignmentId)?.completion;
  return {
    ...judged,
    completedAt: found?.completedAt ?? null,
    completedTimeZone: found?.timeZone ?? null,
    completionKind: found?.kind ?? null,
  };
}

/** Returns the whole answer about one person. NOT_FOUND for a version that has not become effective by now. */
export function answerOf(
  judged: JudgedPair,
  day: CalendarDate,
  answeredAt: Date,
  version: number | undefined,
): Answer {
  const { pair, versions } = judged;
  const inForce = versions.find(({ number }) => number === pair.inForce);
  const { person, module, ...readings } = rowOf(judged, version, answeredAt);
  return {
    day,
    until: pair.until,
    timeZone: pair.zone,
    answeredAt,
    person,
    module: { ...module, isRetired: pair.isRetired },
    ...((pair.awayThen || pair.awayNow) && {
      away: { asKnownThen: pair.awayThen, asKnownNow: pair.awayNow },
    }),
    versionInForce: inForce
      ? { number: inForce.number, effectiveFrom: inForce.effectiveFrom, retraining: inForce.retraining }
      : null,
    matrices: [...pair.matrices],
    assignments: pair.cycles.flatMap(({ assignmentId, cycle, assignedOn, thatDay }) =>
      thatDay === null
        ? []
        : {
            id: assignmentId,
            cycle,
            assignedOn,
            dueDate: thatDay.dueDate,
            isRequired: thatDay.isRequired,
            isOpen: isOpen(thatDay.status),
          },
    ),
    ...readings,
    completions: pair.cycles.flatMap((cycle) => completionOf(judged, cycle) ?? []),
  };
}

function completionOf(
  { asThen, asNow, validity }: JudgedPair,
  cycle: CycleRow,
): Answer['completions'][number] | null {
  const { completion, assignmentId } = cycle;
  if (completion === null) return null;
  const { completedOn: _, byThatDay: __, recordedOn: ___, versionId: ____, kind, timeZone, ...shown } = completion;
  const known = completion.recordId === null ? undefined : validity.get(completion.recordId);
  const aside = ({ setAside }: Judgement) =>
    setAside.find((one) => one.assignmentId === assignmentId)?.why ?? null;
  return {
    assignmentId,
    cycle: cycle.cycle,
    ...shown,
    completedTimeZone: timeZone,
    completionKind: kind,
    signature: known ? signatureView(known) : null,
    voidedAt: cycle.voidedAt,
    voidedReason: cycle.voidedReason,
    voidedCode: cycle.voidedCode,
    asideThen: aside(asThen),
    asideNow: aside(asNow),
  };
}
