import { sql } from 'kysely';
import { inCommand } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import type { Attack } from './attack.ts';

/** An attack that is nothing but statements of the superuser. */
export const byStatements = (
  title: string,
  statements: readonly string[] | ((database: string, role: string) => readonly string[]),
  expected: readonly string[],
  alone = false,
): Attack => ({
  title,
  alone,
  act: async (_world, database) => {
    const role = await roleOf(database);
    const all = typeof statements === 'function' ? statements(database.name, role) : statements;
    for (const statement of all) await database.admin.query(statement);
    return expected.map((object) => object.replace('ROLE', role));
  },
});

async function roleOf({ db }: TestDatabase): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role ?? '';
}

/** What holds the records: triggers, functions with their settings, constraints, grants, settings of the database. */
export const guardsAttacks: readonly Attack[] = [
  byStatements(
    'the triggers of a table are switched off',
    ['alter table training_records disable trigger audit_insert'],
    ['guard_missing trigger audit_insert on training_records'],
  ),
  {
    title: 'the function that writes the trail is emptied',
    act: async (world, { admin, db }) => {
      await admin.query(
        `create or replace function audit.update_training_assignments() returns trigger language plpgsql security definer
         set search_path = pg_catalog, pg_temp set timezone = 'UTC' set bytea_output = 'hex' as $$ begin return null; end $$`,
      );
      await inCommand(db, (tx) =>
        sql`update training_assignments set due_date = due_date + 30 where id = ${world.assignments[0]}`.execute(
          tx,
        ),
      );
      return [
        'guard_changed function audit.update_training_assignments()',
        `record_changed training_assignments ${world.assignments[0]}`,
        `history_changed assignment_history ${world.assignments[0]}`,
      ];
    },
  },
  byStatements(
    'a trigger is made to call another function, and one to look away',
    [
      'create function public.nothing() returns trigger language plpgsql as $$ begin return null; end $$',
      'create or replace trigger audit_truncate before truncate on settings for each statement execute function public.nothing()',
      'create or replace trigger append_only before update or delete on signatures for each row when (false) execute function audit.refuse_change()',
    ],
    [
      'guard_changed trigger audit_truncate on settings',
      'guard_changed trigger append_only on signatures',
      'guard_added function nothing()',
    ],
  ),
  byStatements(
    'a function keeps its text and gets another search path',
    ['alter function audit.begin_command(text, text, text, jsonb) set search_path = evil, pg_catalog'],
    ['guard_changed function audit.begin_command(text, text, text, jsonb)'],
  ),
  byStatements(
    'a function no longer runs with the rights of the trail',
    [
      'alter function audit.insert_training_records() security invoker',
      'alter function audit.leaf(text, bytea) volatile',
    ],
    [
      'guard_changed function audit.insert_training_records()',
      'guard_changed function audit.leaf(text, bytea)',
    ],
  ),
  byStatements(
    'a rule swallows the deletions of a table',
    ['create rule swallow as on delete to quiz_attempts do instead nothing'],
    ['guard_added rule swallow on quiz_attempts'],
  ),
  byStatements(
    'a row trigger before the guards changes what is written',
    [
      'create function public.better_score() returns trigger language plpgsql as $$ begin new.score := 100; return new; end $$',
      'create trigger aaa before insert on training_records for each row execute function better_score()',
    ],
    ['guard_added trigger aaa on training_records', 'guard_added function better_score()'],
  ),
  byStatements(
    'a function of the same name takes the place of the real one for some arguments',
    [
      `create function audit.begin_command(text, text, varchar, jsonb) returns bigint language sql as 'select 1::bigint'`,
    ],
    ['guard_added function audit.begin_command(text, text, character varying, jsonb)'],
  ),
  byStatements(
    'a constraint is dropped, and one is no longer valid for what is there',
    [
      'alter table training_records drop constraint training_records_assignment_id_fkey',
      'alter table signatures drop constraint signatures_signer_id_fkey',
      'alter table signatures add constraint signatures_signer_id_fkey foreign key (signer_id) references users not valid',
    ],
    [
      'guard_missing constraint training_records_assignment_id_fkey on training_records',
      'guard_changed constraint signatures_signer_id_fkey on signatures',
    ],
  ),
  byStatements(
    'the foreign keys of a table are switched off',
    ['alter table reminder_sends disable trigger all', 'alter table reminder_sends enable trigger user'],
    [
      'guard_missing constraint reminder_sends_assignment_id_fkey on reminder_sends',
      'guard_missing constraint reminder_sends_rule_id_fkey on reminder_sends',
    ],
  ),
  byStatements(
    'a unique index of the trail is dropped',
    ['drop index audit.events_command_key'],
    ['guard_missing index events_command_key on audit.events'],
  ),
  byStatements(
    'a default writes other values',
    [`alter table users alter column created_at set default now() - interval '7 days'`],
    ['guard_changed column users.created_at'],
  ),
  byStatements(
    'row-level security hides rows from the product',
    [
      'create policy hide on reminder_sends using (false)',
      'alter table reminder_sends enable row level security',
    ],
    ['guard_added policy hide on reminder_sends', 'guard_changed table reminder_sends'],
  ),
  byStatements(
    'the application may change completions, and one column of signatures',
    (_database, role) => [
      `grant update on training_records to ${role}`,
      `grant update (meaning) on signatures to ${role}`,
    ],
    ['guard_changed table training_records', 'guard_changed column signatures.meaning'],
  ),
  byStatements(
    'another role may write to the trail',
    [
      `do $$ begin create role tampering_writer; exception when duplicate_object or unique_violation then null; end $$`,
      'grant insert on audit.events to tampering_writer',
    ],
    ['guard_changed table audit.events'],
  ),
  byStatements(
    'the triggers sleep by a setting of the database',
    (database) => [`alter database ${database} set session_replication_role = replica`],
    ['guard_changed database'],
  ),
  byStatements(
    'the application finds its names in another schema first',
    (database, role) => [
      `alter role ${role} in database ${database} set search_path = evil, public`,
      `create schema ${role}`,
    ],
    ['guard_changed role of the application', 'guard_added schema ROLE'],
  ),
  byStatements(
    'a view stands in for a table',
    [
      'alter table reminder_sends rename to reminder_sends_kept',
      'create view reminder_sends as select * from reminder_sends_kept where false',
    ],
    [
      'guard_missing table reminder_sends',
      'guard_added table reminder_sends_kept',
      'guard_added view reminder_sends',
    ],
  ),
  byStatements(
    'what writes changes of the schema to the trail is switched off, or sleeps by a setting',
    [
      'alter event trigger traintrail_ddl disable',
      'alter event trigger traintrail_drop enable',
      'drop index users_created_index',
    ],
    [
      'guard_missing event trigger traintrail_ddl',
      'guard_missing event trigger traintrail_drop',
      'guard_missing index users_created_index on users',
    ],
  ),
  byStatements(
    'what writes changes of the schema to the trail is dropped',
    ['drop event trigger traintrail_ddl'],
    ['guard_missing event trigger traintrail_ddl'],
  ),
  byStatements(
    'an event trigger undoes what is declared',
    [
      'create function public.on_change() returns event_trigger language plpgsql as $$ begin end $$',
      'create event trigger quiet on ddl_command_end execute function on_change()',
    ],
    ['guard_added event trigger quiet', 'guard_added function on_change()'],
  ),
];
