/** What every attack is: a name, and a round of calls that is repeated with other seeds (SEC-06). */
import type { TestDatabase } from '#tests/harness/cluster.ts';
import { Findings, newLog, type CallLog, type Finding } from './finding.ts';
import { createGround, type Ground } from './ground.ts';

/** One round of an attack. */
export interface Round {
  readonly seed: number;
  /** How much is tried: 1 in `npm test`, more in `npm run attack`. */
  readonly effort: number;
  readonly log: CallLog;
  readonly findings: Findings;
  /** True once the time of the run has passed. */
  readonly isOver: () => boolean;
}

/** An attack on the server of a ground. */
export interface Attack {
  readonly name: string;
  readonly title: string;
  readonly run: (ground: Ground, round: Round) => Promise<void>;
}

/** What a round was. */
export interface RoundResult {
  readonly findings: readonly Finding[];
  /** Number of calls that were made. */
  readonly calls: number;
}

/** How a round is run. */
export interface RoundInput {
  readonly seed: number;
  readonly effort?: number;
  readonly isOver?: () => boolean;
}

/** Runs one round of an attack on a ground. */
export async function runRound(attack: Attack, ground: Ground, input: RoundInput): Promise<RoundResult> {
  const { seed, effort = 1, isOver = () => false } = input;
  const log = newLog();
  const findings = new Findings(attack.name, { seed, effort });
  await ground.database.admin.query('delete from sign_in_throttles');
  await attack.run(ground, { seed, effort, log, findings, isOver });
  return { findings: findings.all, calls: log.count };
}

/** Runs one round of an attack on a ground of its own. */
export async function runRoundAlone(
  attack: Attack,
  database: () => Promise<TestDatabase>,
  input: RoundInput,
): Promise<RoundResult> {
  const ground = await createGround(await database());
  try {
    return await runRound(attack, ground, input);
  } finally {
    await ground.close();
  }
}
