import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';

interface Numbering {
  readonly name: string;
  readonly schema: string;
  readonly table: string;
  readonly column: string;
  /** The number given last; null if none was given yet. */
  readonly given: number | null;
}

/** Rolled-back statements skip fewer numbers than this. A larger gap means that the sequence was changed. */
const furthest = 100_000_000;

/**
 * Checks that sequences continue from the numbers that are taken (AUD-04). One that was set back makes every write with a taken
 * number fail, or gives the number of a deleted row again. One that was set far ahead uses the numbers up, or gives some that
 * cannot be distinguished.
 */
export async function checkSequences(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const { rows } = await sql<Numbering>`
    select s.seqrelid::regclass::text as name, n.nspname as schema, c.relname as "table", a.attname as "column",
      pg_sequence_last_value(s.seqrelid)::float8 as given
    from pg_sequence s join pg_depend d on d.objid = s.seqrelid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_class c on c.oid = d.refobjid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    where n.nspname = 'public' and has_sequence_privilege(s.seqrelid, 'usage')
    union all
    select 'audit.event_ids', 'audit', 'events', 'id', pg_sequence_last_value('audit.event_ids'::regclass)::float8
    where has_sequence_privilege('audit.event_ids', 'select')
    order by 1`.execute(tx);
  for (const { name, schema, table, column, given } of rows) {
    const { rows: taken } = await sql<{ newest: number | null }>`
      select max(${sql.id(column)})::float8 as newest from ${sql.id(schema, table)}`.execute(tx);
    const newest = taken[0]?.newest ?? 0;
    const last = given ?? 0;
    if (last < newest)
      findings.add(
        'guard_changed',
        `sequence ${name}`,
        `it gave ${String(last)} last, and ${String(newest)} is taken`,
      );
    else if (last - newest > furthest)
      findings.add(
        'guard_changed',
        `sequence ${name}`,
        `it gave ${String(last)} last, far from ${String(newest)}, which is the newest`,
      );
  }
}
