import { againstSql, pathTimes, type Question } from '../against-sql.ts';
import type { Also, Bench } from '../bench.ts';
import { floorSql } from '../floor-sql.ts';
import { makeOwnWorlds } from '../own-world.ts';
import { peopleContents } from '../people-world.ts';

const pageLength = 50;
const [few, many] = [1000, 100_000];

const list = `/api/users?limit=${String(pageLength)}`;
/** The people of a page that was found before. */
const rows = floorSql('users-rows.sql');
const page = {
  everybody: floorSql('users-page.sql'),
  filter: floorSql('users-filter.sql'),
  learners: floorSql('users-learners.sql'),
  learnersByOrganization: floorSql('users-learners-by-organization.sql'),
  organization: floorSql('users-organization.sql'),
  active: floorSql('users-active.sql'),
};
const total = {
  everybody: floorSql('users-total.sql'),
  filter: floorSql('users-filter-total.sql'),
  learners: floorSql('users-learners-total.sql'),
  organization: floorSql('users-organization-total.sql'),
  active: floorSql('users-active-total.sql'),
};
/** A search counts what it found on the way. */
const search = floorSql('users-search.sql');

const everybody: Question = {
  what: 'first page of everybody',
  path: list,
  sql: (pool) =>
    Promise.all([pool.query(page.everybody + rows, [pageLength, 0]), pool.query(total.everybody)]),
};

const narrowed = (organizationId: number): readonly Question[] => [
  {
    what: 'search in names and emails',
    path: `${list}&q=Last431`,
    sql: (pool) => pool.query(search + rows, ['%Last431%', pageLength, 0]),
  },
  {
    what: 'inactive people of one organization',
    path: `${list}&status=inactive&organizationId=${String(organizationId)}`,
    sql: (pool) =>
      Promise.all([
        pool.query(page.filter + rows, [organizationId, pageLength, 0]),
        pool.query(total.filter, [organizationId]),
      ]),
  },
  {
    what: 'everybody with the role learner',
    path: `${list}&role=learner`,
    sql: (pool) =>
      Promise.all([
        pool.query(page.learners + rows, ['learner', pageLength, 0]),
        pool.query(total.learners, ['learner']),
      ]),
  },
  {
    what: 'everybody of one organization',
    path: `${list}&organizationId=${String(organizationId)}`,
    sql: (pool) =>
      Promise.all([
        pool.query(page.organization + rows, [organizationId, pageLength, 0]),
        pool.query(total.organization, [organizationId]),
      ]),
  },
  {
    what: 'everybody with an active account',
    path: `${list}&status=active`,
    sql: (pool) => Promise.all([pool.query(page.active + rows, [pageLength, 0]), pool.query(total.active)]),
  },
  {
    what: 'learners in the order of organizations',
    path: `${list}&role=learner&sort=organization`,
    // How many they are decides how they are read.
    sql: async (pool) => {
      await pool.query(total.learners, ['learner']);
      return pool.query(page.learnersByOrganization + rows, ['learner', pageLength, 0]);
    },
  },
];

/** The list of people at 100,000, its search and filters, against their SQL, and against the same list of 1,000 (USR-07, PERF-01). */
export const users: Bench = {
  name: 'users',
  title:
    'Users & Roles at 100,000 people, first page, against its own SQL by raw pg and an empty signed-in call',
  limit: 1.5,
  direction: 'at most',
  unit: '×',
  measure: async ({ rounds, say }) => {
    const { worlds, close } = await makeOwnWorlds([few, many].map(peopleContents), say);
    const [small, large] = worlds;
    if (!small || !large) throw new Error('there are no people');
    try {
      const first = await againstSql(large, everybody, { rounds, say });
      const also: Also[] = [];
      for (const question of narrowed(large.organizationIds[2] ?? 0)) {
        const { ratio } = await againstSql(large, question, { rounds, say });
        also.push({ what: `${question.what}, against its SQL`, value: ratio, limit: 1.5, unit: '×' });
      }
      say(`  page of ${many.toLocaleString('en')} : page of ${few.toLocaleString('en')}`);
      const ratio = await pathTimes(list, large, small, { rounds, say });
      also.push({ what: 'the page at 100,000 people against 1,000', value: ratio, limit: 1.5, unit: '×' });
      return { value: first.ratio, product: first.product, floor: first.floor, also };
    } finally {
      await close();
    }
  },
};
