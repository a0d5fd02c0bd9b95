import { commandOf, eventOf, type Attack } from './attack.ts';
import { inCommand, tamper } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';

/** Events of the audit trail. */
export const trailAttacks: readonly Attack[] = [
  {
    title: 'the header of an event is changed together with its columns',
    act: async (world, database) => {
      const id = await eventOf(database, 'training_records', world.records[0] ?? 0);
      await tamper(
        database.admin,
        `update audit.events set actor_id = 'u_other', header = replace(header, '"actor":null', '"actor":"u_other"') where id = ${id}`,
      );
      return [`event_changed event ${id}`];
    },
  },
  {
    title: 'the columns of an event are changed',
    act: async (world, database) => {
      const id = await eventOf(database, 'signatures', world.signatures[0] ?? 0);
      await tamper(database.admin, `update audit.events set at = at - interval '1 hour' where id = ${id}`);
      return [`event_columns_changed event ${id}`];
    },
  },
  {
    title: 'record and payload of its event are changed alike',
    act: async (world, database) => {
      const record = world.records[1] ?? 0;
      const id = await eventOf(database, 'training_records', record);
      await tamper(
        database.admin,
        `update training_records set score = 100 where id = ${record}`,
        `update audit.events set payload = replace(payload, '"score":90', '"score":100') where id = ${id}`,
      );
      return [`event_payload_changed event ${id}`, `record_changed training_records ${record}`];
    },
  },
  {
    title: 'record, payload and payload hash are changed alike',
    act: async (world, database) => {
      const record = world.records[1] ?? 0;
      const id = await eventOf(database, 'training_records', record);
      await tamper(
        database.admin,
        `update training_records set score = 100 where id = ${record}`,
        `update audit.events set payload = replace(payload, '"score":90', '"score":100') where id = ${id}`,
        `update audit.events set payload_hash = sha256(salt || convert_to(payload, 'UTF8')) where id = ${id}`,
      );
      return [`event_changed event ${id}`, `record_changed training_records ${record}`];
    },
  },
  {
    title: 'a payload is taken away as if redacted',
    act: async (world, database) => {
      const id = await eventOf(database, 'users', world.people[0] ?? '');
      await tamper(
        database.admin,
        `update audit.events set payload = null, salt = null, residual = '{}' where id = ${id}`,
      );
      return [`event_payload_removed event ${id}`];
    },
  },
  {
    title: 'an event is deleted',
    act: async (world, database) => {
      const id = await eventOf(database, 'files', world.fileId);
      const command = await commandOf(database, id);
      await tamper(database.admin, `delete from audit.events where id = ${id}`);
      return [
        `event_missing event ${id}`,
        `record_inserted files ${world.fileId}`,
        `command_unproven event ${String(command)}`,
      ];
    },
  },
  {
    title: 'an event is inserted among sealed ones',
    act: async (world, database) => {
      const id = await eventOf(database, 'training_records', world.records[0] ?? 0);
      await tamper(
        database.admin,
        `insert into audit.events select 990001, xid, system_id, at, command_id, kind, action, actor_id, organization_id, subject_id,
           object_type, object_id, outcome, replace(header, '"id":${id},', '"id":990001,'), salt, payload, payload_hash, residual
         from audit.events where id = ${id}`,
      );
      return [
        'event_inserted event 990001',
        'guard_changed sequence audit.event_ids',
        `history_broken training_records ${world.records[0]}`,
      ];
    },
  },
  {
    title: 'two events change places',
    act: async (world, database) => {
      const first = await eventOf(database, 'training_records', world.records[0] ?? 0);
      const second = await eventOf(database, 'training_records', world.records[1] ?? 0);
      await tamper(
        database.admin,
        `update audit.events set id = -1 where id = ${first}`,
        `update audit.events set id = ${first}, header = replace(header, '"id":${second},', '"id":${first},') where id = ${second}`,
        `update audit.events set id = ${second}, header = replace(header, '"id":${first},', '"id":${second},') where id = -1`,
      );
      return [`event_changed event ${first}`, `event_changed event ${second}`];
    },
  },
  {
    title: 'an event is moved behind the sealed ones',
    act: async (world, database) => {
      const id = await eventOf(database, 'signatures', world.signatures[0] ?? 0);
      const command = await commandOf(database, id);
      await tamper(
        database.admin,
        `update audit.events set xid = (select max(to_xid) from audit.seals) where id = ${id}`,
        `update audit.events set header = regexp_replace(header, '"xid":"[0-9]+"', format('"xid":"%s"', xid)) where id = ${id}`,
      );
      return [
        `event_missing event ${id}`,
        `command_unproven event ${String(command)}`,
        `command_unproven event ${id}`,
      ];
    },
  },
  {
    title: 'a payload is made unreadable, so that a check breaks off, to hide another change',
    act: async (world, database) => {
      const [person = ''] = world.people;
      const facts = { actorId: person, origin: { role: 'learner' } };
      await inCommand(
        database.db,
        (tx) => sql`update users set job_title = 'Nurse' where id = ${person}`.execute(tx),
        facts,
      );
      await world.seal();
      const id = await eventOf(database, 'users', person);
      await tamper(
        database.admin,
        `update audit.events set payload = 'nothing' where id = ${id}`,
        `update files set mime = 'text/plain' where id = ${world.fileId}`,
      );
      return [
        `event_payload_changed event ${id}`,
        `history_broken users ${person}`,
        `record_changed users ${person}`,
        `record_changed files ${world.fileId}`,
        'check_failed actors',
      ];
    },
  },
];
