import type { Judgement, QualifiedFacts, SetAside } from './qualified.ts';

/** The position of a version in its module at the end of a day (INS-02). */
export const versionPositions = ['effective', 'replaced', 'not_effective_yet'] as const;

/** One of {@link versionPositions}. */
export type VersionPosition = (typeof versionPositions)[number];

/** The progress of a person with one version (INS-02). */
export const versionCompletions = ['counts', 'set_aside', 'none'] as const;

/** One of {@link versionCompletions}. */
export type VersionCompletion = (typeof versionCompletions)[number];

/** The judgement of one reading on one version. */
export interface VersionJudgement {
  readonly completion: VersionCompletion;
  /** The reason why the completion does not count; null: it does, or there is none. */
  readonly why: SetAside | null;
  /** The cycle of that completion. */
  readonly assignmentId: number | null;
}

/** Returns the position of a version at the end of a day. */
export function versionPositionOf(number: number, inForce: number | null): VersionPosition {
  if (number === inForce) return 'effective';
  return inForce !== null && number < inForce ? 'replaced' : 'not_effective_yet';
}

/**
 * Returns whether a person had completed one version, from the judgement of a reading (INS-02): a completion that counts
 * comes before others, a newer one before an older one.
 */
export function judgeVersion(
  { cycles }: Pick<QualifiedFacts, 'cycles'>,
  { setAside }: Pick<Judgement, 'setAside'>,
  number: number,
): VersionJudgement {
  const found = cycles
    .filter(({ completion }) => completion?.version === number)
    .toSorted((one, other) => other.cycle - one.cycle)
    .map(({ assignmentId }) => ({
      assignmentId,
      why: setAside.find((one) => one.assignmentId === assignmentId)?.why ?? null,
    }));
  const best = found.find(({ why }) => why === null) ?? found[0];
  if (best === undefined) return { completion: 'none', why: null, assignmentId: null };
  return { completion: best.why === null ? 'counts' : 'set_aside', ...best };
}
