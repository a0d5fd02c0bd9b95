import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { auditedTables, exemptTables } from '#server/db/schema/audited-tables.ts';
import type { Findings } from './findings.ts';

/**
 * DESIGN rules 4 and 11: the triggers of the trail are there and switched on, the trail cannot be written past its functions, and
 * the clock is the database's own.
 */
export async function checkGuards(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const { rows: triggers } = await sql<{ table: string; name: string; enabled: string }>`
    select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as enabled
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'audit'::regnamespace)`.execute(
    tx,
  );
  const states = new Map(triggers.map(({ table, name, enabled }) => [`${table} ${name}`, enabled]));
  const expect = (table: string, names: readonly string[]): void => {
    for (const name of names) {
      const state = states.get(`${table} ${name}`);
      if (state === undefined)
        findings.add('guard_missing', `trigger ${name} on ${table}`, 'it is not there');
      else if (state !== 'O' && state !== 'A')
        findings.add('guard_missing', `trigger ${name} on ${table}`, 'it is switched off');
    }
  };
  for (const table of auditedTables) {
    expect(table.name, ['audit_insert', 'audit_update', 'audit_delete', 'audit_truncate']);
    if (table.appendOnly) expect(table.name, ['append_only']);
  }
  expect('users', ['manager_loop_insert', 'manager_loop_update', 'periods_insert', 'periods_update']);
  expect('audit.events', ['append_only', 'append_only_update', 'append_only_truncate']);
  expect('audit.seals', ['append_only', 'append_only_truncate']);
  await checkUnlisted(tx, findings);
  const { rows: clock } = await sql<{
    source: string;
  }>`select prosrc as source from pg_proc where oid = 'app_now()'::regprocedure`.execute(tx);
  if (clock[0]?.source !== 'select now()')
    findings.add('clock_moved', 'app_now()', 'the clock is not that of the database');
}

async function checkUnlisted(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const listed = new Set([...auditedTables, ...exemptTables].map((table) => table.name));
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    tx,
  );
  for (const { name } of rows) {
    if (!listed.has(name)) findings.add('guard_missing', `table ${name}`, 'the trail does not follow it');
  }
}
