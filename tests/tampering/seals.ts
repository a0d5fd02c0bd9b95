import { commandOf, eventOf, type Attack } from './attack.ts';
import { inCommand, tamper } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';

/** Seals of the audit trail. */
export const sealsAttacks: readonly Attack[] = [
  {
    title: 'a seal is flipped',
    act: async (_world, { admin }) => {
      await tamper(
        admin,
        `update audit.seals set root = set_byte(root, 0, get_byte(root, 0) # 1) where number = 1`,
      );
      return ['seal_changed seal 1'];
    },
  },
  {
    title: 'the text of a seal is changed with its head',
    act: async (_world, { admin }) => {
      await tamper(
        admin,
        `update audit.seals set body = replace(body, '"kind":"regular"', '"kind":"continuation"'), kind = 'continuation' where number = 1`,
        `update audit.seals set head = sha256('\\x02'::bytea || convert_to(body, 'UTF8')) where number = 1`,
      );
      return ['seal_signature seal 1', 'seal_missing seal 1'];
    },
  },
  {
    title: 'an event is deleted and taken out of its seal',
    act: async (world, database) => {
      const id = await eventOf(database, 'training_records', world.records[0] ?? 0);
      const command = await commandOf(database, id);
      const { rows } = await database.admin.query<{ number: string }>(
        'select number from audit.seals where $1 = any (event_ids)',
        [id],
      );
      await tamper(
        database.admin,
        `delete from audit.events where id = ${id}`,
        `update audit.seals s set event_ids = array_remove(event_ids, ${id}), event_count = event_count - 1, leaves = (
           select string_agg(substring(s.leaves from (32 * (n - 1) + 1)::integer for 32), ''::bytea order by n)
           from unnest(s.event_ids) with ordinality e (id, n) where e.id <> ${id}) where ${id} = any (event_ids)`,
      );
      return [
        `seal_changed seal ${String(rows[0]?.number)}`,
        `record_inserted training_records ${world.records[0]}`,
        `command_unproven event ${String(command)}`,
      ];
    },
  },
  {
    title: 'the newest seal is cut off with its events',
    act: async (world, database) => {
      await inCommand(database.db, (tx) =>
        sql`update organizations set description = 'new' where id = ${world.organizationId}`.execute(tx),
      );
      await world.seal();
      const { rows } = await database.admin.query<{ number: string }>(
        'select max(number) as number from audit.seals',
      );
      const last = Number(rows[0]?.number);
      const { rows: commands } = await database.admin.query<{ id: string }>(
        `select max(id) as id from audit.events where kind = 'command'`,
      );
      await tamper(
        database.admin,
        `delete from audit.events where id = any ((select event_ids from audit.seals where number = ${last})::bigint[])`,
        `delete from audit.seals where number = ${last}`,
      );
      return [
        `seal_missing seal ${last}`,
        `record_changed organizations ${world.organizationId}`,
        `event_missing command ${String(commands[0]?.id)}`,
      ];
    },
  },
  {
    title: 'the time of a seal is changed, by which a restore is dated',
    act: async (_world, { admin }) => {
      await tamper(admin, `update audit.seals set sealed_at = sealed_at - interval '1 day' where number = 1`);
      return ['seal_changed seal 1'];
    },
  },
];
