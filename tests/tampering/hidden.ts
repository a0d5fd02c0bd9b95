import { byStatements } from './guards.ts';
import type { Attack } from './attack.ts';

const foreignTrigger = (body: string) =>
  `create function evil.act() returns trigger language plpgsql security definer as $$ begin ${body}; return new; end $$`;

/** Guards that are got round in the catalogue of PostgreSQL, in the queue, or by roles. */
export const hiddenAttacks: readonly Attack[] = [
  byStatements(
    'a trigger of the job queue writes with every command that enqueues a job',
    [
      'create schema evil; grant usage on schema evil to public',
      foreignTrigger(`update public.users set role = 'admin' where email like 'p1%'`),
      'create trigger aside before insert on pgboss.job for each row execute function evil.act()',
    ],
    ['guard_added trigger aside on pgboss.job', 'guard_added trigger aside on pgboss.job_common'],
  ),
  byStatements(
    'a default and a check of the job queue call functions of somebody else',
    [
      'create schema evil',
      `create function evil.moment() returns timestamptz language sql volatile as 'select now()'`,
      `create function evil.fits(text) returns boolean language sql immutable as 'select true'`,
      'alter table pgboss.job alter column created_on set default evil.moment()',
      'alter table pgboss.queue add constraint fits check (evil.fits(name))',
    ],
    [
      'guard_changed column pgboss.job.created_on',
      'guard_changed column pgboss.job_common.created_on',
      'guard_added constraint fits on pgboss.queue',
    ],
  ),
  byStatements(
    'jobs are hidden from the product',
    ['alter table pgboss.job_common enable row level security'],
    ['guard_changed table pgboss.job_common'],
  ),
  byStatements(
    'a trigger says of itself that it is PostgreSQL’s own',
    [
      'create schema evil',
      foreignTrigger('new.score := 100'),
      'create trigger aaa before insert on training_records for each row execute function evil.act()',
      `update pg_trigger set tgisinternal = true where tgname = 'aaa'`,
    ],
    ['guard_added trigger aaa on training_records'],
  ),
  byStatements(
    'a table is made to overlook its triggers, its indexes or its checks',
    [
      `update pg_class set relhastriggers = false where oid = 'settings'::regclass`,
      `update pg_class set relhasindex = false where oid = 'mail_texts'::regclass`,
      `update pg_class set relchecks = 0 where oid = 'name_requests'::regclass`,
    ],
    ['guard_changed table settings', 'guard_changed table mail_texts', 'guard_changed table name_requests'],
  ),
  byStatements(
    'a function and an operator that take the place of others are made part of an extension',
    [
      `create function audit.begin_command(text, text, varchar, jsonb) returns bigint language sql as 'select 1::bigint'`,
      'alter extension plpgsql add function audit.begin_command(text, text, varchar, jsonb)',
      `create function public.alike(varchar, varchar) returns boolean language sql as 'select true'`,
      'alter extension plpgsql add function public.alike(varchar, varchar)',
      'create operator public.= (leftarg = varchar, rightarg = varchar, function = public.alike)',
      'alter extension plpgsql add operator public.= (varchar, varchar)',
    ],
    [
      'guard_added function audit.begin_command(text, text, character varying, jsonb)',
      'guard_added function alike(character varying, character varying)',
      'guard_added operator public.=(character varying,character varying)',
    ],
  ),
  byStatements(
    'foreign keys are emptied where PostgreSQL keeps them',
    [`delete from pg_trigger where tgisinternal and tgrelid = 'reminder_sends'::regclass`],
    [
      'guard_changed constraint reminder_sends_assignment_id_fkey on reminder_sends',
      'guard_changed constraint reminder_sends_rule_id_fkey on reminder_sends',
    ],
  ),
  byStatements(
    'functions of PostgreSQL are written anew',
    [
      `create or replace function pg_catalog.btrim(text) returns text language sql immutable as $$ select 'x' $$`,
      `create or replace function pg_catalog.initcap(text) returns text language plpgsql immutable as $$ begin return $1; end $$`,
    ],
    ['guard_added function pg_catalog.btrim(text)', 'guard_added function pg_catalog.initcap(text)'],
  ),
  byStatements(
    'a setting of the database gives up writes that were acknowledged',
    (database) => [`alter database ${database} set synchronous_commit = off`],
    ['guard_changed database'],
  ),
  byStatements(
    'a view of the trail reads from other tables of the same names',
    [
      'create schema evil',
      'create table evil.events as select * from audit.events with no data',
      'create table evil.seals as select * from audit.seals with no data',
      `do $$ begin execute 'create or replace view audit.seal_starts as ' || replace(replace(
         pg_get_viewdef('audit.seal_starts'::regclass), 'audit.events', 'evil.events'), 'audit.seals', 'evil.seals'); end $$`,
    ],
    ['guard_changed view audit.seal_starts'],
  ),
  byStatements(
    'completions come from a second table',
    ['create schema evil', 'create table evil.more () inherits (public.training_records)'],
    ['guard_changed table training_records'],
  ),
  byStatements(
    'the list is extended by which an erasure takes personal data out of the trail',
    [
      `update audit.tracked_tables set personal_columns = personal_columns || array['completed_at'] where name = 'training_records'`,
      `delete from audit.tracked_tables where name = 'signatures'`,
    ],
    ['guard_changed audit.tracked_tables training_records', 'guard_changed audit.tracked_tables signatures'],
  ),
  byStatements(
    'the list of migrations says that the database is of a newer version',
    [`insert into migrations.kysely_migration (name, timestamp) values ('9999-newer', 'now')`],
    ['guard_changed migrations'],
  ),
  byStatements(
    'the numbers of events and records are set back',
    [
      `select setval('audit.event_ids', 1)`,
      `select setval(pg_get_serial_sequence('training_records', 'id'), 1, false)`,
    ],
    ['guard_changed sequence audit.event_ids', 'guard_changed sequence training_records_id_seq'],
  ),
  byStatements(
    'the numbers of events are set to where no program can tell them apart',
    [`select setval('audit.event_ids', 9007199254740995)`],
    ['guard_changed sequence audit.event_ids'],
  ),
  byStatements(
    'a role may write to every table, one may act as the application, and one as the trail',
    (_database, role) => [
      'create role writer login; grant pg_write_all_data to writer',
      `create role actor login; grant ${role} to actor`,
      'create role between; grant traintrail_audit to between; create role hidden login; grant between to hidden',
    ],
    [
      'guard_added role writer',
      'guard_added role actor',
      'guard_added role hidden',
      'guard_changed role of the trail',
    ],
    true,
  ),
  byStatements(
    'rows are brought in by a subscription, past the triggers',
    [`create subscription elsewhere connection 'dbname=elsewhere' publication rows with (connect = false)`],
    ['guard_added subscription elsewhere'],
    true,
  ),
];
