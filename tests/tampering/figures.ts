import type { Attack } from './attack.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { inCommand, tamper, type TrailWorld } from '#tests/harness/trail-world.ts';
import { fillMissingDays } from '#server/domains/assignments/figures/days.ts';
import { foldFigures } from '#server/domains/assignments/figures/fold.ts';
import { storePastDay } from '#server/domains/reports/past/past-days.jobs.ts';
import { sql } from 'kysely';

const ofPerson = (world: TrailWorld, index = 0): string => world.people[index] ?? '';
const groupOf = (world: TrailWorld): string =>
  `figure_changed group_figures organization ${world.organizationId}, department none, learner`;
const groupOfModule = (world: TrailWorld): string =>
  `figure_changed group_module_figures module ${world.moduleId}, organization ${world.organizationId}, department none, learner`;

/** Keeps the counts of everybody as of the end of today, as they are counted once the day is over everywhere. */
async function keepToday({ db, moveClock }: TestDatabase): Promise<string> {
  const { rows } = await sql<{ day: string }>`select today_in('UTC') as day`.execute(db);
  const day = rows[0]?.day ?? '';
  await moveClock({ days: 3 });
  await sql`insert into past_days (day, people_total) values (${day}::date, 3)`.execute(db);
  await storePastDay(db, day);
  await moveClock({});
  return day;
}

/** Figures, their trend and those of past days, which dashboards and reports show. */
export const figuresAttacks: readonly Attack[] = [
  {
    title: 'the counts of a person are changed',
    table: 'person_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(
        admin,
        `update person_figures set required_late = 1, overdue = 1, completed = 0 where user_id = '${ofPerson(world)}'`,
      );
      return [`figure_changed person_figures ${ofPerson(world)}`, groupOf(world)];
    },
  },
  {
    title: 'the counts of a person are deleted together with their part of the sums',
    table: 'person_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      const id = ofPerson(world);
      await tamper(admin, `delete from group_figures`, `delete from person_figures where user_id <> '${id}'`);
      return [
        ...world.people.slice(1).map((person) => `figure_changed person_figures ${person}`),
        groupOf(world),
        groupOfModule(world),
      ];
    },
  },
  {
    title: 'the mark is removed by which a changed person would be counted anew',
    table: 'person_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await inCommand(db, (tx) =>
        sql`update training_assignments set due_date = today_in('UTC') + 30 where id = ${world.assignments[0]}`.execute(
          tx,
        ),
      );
      await tamper(admin, 'delete from figure_changes');
      return [
        `figure_changed person_figures ${ofPerson(world)}`,
        `figure_changed person_module_figures ${ofPerson(world)}, module ${world.moduleId}`,
      ];
    },
  },
  {
    title: 'the sums of a group are changed',
    table: 'group_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(admin, 'update group_figures set overdue_people = 0, complete = active');
      return [groupOf(world)];
    },
  },
  {
    title: 'the sums of a group are inserted that nobody belongs to',
    table: 'group_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(
        admin,
        `create temp table more on commit drop as select * from group_figures`,
        `update more set role = 'manager'`,
        `insert into group_figures select * from more`,
      );
      return [groupOf(world).replace('learner', 'manager')];
    },
  },
  {
    title: 'what a person has of a module is changed',
    table: 'person_module_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(
        admin,
        `update person_module_figures set late = not late where user_id = '${ofPerson(world)}' and module_id = ${world.moduleId}`,
      );
      return [
        `figure_changed person_module_figures ${ofPerson(world)}, module ${world.moduleId}`,
        groupOfModule(world),
      ];
    },
  },
  {
    title: 'the sums of a module are changed',
    table: 'group_module_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(
        admin,
        `update group_module_figures set overdue = overdue + 1 where module_id = ${world.moduleId}`,
      );
      return [groupOfModule(world)];
    },
  },
  {
    title: 'what a person and a matrix have to do with each other is invented',
    table: 'person_matrix_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(
        admin,
        `insert into person_matrix_figures values ('${ofPerson(world)}', 4711, ${world.organizationId}, true, false, false)`,
      );
      return [
        `figure_changed person_matrix_figures ${ofPerson(world)}, matrix 4711`,
        `figure_changed matrix_figures matrix 4711, organization ${world.organizationId}`,
      ];
    },
  },
  {
    title: 'the sums of a matrix are invented',
    table: 'matrix_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(admin, `insert into matrix_figures values (4711, ${world.organizationId}, 5, 0, 0)`);
      return [`figure_changed matrix_figures matrix 4711, organization ${world.organizationId}`];
    },
  },
  {
    title: 'the CV of a person counts as valid',
    table: 'person_cvs',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(
        admin,
        `update person_cvs set is_uploaded = true, valid_until = '2999-01-01' where user_id = '${ofPerson(world)}'`,
      );
      return [
        `figure_changed person_cvs ${ofPerson(world)}`,
        `figure_changed cv_figures organization ${world.organizationId}, without a CV`,
        `figure_changed cv_figures organization ${world.organizationId}, until 2999-01-01`,
      ];
    },
  },
  {
    title: 'the sums of CVs are invented',
    table: 'cv_figures',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await tamper(admin, `insert into cv_figures values (${world.organizationId}, true, '2999-01-01', 5)`);
      return [`figure_changed cv_figures organization ${world.organizationId}, until 2999-01-01`];
    },
  },
  {
    title: 'the number of people is changed',
    table: 'people_counts',
    act: async (world, { admin }) => {
      await tamper(admin, `update people_counts set people = people + 20 where role = 'learner'`);
      return [`figure_changed people_counts organization ${world.organizationId}, learner`];
    },
  },
  {
    title: 'a day of the trend that was worked out is changed',
    table: 'figure_days',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await fillMissingDays(db);
      const { rows } = await admin.query<{ day: string }>(
        `update figure_days set active = 10, due_people = 10 where organization_id = $1 and day = today_in('UTC') - 30
         returning day::text`,
        [world.organizationId],
      );
      return [`figure_changed figure_days organization ${world.organizationId}, ${String(rows[0]?.day)}`];
    },
  },
  {
    title: 'a day of the trend is changed and said to have been seen',
    table: 'figure_days',
    act: async (world, { admin, db }) => {
      await foldFigures(db);
      await fillMissingDays(db);
      const { rows } = await admin.query<{ day: string }>(
        `update figure_days set active = 10, due_people = 10, from_records = false
         where organization_id = $1 and day = today_in('UTC') - 30 returning day::text`,
        [world.organizationId],
      );
      return [`figure_changed figure_days organization ${world.organizationId}, ${String(rows[0]?.day)}`];
    },
  },
  {
    title: 'a day of the trend is inserted for an organization that never was',
    table: 'figure_days',
    act: async (_world, { admin, db }) => {
      await fillMissingDays(db);
      const { rows } = await admin.query<{ day: string }>(
        `insert into figure_days values (4711, today_in('UTC') - 3, 50, 0, 900, 900, false, 50) returning day::text`,
      );
      return [`figure_changed figure_days organization 4711, ${String(rows[0]?.day)}`];
    },
  },
  {
    title: 'the kept counts of a person as of a past day are changed',
    table: 'past_figures',
    act: async (world, database) => {
      const day = await keepToday(database);
      await tamper(
        database.admin,
        `update past_figures set required_late = 1, completed = 0 where user_id = '${ofPerson(world, 1)}'`,
      );
      return [`figure_changed past_figures ${day} ${ofPerson(world, 1)}`];
    },
  },
  {
    title: 'somebody is put among the people of a past day',
    table: 'past_figures',
    act: async (_world, database) => {
      const day = await keepToday(database);
      await tamper(
        database.admin,
        `insert into past_figures (day, user_id, role, is_active, has_signed_in, total, completed, in_progress, not_started, overdue,
           expired, completion_seconds, completions, required, required_open, required_late, is_due)
         values ('${day}', 'u_nobody', 'learner', true, true, 5, 5, 0, 0, 0, 0, 0, 5, 5, 0, 0, true)`,
      );
      return [`figure_changed past_figures ${day} u_nobody`];
    },
  },
  {
    title: 'somebody is taken from the people of a past day',
    table: 'past_figures',
    act: async (world, database) => {
      const day = await keepToday(database);
      await tamper(database.admin, `delete from past_figures where user_id = '${ofPerson(world, 2)}'`);
      return [`figure_changed past_figures ${day} ${ofPerson(world, 2)}`];
    },
  },
];
