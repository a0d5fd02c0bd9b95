import { newestCommand, type Attack } from './attack.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { sql } from 'kysely';

const describeAs = (world: TrailWorld, text: string) =>
  sql`update organizations set description = ${text} where id = ${world.organizationId}`;

/** Changes a person past all triggers, lets the application act as them, and puts the row back. */
async function actWhile(
  world: TrailWorld,
  database: TestDatabase,
  tampered: string,
  before: string,
): Promise<readonly string[]> {
  const [person = ''] = world.people;
  await tamper(database.admin, `update users set ${before} where id = '${person}'`);
  const role = tampered.includes('admin') ? 'admin' : 'learner';
  await tamper(database.admin, `update users set ${tampered} where id = '${person}'`);
  await inCommand(database.db, (tx) => describeAs(world, 'for a moment').execute(tx), {
    actorId: person,
    origin: { role },
  });
  await tamper(database.admin, `update users set ${before} where id = '${person}'`);
  await world.seal();
  return [`history_broken users ${person}`];
}

/** An event of a command that was made without the product, as text of SQL; `x`, `sys`, `t` and `salt` are set around it. */
const forgedEvent = (id: number, kind: string, object: string | null, payload: string): string => `
  p := ${payload};
  h := json_build_object('v', 1, 'system', sys, 'xid', x::text, 'at', audit.instant_text(t), 'command', -2, 'kind', '${kind}',
    'action', 'settings.changed', 'actor', null, 'type', ${object === null ? 'null' : `'settings'`}, 'id', ${String(id)},
    'object', ${object === null ? 'null' : `'${object}'`}, 'subject', null, 'organization', null, 'outcome', 'ok',
    'user', 'traintrail_app')::text;
  insert into audit.events (id, xid, system_id, at, command_id, kind, action, object_type, object_id, outcome, header, salt, payload, payload_hash)
  values (${String(id)}, x, sys, t, -2, '${kind}', 'settings.changed', ${object === null ? 'null' : `'settings'`},
    ${object === null ? 'null' : `'${object}'`}, 'ok', h, salt, p, sha256(salt || convert_to(p, 'UTF8')));`;

/** Commands that the application did not make, or not so. */
export const commandsAttacks: readonly Attack[] = [
  {
    title: 'a command is opened in the name of an administrator, and everything is sealed',
    act: async (world, database) => {
      const { rows } = await database.admin
        .query<{ id: string }>(
          `begin; select audit.begin_command('organization.updated', '${world.people[0]}', 'as agreed', '{}');
         update organizations set description = 'x' where id = ${world.organizationId}; commit; select 1 as id`,
        )
        .then((results) => (Array.isArray(results) ? results.at(-1) : results) as { rows: { id: string }[] });
      if (rows.length === 0) throw new Error('nothing was done');
      await world.seal();
      return [`command_unproven event ${await newestCommand(database.admin)}`];
    },
  },
  {
    title:
      'the role of the application is used to record a completion that nobody signed, as recorded afterwards',
    act: async (world, database) => {
      await inCommand(
        database.db,
        (tx) =>
          sql`
            with made as (
              insert into training_assignments (user_id, module_id, module_version_id, cycle, status, completed_at)
              values (${world.people[0]}, ${world.moduleId}, ${world.versionId}, 2, 'completed', app_now()) returning id
            )
            select id from made`.execute(tx),
        { actorId: world.people[1] ?? null, action: 'assignment.recorded', reason: 'paper', keys: null },
      );
      await world.seal();
      return [`command_unproven event ${await newestCommand(database.admin)}`];
    },
  },
  {
    title: 'a command is proven with the key of another installation',
    act: async (world, database) => {
      await inCommand(database.db, (tx) => describeAs(world, 'foreign').execute(tx), {
        keys: { secretKey: Buffer.alloc(48, 'another installation') },
      });
      await world.seal();
      return [`command_unproven event ${await newestCommand(database.admin)}`];
    },
  },
  {
    title: 'the proof of another command is put beside a forged one',
    act: async (world, database) => {
      await inCommand(database.db, (tx) => describeAs(world, 'forged').execute(tx), { keys: null });
      const id = await newestCommand(database.admin);
      await tamper(
        database.admin,
        `insert into audit.command_proofs
         select e.system_id, e.xid, e.id, 2, false, p.key_id, p.mac from audit.events e,
           (select * from audit.command_proofs order by command_id desc limit 1) p where e.id = ${id}`,
      );
      await world.seal();
      return [`command_unproven event ${id}`];
    },
  },
  {
    title: 'a change is added to a command of the application before it is sealed',
    act: async (world, database) => {
      await inCommand(database.db, (tx) => describeAs(world, 'honest').execute(tx));
      const id = await newestCommand(database.admin);
      await tamper(
        database.admin,
        `insert into audit.events select nextval('audit.event_ids'), xid, system_id, at, command_id, kind, action, actor_id, organization_id,
           subject_id, object_type, object_id, outcome, replace(header, '"id":' || id, '"id":' || currval('audit.event_ids')), salt, payload,
           payload_hash, residual
         from audit.events where command_id = ${id} and kind = 'update'`,
      );
      await world.seal();
      return [`command_unproven event ${id}`, `history_broken organizations ${world.organizationId}`];
    },
  },
  {
    title: 'the proof of a command is deleted',
    act: async (world, database) => {
      await inCommand(database.db, (tx) => describeAs(world, 'proven').execute(tx));
      await world.seal();
      const id = await newestCommand(database.admin);
      await tamper(database.admin, `delete from audit.command_proofs where command_id = ${id}`);
      return [`command_unproven event ${id}`];
    },
  },
  {
    title: 'all proofs are deleted, as if the installation were older than they',
    act: async (world, database) => {
      const { rows } = await database.admin.query<{ id: string }>(
        'select command_id as id from audit.command_proofs order by command_id',
      );
      await tamper(database.admin, 'delete from audit.command_proofs');
      return rows.map(({ id }) => `command_unproven event ${id}`).concat(await world.seal().then(() => []));
    },
  },
  {
    title: 'a proven command is taken away before it is sealed',
    act: async (world, database) => {
      await inCommand(database.db, (tx) => describeAs(world, 'taken away').execute(tx));
      const id = await newestCommand(database.admin);
      await tamper(database.admin, `delete from audit.events where command_id = ${id}`);
      await world.seal();
      return [`event_missing command ${id}`, `record_changed organizations ${world.organizationId}`];
    },
  },
  {
    title: 'a command is taken away with its proof before it is sealed, and what it changed stays',
    act: async (world, database) => {
      await inCommand(database.db, (tx) => describeAs(world, 'stays').execute(tx));
      const id = await newestCommand(database.admin);
      await tamper(
        database.admin,
        `delete from audit.events where command_id = ${id}`,
        `delete from audit.command_proofs where command_id = ${id}`,
      );
      await world.seal();
      return [`record_changed organizations ${world.organizationId}`];
    },
  },
  {
    title: 'a command is forged under numbers from before the first proof',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `set local timezone = 'UTC'`,
        `insert into settings (key, value) values ('forged', '1')`,
        `do $$ declare
           h text; p text; x xid8 := pg_current_xact_id(); sys text := audit.system_id(); t timestamptz := now();
           salt bytea := uuid_send(gen_random_uuid());
         begin
           ${forgedEvent(-2, 'command', null, `'{}'`)}
           ${forgedEvent(-1, 'insert', 'forged', `'{"after":' || (select row_to_json(s)::text from settings s where key = 'forged') || '}'`)}
         end $$`,
      );
      await world.seal();
      return ['command_unproven event -2'];
    },
  },
  {
    title: 'somebody is an administrator for a moment, and what they did stays',
    act: (world, database) => actWhile(world, database, `role = 'admin'`, `role = 'learner'`),
  },
  {
    title: 'a deactivated person is let in for a moment, and what they did stays',
    act: async (world, database) => {
      const [person = ''] = world.people;
      await inCommand(database.db, (tx) =>
        sql`update users set is_active = false where id = ${person}`.execute(tx),
      );
      // Half an hour later it is no request any more that began before.
      await database.moveClock({ minutes: 30 });
      const expected = await actWhile(world, database, 'is_active = true', 'is_active = false');
      await database.moveClock({});
      return expected;
    },
  },
];
