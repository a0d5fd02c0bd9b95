import { AppError } from '#shared/contract/errors.ts';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { qualifiedContract } from '#shared/contract/qualified.ts';
import { isOpen } from '#shared/domain/assignments/status.ts';
import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import { readingsDiffer, type Judgement } from '#shared/domain/qualified/qualified.ts';
import {
  judgeVersion,
  versionPositionOf,
  type VersionJudgement,
} from '#shared/domain/qualified/requested-version.ts';
import { signatureView } from '#server/domains/assignments/index.ts';
import type { JudgedPair } from './judge-pairs.ts';
import type { VersionRow } from './modules.queries.ts';
import type { CycleRow, PairRow } from './qualified.queries.ts';

/** The answer about one person on the wire. */
export type Answer = ResponseInput<typeof qualifiedContract.answer>;
type Row = ResponseInput<typeof qualifiedContract.list>['rows'][number];
type ReadingView = Answer['asKnownThen'];

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
  const {
    completedOn: _,
    byThatDay: __,
    recordedOn: ___,
    versionId: ____,
    kind,
    timeZone,
    ...shown
  } = completion;
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
