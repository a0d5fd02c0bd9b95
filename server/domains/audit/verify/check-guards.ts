import { sql, type Transaction } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { readColumns } from '#server/db/migrations/support.ts';
import { captureSql } from '#server/db/schema/audit-capture.ts';
import { auditRedactionSql } from '#server/db/schema/audit-redaction.ts';
import { auditSealingSql } from '#server/db/schema/audit-sealing.ts';
import { auditFunctionsSql } from '#server/db/schema/audit.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';
import { exemptTables } from '#server/db/schema/exempt-tables.ts';
import { functionSources } from '#server/db/schema/function-sources.ts';
import { peopleTriggersSql } from '#server/db/schema/people.ts';
import { quizTriggersSql } from '#server/db/schema/quizzes.ts';
import type { Findings } from './findings.ts';

/** Trigger → the function that it calls, on one table. */
type Guards = Readonly<Record<string, string>>;

const ofUsers: Guards = {
  manager_loop_insert: 'check_new_managers',
  manager_loop_update: 'check_changed_managers',
  periods_insert: 'open_user_periods',
  periods_update: 'follow_user_periods',
};
const ofAttempts: Guards = { keep_attempt: 'keep_quiz_attempt' };
const ofEvents: Guards = {
  append_only: 'audit.refuse_change',
  append_only_update: 'audit.allow_redaction_only',
  append_only_truncate: 'audit.refuse_change',
};
const ofSeals: Guards = {
  append_only: 'audit.refuse_change',
  append_only_truncate: 'audit.refuse_change',
};

interface Trigger {
  readonly table: string;
  readonly name: string;
  readonly enabled: string;
  readonly calls: string;
  readonly narrowed: boolean;
}

/**
 * DESIGN rules 4 and 11: the triggers of the trail are there and switched on and call their functions, every function has the
 * source that the product gave it, every table is followed, and the clock is the database's own.
 */
export async function checkGuards(tx: Transaction<DB>, findings: Findings): Promise<void> {
  await checkTriggers(tx, findings);
  await checkFunctions(tx, findings);
  await checkUnlisted(tx, findings);
  const { rows: clock } = await sql<{
    source: string;
  }>`select prosrc as source from pg_proc where oid = 'app_now()'::regprocedure`.execute(tx);
  if (clock[0]?.source !== 'select now()')
    findings.add('clock_moved', 'app_now()', 'the clock is not that of the database');
}

async function checkTriggers(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const { rows } = await sql<Trigger>`
    select t.tgrelid::regclass::text as table, t.tgname as name, t.tgenabled as enabled,
      case p.pronamespace when 'public'::regnamespace then '' else p.pronamespace::regnamespace || '.' end || p.proname as calls,
      t.tgqual is not null or cardinality(t.tgattr::int2[]) > 0 as narrowed
    from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
    where not t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'audit'::regnamespace)`.execute(
    tx,
  );
  const triggers = new Map(rows.map((row) => [`${row.table} ${row.name}`, row]));
  const expect = (table: string, guards: Guards): void => {
    for (const [name, calls] of Object.entries(guards)) {
      const trigger = triggers.get(`${table} ${name}`);
      const object = `trigger ${name} on ${table}`;
      if (!trigger) findings.add('guard_missing', object, 'it is not there');
      else if (trigger.enabled !== 'O' && trigger.enabled !== 'A')
        findings.add('guard_missing', object, 'it is switched off');
      else if (trigger.calls !== calls)
        findings.add('guard_changed', object, `it calls ${trigger.calls}, not ${calls}`);
      else if (trigger.narrowed) findings.add('guard_changed', object, 'it does not follow every change');
    }
  };
  for (const table of auditedTables) {
    expect(table.name, {
      audit_insert: `audit.insert_${table.name}`,
      audit_update: `audit.update_${table.name}`,
      audit_delete: `audit.delete_${table.name}`,
      audit_truncate: 'audit.refuse_change',
    });
    if (table.appendOnly) expect(table.name, { append_only: 'audit.refuse_change' });
  }
  expect('users', ofUsers);
  expect('quiz_attempts', ofAttempts);
  expect('audit.events', ofEvents);
  expect('audit.seals', ofSeals);
}

/** The functions of the trail and of the guards, as the database has them against the text that made them. */
async function checkFunctions(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const columns = await readColumns(tx);
  const texts = [
    auditFunctionsSql,
    auditRedactionSql,
    auditSealingSql,
    peopleTriggersSql,
    quizTriggersSql,
    ...auditedTables.map((table) => captureSql(table, columns.get(table.name) ?? [])),
  ];
  const expected = new Map(texts.flatMap((text) => [...functionSources(text)]));
  const { rows } = await sql<{ name: string; source: string }>`
    select case pronamespace when 'public'::regnamespace then '' else pronamespace::regnamespace || '.' end || proname as name,
      prosrc as source
    from pg_proc where pronamespace in ('public'::regnamespace, 'audit'::regnamespace)`.execute(tx);
  const present = new Map(rows.map(({ name, source }) => [name, source]));
  for (const [name, source] of expected) {
    const now = present.get(name);
    if (now === undefined) findings.add('guard_missing', `function ${name}`, 'it is not there');
    else if (now !== source)
      findings.add('guard_changed', `function ${name}`, 'it does not do what the product wrote');
  }
  for (const name of present.keys()) {
    if (name.startsWith('audit.') && !expected.has(name))
      findings.add('guard_changed', `function ${name}`, 'the product has no such function');
  }
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
