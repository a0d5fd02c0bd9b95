import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { schemaMismatch } from '#server/db/migrate.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import type { Findings } from './findings.ts';

interface Tracked {
  readonly name: string;
  readonly facts: string;
}

/**
 * Checks the lists that the migrations store in addition to the schema (AUD-04). `audit.tracked_tables` decides which parts of
 * the trail an erasure removes; an additional column in it would remove evidence. The list of migrations decides whether `verify`
 * recognizes the schema, and which migrations a start runs.
 */
export async function checkLists(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const mismatch = await schemaMismatch(tx);
  if (mismatch) findings.add('guard_changed', 'migrations', mismatch.message);
  const { rows } = await sql<Tracked>`
    select name, json_build_array(key_column, person_column, secret_columns, personal_columns, append_only)::text as facts
    from audit.tracked_tables order by name`.execute(tx);
  const present = new Map(rows.map(({ name, facts }) => [name, JSON.stringify(JSON.parse(facts))]));
  for (const { name, key, person, secrets, personal, appendOnly } of auditedTables) {
    const expected = JSON.stringify([
      key,
      person ?? null,
      secrets ?? [],
      personal ?? [],
      appendOnly ?? false,
    ]);
    if (present.get(name) !== expected)
      findings.add(
        'guard_changed',
        `audit.tracked_tables ${name}`,
        `not as the product made it; now ${present.get(name) ?? 'none'}`,
      );
    present.delete(name);
  }
  for (const name of present.keys())
    findings.add('guard_added', `audit.tracked_tables ${name}`, 'the product follows no such table');
}
