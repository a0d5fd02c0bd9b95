import type { Attack } from './attack.ts';
import { inCommand, tamper } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';

/** Records of training and their assignments. */
export const recordsAttacks: readonly Attack[] = [
  {
    title: 'a completion date is changed',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `update training_records set completed_at = completed_at - interval '1 day' where id = ${world.records[0]}`,
      );
      return [`record_changed training_records ${world.records[0]}`];
    },
  },
  {
    title: 'a due date is changed',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `update training_assignments set due_date = '2027-01-01' where id = ${world.assignments[1]}`,
      );
      return [`record_changed training_assignments ${world.assignments[1]}`];
    },
  },
  {
    title: 'a completion is deleted',
    act: async (world, { admin }) => {
      await tamper(admin, `delete from training_records where id = ${world.records[2]}`);
      return [`record_missing training_records ${world.records[2]}`];
    },
  },
  {
    title: 'an assignment is inserted',
    act: async (world, { admin }) => {
      await tamper(
        admin,
        `insert into training_assignments (id, user_id, module_id, cycle) overriding system value
         values (900001, '${world.people[0]}', ${world.moduleId}, 7)`,
      );
      return [
        'record_inserted training_assignments 900001',
        'guard_changed sequence training_assignments_id_seq',
      ];
    },
  },
  {
    title: 'a record is changed, and later changed again by the product',
    act: async (world, { admin, db }) => {
      const id = world.assignments[0] ?? 0;
      await tamper(admin, `update training_assignments set score = 100 where id = ${id}`);
      await inCommand(db, (tx) =>
        sql`update training_assignments set score = 95 where id = ${id}`.execute(tx),
      );
      return [
        `history_broken training_assignments ${id}`,
        `record_changed training_records ${world.records[0]}`,
      ];
    },
  },
  {
    title: 'values are written at which a check would break off, to hide another change',
    act: async (world, { admin }) => {
      const [first, second, third] = world.records;
      await admin.query('alter table training_records drop constraint training_records_version_hash_check');
      await tamper(
        admin,
        `update training_records set completed_at = 'infinity' where id = ${first}`,
        `update training_records set version_hash = 'none' where id = ${second}`,
        `update training_records set score = 12 where id = ${third}`,
      );
      return [
        'guard_missing constraint training_records_version_hash_check on training_records',
        ...[first, second, third].map((id) => `record_changed training_records ${id}`),
      ];
    },
  },
];
