import { newestCommand, type Attack } from './attack.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { sql } from 'kysely';

/** Assigns, begins and moves the due date of a training, each in a command of its own: two former states. Answers the assignment. */
async function changeTraining(world: TrailWorld, db: TestDatabase['db']): Promise<number> {
  const { rows } = await inCommand(db, (tx) =>
    sql<{ id: number }>`
      insert into training_assignments (user_id, module_id, module_version_id, cycle)
      values (${world.people[0]}, ${world.moduleId}, ${world.versionId}, 2) returning id`.execute(tx),
  );
  const id = rows[0]?.id ?? 0;
  for (const change of [
    sql`status = 'in_progress', started_at = app_now()`,
    sql`due_date = date '2026-09-01'`,
  ])
    await inCommand(db, (tx) => sql`update training_assignments set ${change} where id = ${id}`.execute(tx));
  return id;
}

/** Gives a person another name and has them sign in. Answers the person. */
async function changePerson(world: TrailWorld, db: TestDatabase['db']): Promise<string> {
  const id = world.people[0] ?? '';
  await inCommand(db, (tx) =>
    sql`update users set last_name = 'Other', last_sign_in_at = app_now() where id = ${id}`.execute(tx),
  );
  return id;
}

/** How records stood before, from which reports of a past day are made. */
export const historyAttacks: readonly Attack[] = [
  {
    title: 'the former status of a training is changed, so that it was completed before',
    table: 'assignment_history',
    act: async (world, { admin, db }) => {
      const id = await changeTraining(world, db);
      await tamper(
        admin,
        `update assignment_history set status = 'completed', completed_at = replaced_at
         where assignment_id = ${id} and due_command_id is null`,
      );
      return [`history_changed assignment_history ${id}`];
    },
  },
  {
    title: 'a former state of a training is deleted, so that it stood earlier as it stands now',
    table: 'assignment_history',
    act: async (world, { admin, db }) => {
      const id = await changeTraining(world, db);
      await tamper(
        admin,
        `delete from assignment_history where assignment_id = ${id} and due_command_id is null`,
      );
      return [`history_changed assignment_history ${id}`];
    },
  },
  {
    title: 'a former state of a training is inserted that it never had',
    table: 'assignment_history',
    act: async (world, { admin }) => {
      const id = world.assignments[1];
      await tamper(
        admin,
        `insert into assignment_history (assignment_id, replaced_at, assigned_date, status)
         select id, now() + interval '1 day', assigned_date, 'completed' from training_assignments where id = ${id}`,
      );
      return [`history_changed assignment_history ${id}`];
    },
  },
  {
    title: 'the moment of a former state is moved',
    table: 'assignment_history',
    act: async (world, { admin, db }) => {
      const id = await changeTraining(world, db);
      await tamper(
        admin,
        `update assignment_history set replaced_at = replaced_at - interval '30 days' where assignment_id = ${id}`,
      );
      return [`history_changed assignment_history ${id}`];
    },
  },
  {
    title: 'the move of a due date is taken from its history, so that it was never moved',
    table: 'assignment_history',
    act: async (world, { admin, db }) => {
      const id = await changeTraining(world, db);
      await tamper(
        admin,
        `update assignment_history set due_command_id = null where assignment_id = ${id} and due_command_id is not null`,
      );
      return [`history_changed assignment_history ${id}`];
    },
  },
  {
    title: 'the trigger that keeps former states is switched off while a training is changed',
    table: 'assignment_history',
    act: async (world, { admin, db }) => {
      await admin.query('alter table training_assignments disable trigger history_update');
      const id = await changeTraining(world, db);
      await admin.query('alter table training_assignments enable trigger history_update');
      return [`history_changed assignment_history ${id}`];
    },
  },
  {
    title: 'former states are invented by a command that claims to be demo data',
    table: 'assignment_history',
    act: async (world, { admin, db }) => {
      const id = await changeTraining(world, db);
      const client = await admin.connect();
      try {
        await client.query('begin');
        await client.query(`select audit.begin_command('demo.past', null, null, '{}')`);
        await client.query('delete from assignment_history where assignment_id = $1', [id]);
        await client.query(
          `select audit.add_event('insert', 'demo.past', null, null, null, 'assignment_history', $1, 'ok', (audit.open_command()).id,
             '{}', '{"after":{"rows":[]}}')`,
          [String(id)],
        );
        await client.query('commit');
      } finally {
        client.release(true);
      }
      return [
        `history_changed assignment_history ${id}`,
        `command_unproven event ${await newestCommand(admin)}`,
      ];
    },
  },
  {
    title: 'the former name of a person is changed',
    table: 'person_history',
    act: async (world, { admin, db }) => {
      const id = await changePerson(world, db);
      await tamper(admin, `update person_history set last_name = 'Somebody' where user_id = '${id}'`);
      return [`history_changed person_history ${id}`];
    },
  },
  {
    title: 'the former name of a person is deleted',
    table: 'person_history',
    act: async (world, { admin, db }) => {
      const id = await changePerson(world, db);
      await tamper(admin, `delete from person_history where user_id = '${id}'`);
      return [`history_changed person_history ${id}`];
    },
  },
  {
    title: 'somebody who is here is made to have been erased before',
    table: 'person_history',
    act: async (world, { admin }) => {
      const id = world.people[1] ?? '';
      await tamper(
        admin,
        `insert into person_history (user_id, replaced_at, email, erased_at)
         select id, now() + interval '1 day', email, now() from users where id = '${id}'`,
      );
      return [`history_changed person_history ${id}`];
    },
  },
  {
    title: 'a sign-in is invented',
    table: 'sign_in_history',
    act: async (world, { admin }) => {
      const id = world.people[2] ?? '';
      await tamper(
        admin,
        `insert into sign_in_history (user_id, at) values ('${id}', now() - interval '90 days')`,
      );
      return [`history_changed sign_in_history ${id}`];
    },
  },
  {
    title: 'a sign-in is deleted, and another one put to a later time',
    table: 'sign_in_history',
    act: async (world, { admin, db }) => {
      const id = await changePerson(world, db);
      await inCommand(db, (tx) =>
        sql`update users set last_sign_in_at = app_now() where id = ${id}`.execute(tx),
      );
      await tamper(
        admin,
        `delete from sign_in_history where user_id = '${id}' and at = (select min(at) from sign_in_history where user_id = '${id}')`,
        `update sign_in_history set at = at + interval '1 hour' where user_id = '${id}'`,
      );
      return [`history_changed sign_in_history ${id}`];
    },
  },
];
