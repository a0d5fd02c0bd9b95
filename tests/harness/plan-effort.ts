/** What the database does for a statement, by EXPLAIN: unlike a time it is the same whatever else the machine does (PERF-03). */
import { CamelCasePlugin, Kysely, PostgresDialect, type CompiledQuery } from 'kysely';
import pg from 'pg';
import { typeParsers } from '#server/db/connection.ts';
import type { DB } from '#server/db/db.d.ts';
import { forgiveLoss } from './cluster.ts';
import type { TestDatabase } from './database.ts';

/** A step of a plan, as EXPLAIN shows it. */
interface Step {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Step[];
}

/** What statements cost. */
interface Effort {
  /** Looked at by the steps of all plans. */
  readonly rows: number;
}

const rowsIn = (step: Step): number =>
  step['Actual Loops'] *
    (step['Actual Rows'] +
      (step['Rows Removed by Filter'] ?? 0) +
      (step['Rows Removed by Join Filter'] ?? 0)) +
  (step.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), 0);

/** Runs some queries, and returns what the statements that they sent cost. */
export async function effortOf(
  { admin }: TestDatabase,
  ask: (db: Kysely<DB>) => Promise<unknown>,
): Promise<Effort> {
  const sent: CompiledQuery[] = [];
  // Answers are read as the product reads them.
  const pool = new pg.Pool({ ...admin.options, max: 2, types: typeParsers });
  forgiveLoss(pool);
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void sent.push(query),
  });
  try {
    await ask(db);
  } finally {
    await db.destroy();
  }
  let looked = 0;
  for (const { sql, parameters } of sent) {
    const { rows } = await admin.query<{ 'QUERY PLAN': [{ Plan: Step }] }>(
      `explain (analyze, timing off, format json) ${sql}`,
      [...parameters],
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    if (!plan) throw new Error('there is no plan');
    looked += rowsIn(plan);
  }
  return { rows: looked };
}

/** Fills the database with triggers off, and counts what the planner has to know. */
export async function fillInBulk({ admin }: TestDatabase, statements: readonly string[]): Promise<void> {
  const client = await admin.connect();
  try {
    await client.query('set session_replication_role = replica; set synchronous_commit = off');
    for (const statement of statements) await client.query(statement);
    await client.query('reset session_replication_role; reset synchronous_commit');
    await client.query('vacuum analyze');
  } finally {
    client.release();
  }
}
