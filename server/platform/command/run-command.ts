import { sql, type RawBuilder, type Transaction } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { DB } from '#server/db/db.d.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { queryPrepared } from '#server/platform/postgres/named-statement.ts';
import { claimIdempotencyKey, storeIdempotentAnswer, type Idempotency } from './idempotency.ts';
import { isUnattended, originOf } from './origin.ts';
import { proveAndRead, proveCommand } from './prove-command.ts';
import { recordConcern, type Concern } from './record-concern.ts';
import type { CommandTransaction, DomainEvent } from './transaction.ts';
import type { Services } from '#server/platform/services.ts';

/** Actor, action and reason, for the trail (AUD-01). */
export interface CommandFacts {
  /** The declared action, for example `assignment.completed`. */
  readonly action: string;
  /** The acting person or API token, null for the system. */
  readonly actorId: string | null;
  /** The token, if one acts. */
  readonly token?: { readonly makerId: string } | undefined;
  readonly reason?: string | null | undefined;
  readonly organizationId?: number | null | undefined;
  /** The origin: role, session, auth method, address, user agent, request id. */
  readonly origin?: Readonly<Record<string, unknown>> | undefined;
  readonly idempotency?: Idempotency | undefined;
  /** The record that it concerns, for the trail if it changes no audited row. */
  readonly record?: Concern | undefined;
  /**
   * SQL that locks the command's records, in the statement that opens it (PERF-03): values read after it do not change. Only if a command
   * is opened in any case.
   */
  readonly locks?: RawBuilder<unknown> | undefined;
  /** The command's answer, read in the statement that proves it: its values may not change after that (PERF-03). */
  readonly answer?:
    { readonly statement: () => RawBuilder<unknown>; readonly take: (row: unknown) => void } | undefined;
  /** Opens no command in the trail unless an audited row changes. */
  readonly onlyChanges?: boolean | undefined;
}

const attempts = 5;
const retryable = new Set(['40001', '40P01']);
const lockTimedOut = '55P03';

/** The code with which the database refuses a write to an audited table outside a command. */
const outsideCommand = 'TT001';

/**
 * Runs one command (DESIGN rule 3). It opens the transaction, passes the actor to the database, runs the work and the subscribers
 * of its events, stores the answer for the Idempotency-Key, and commits. It is the only place that opens a writing transaction.
 * It retries deadlocks and serialization failures, and lock timeouts too if no person waits for the response.
 */
export async function runCommand<T>(
  services: Services,
  facts: CommandFacts,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T> {
  return runAgain(services, facts, false, work);
}

async function runAgain<T>(
  services: Services,
  facts: CommandFacts,
  isRehearsal: boolean,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T> {
  let opens = facts.onlyChanges !== true;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(services, facts, { isRehearsal, opens }, work);
    } catch (error) {
      if (!opens && codeOf(error) === outsideCommand) {
        opens = true;
        continue;
      }
      if (attempt >= attempts || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * (0.5 + Math.random())));
    }
  }
}

/** Carries the answer of a rehearsal out of its transaction, which it undoes. */
class Rehearsed extends Error {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('rehearsed');
    this.answer = answer;
  }
}

/**
 * Runs a command with its subscribers to the end and rolls everything back. The result is the effect of the command, because
 * it is the same code (MTX-06 'shows its effect first'). Nothing is written to the trail or sent; refusals are those of the
 * command.
 */
export async function rehearseCommand<T>(
  services: Services,
  facts: Omit<CommandFacts, 'idempotency'>,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T> {
  try {
    return await runAgain(services, facts, true, async (tx) => {
      throw new Rehearsed(await work(tx));
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer as T;
    throw error;
  }
}

async function runOnce<T>(
  services: Services,
  facts: CommandFacts,
  { isRehearsal, opens }: { readonly isRehearsal: boolean; readonly opens: boolean },
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T> {
  const afterCommit: (() => void | Promise<void>)[] = [];
  const answer = await services.db.transaction().execute(async (db) => {
    // This comes before the command opens, so that a repeated request leaves no second command in the trail.
    if (facts.idempotency) {
      const replay = await claimIdempotencyKey(db, facts.idempotency, facts.actorId);
      if (replay) return replay.answer as T;
    }
    const begun = opens ? await beginCommand(db, services, facts) : null;
    const commandId = begun?.id ?? null;
    const events: DomainEvent[] = [];
    let handled = 0;
    let changed = false;
    const tx: CommandTransaction = {
      db,
      services,
      actorId: facts.token ? null : facts.actorId,
      answerableId: facts.token ? facts.token.makerId : facts.actorId,
      get commandId() {
        if (commandId === null) throw new Error(`${facts.action} has opened no command`);
        return commandId;
      },
      isRehearsal,
      wantedEvents: begun?.wanted ?? null,
      changes: () => {
        changed = true;
      },
      emit: (event) => {
        events.push(event);
      },
      runSubscribers: async () => {
        // Subscribers may raise further events: the list grows while it is walked.
        for (let event = events[handled]; event; event = events[handled]) {
          handled += 1;
          // The table has for each name the subscribers of that event.
          for (const subscriber of services.subscribers[event.type])
            await (subscriber as (tx: CommandTransaction, event: DomainEvent) => Promise<void>)(tx, event);
        }
      },
      afterCommit: (later) => {
        afterCommit.push(later);
      },
    };
    const result = await work(tx);
    await tx.runSubscribers();
    const concern = changed ? null : concernOf(facts);
    if (opens && concern) await recordConcern(db, facts.action, concern);
    if (facts.idempotency) await storeIdempotentAnswer(db, facts.idempotency, facts.actorId, result);
    if (opens && !isRehearsal) {
      if (facts.answer) facts.answer.take(await proveAndRead(db, services.config, facts.answer.statement()));
      else await proveCommand(db, services.config);
    }
    return result;
  });
  for (const later of afterCommit) {
    try {
      await later();
    } catch (error) {
      services.log.warn({ err: error, action: facts.action }, 'work after commit failed');
    }
  }
  return answer;
}

/** A command that is open. */
interface Begun {
  readonly key: string | null;
  readonly id: number;
  readonly wanted: readonly string[];
}

async function beginCommand(db: Transaction<DB>, services: Services, facts: CommandFacts): Promise<Begun> {
  const origin = JSON.stringify({
    ...originOf(facts.origin),
    organizationId: facts.organizationId ?? null,
    version: services.version,
  });
  const opens = sql`installation_key() as key, wanted_events() as wanted,
    audit.begin_command(${facts.action}, ${facts.actorId}, ${facts.reason ?? null}, ${origin}::jsonb) as id`;
  const [row] = await queryPrepared<Begun, DB>(
    db,
    'command.begin',
    facts.locks
      ? sql`with held as materialized (${facts.locks}) select ${opens}, (select count(*) from held) as held`
      : sql`select ${opens}`,
  );
  if (row === undefined) throw new Error('the audit trail opened no command');
  // The secret was rotated while this server runs, which is about to stop: another one accepts the request (OPS-09).
  if (row.key !== null && row.key !== fingerprintOf(services.config))
    throw new AppError('DATABASE_UNAVAILABLE');
  return row;
}

/** Returns the record that a command names, or else the person concerned. */
function concernOf({ record, origin, organizationId }: CommandFacts): Concern | null {
  const subjectId = origin?.['subjectId'];
  if (typeof subjectId !== 'string') return record ? { organizationId, ...record } : null;
  return { subjectId, organizationId, ...(record ?? { type: 'users', id: subjectId }) };
}

/** Background work tries again to get the lock; a person gets an error at once if another transaction has it (OPS-10). */
function isRetryable(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && (retryable.has(code) || (code === lockTimedOut && isUnattended()));
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error ? String(error.code) : null;
