import { Kysely } from 'kysely';
import pg from 'pg';
import { poolConfig, typeParsers, type Connection } from '#server/db/connection.ts';
import type { DB } from '#server/db/db.d.ts';
import { CamelCaseNames, SnakeCaseDialect } from '#server/db/snake-case.ts';
import { ClosingCursor } from '#server/platform/postgres/closing-cursor.ts';
import { clientWithTimeout } from '#server/platform/postgres/client-with-timeout.ts';

/** An open database: the query builder, the pool below it, and the function that closes both. */
export interface Database {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** The settings of a process for its connections. */
export interface DatabaseOptions {
  /** The maximum number of connections of this process. */
  readonly max?: number;
  /** Idle connections that stay open, with their prepared statements, so that a request after a pause need not wait for new ones. */
  readonly kept?: number;
  /** The name of these connections in the database, in `pg_stat_activity`. */
  readonly name?: string;
  /** Milliseconds that a connection is waited for: a free one of the pool, or a new one. */
  readonly connectTimeout?: number;
  /** Milliseconds after which the database ends a statement. */
  readonly statementTimeout?: number;
  /**
   * Milliseconds after which a connection whose statement has no answer is closed, because the network is silent; more than
   * the limit of a statement.
   */
  readonly answerTimeout?: number;
  /** Milliseconds that a statement waits for a lock of another transaction (OPS-10). */
  readonly lockTimeout?: number;
  /** Milliseconds after which the database ends a connection that is idle in a transaction: it would delay sealing. */
  readonly idleInTransactionTimeout?: number;
  /** Called for every lost connection; the pool opens a new one at the next use. */
  readonly onError?: (error: Error) => void;
}

/** Milliseconds without use after which a connection beyond the ones that stay open is closed. */
const idleTimeout = 10_000;

/** Seconds after which even a connection that stays open is replaced: this frees its cache, and follows the database to another machine. */
const longestLife = 3600;

/** Milliseconds of silence after which a connection is probed, so that no firewall drops an open one. */
const probeAfter = 60_000;

/** Opens a pool to the database (STACK §3). It outlives a restart of the database: lost connections are replaced at the next use. */
export function createDatabase(connection: Connection, options: DatabaseOptions = {}): Database {
  const statementTimeout = options.statementTimeout ?? 60_000;
  const pool = new pg.Pool({
    max: options.max ?? 10,
    min: Math.min(options.kept ?? 0, options.max ?? 10),
    idleTimeoutMillis: idleTimeout,
    maxLifetimeSeconds: longestLife,
    application_name: options.name ?? 'traintrail',
    connectionTimeoutMillis: options.connectTimeout ?? 10_000,
    statement_timeout: statementTimeout,
    lock_timeout: options.lockTimeout ?? 10_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeout ?? 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: probeAfter,
    ...poolConfig(connection),
    types: typeParsers,
    Client: clientWithTimeout(options.answerTimeout ?? statementTimeout + 5000),
  });
  pool.on('error', (error) => options.onError?.(error));
  // A connection that is lost during a transaction has no listener for errors in the pool: without this one the process would end.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  const db = new Kysely<DB>({
    dialect: new SnakeCaseDialect({ pool, cursor: ClosingCursor }),
    plugins: [new CamelCaseNames()],
  });
  return {
    db,
    pool,
    close: async () => {
      await db.destroy();
    },
  };
}
