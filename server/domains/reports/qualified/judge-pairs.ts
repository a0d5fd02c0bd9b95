import type { Kysely } from 'kysely';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { judgeQualified, type Judgement, type QualifiedFacts } from '#shared/domain/qualified/qualified.ts';
import type { DB } from '#server/db/db.d.ts';
import {
  evidenceValidity,
  recordValidity,
  rememberedContents,
  type ReadContents,
  type RecordValidity,
} from '#server/domains/assignments/index.ts';
import type { Services } from '#server/platform/services.ts';
import { calendarDay } from '../requested-scope.ts';
import type { AnswerRow } from './answer.queries.ts';
import { readPairs, type PairRow } from './qualified.queries.ts';
import type { RequestedPairs } from './next-people.ts';
import { readVersions, type VersionRow } from './modules.queries.ts';

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
    // Started before the records are there; `recordValidity` uses what is found.
    contents(completions.flatMap(({ versionId }) => versionId ?? [])),
  ]);
  return judgedOf(day, { pairs, versions: allVersions }, validity);
}

/** Judges one person and module by the evidence that was read with them: the same bytes are judged once (061). */
export async function judgeAnswer(
  services: Services,
  day: CalendarDate,
  row: AnswerRow,
): Promise<JudgedPair | undefined> {
  const validity = await evidenceValidity(services, row.evidence);
  return judgedOf(day, { pairs: [row], versions: versionsOf(row) }, validity)[0];
}

/** The published versions that were read with an answer. */
export const versionsOf = ({ versions }: AnswerRow): readonly VersionRow[] =>
  versions.map((version) => ({ ...version, effectiveFrom: new Date(version.effectiveFrom) }));

function judgedOf(
  day: CalendarDate,
  { pairs, versions: allVersions }: ReadFacts,
  validity: ReadonlyMap<number, RecordValidity>,
): readonly JudgedPair[] {
  const byModule = Map.groupBy(allVersions, ({ moduleId }) => moduleId);
  const factsOfVersions = versionFacts();
  return pairs.map((pair) => {
    const versions = byModule.get(pair.moduleId) ?? [];
    const facts = factsOf(day, pair, factsOfVersions(pair, versions), validity);
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

/** The facts of a module's versions in the zone of a person, worked out once per module and zone: a day in a zone takes longer than an answer. */
function versionFacts(): (pair: PairRow, versions: readonly VersionRow[]) => QualifiedFacts['versions'] {
  const known = new Map<string, QualifiedFacts['versions']>();
  return ({ moduleId, zone }, versions) => {
    const key = `${String(moduleId)} ${zone}`;
    const found =
      known.get(key) ??
      versions.map((version) => ({
        number: version.number,
        effectiveAt: version.effectiveFrom,
        effectiveOn: calendarDay(version.effectiveFrom, zone),
        retraining: version.retraining,
        retrainingDays: version.retrainingDays,
      }));
    known.set(key, found);
    return found;
  };
}

function factsOf(
  day: CalendarDate,
  pair: PairRow,
  versions: QualifiedFacts['versions'],
  validity: ReadonlyMap<number, RecordValidity>,
): QualifiedFacts {
  return {
    day,
    isActive: pair.isActive,
    isAssignable: pair.moduleIsActive && !pair.isRetired,
    matricesSince: pair.matrices.map(({ since }) => since),
    inForce: pair.inForce,
    versions,
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

/** A completion without a record is no evidence. */
const isIntact = (recordId: number | null, validity: ReadonlyMap<number, RecordValidity>): boolean =>
  recordId !== null && (validity.get(recordId)?.state ?? 'not_valid') !== 'not_valid';
