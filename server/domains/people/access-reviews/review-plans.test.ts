import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { effortOf, fillInBulk } from '#tests/harness/plan-effort.ts';
import { readAccounts } from './accounts.queries.ts';
import { reviewView } from './reviews.queries.ts';
import { requireReview } from './reviews.store.ts';

const elsewhere = 5000;
const accounts = 300;
const limit = 20;
/** Rows that may be looked at: some look-ups for each account of the organization, and the facts of those on the page. */
const [mostForAccount, mostForShown, mostForFacts, mostForCounts] = [10, 50, 40, 20];

let database: TestDatabase;

/** Two organizations, each with teams of fifty; the smaller one is reviewed. */
beforeAll(async () => {
  database = await createTestDatabase();
  const people = (organization: number, count: number) => `
    insert into users (id, email, first_name, last_name, role, organization_id, manager_id)
    select 'u_${String(organization)}_' || n, 'person' || n || '@${String(organization)}.example', 'First', 'Last' || n,
      case when n % 50 = 0 then 'manager' else 'learner' end, ${String(organization)},
      case when n % 50 <> 0 then 'u_${String(organization)}_' || n / 50 * 50 + 50 end
    from generate_series(1, ${String(count)}) n`;
  await fillInBulk(database, [
    `insert into organizations (id, name, slug) overriding system value values (1, 'Reviewed', 'reviewed'), (2, 'Other', 'other')`,
    people(1, accounts),
    people(2, elsewhere),
    `insert into user_periods (user_id, role, organization_id, is_active, valid_from) select id, role, organization_id, is_active, app_now() from users`,
    `insert into access_reviews (id, organization_id, due_on, opened_by, opened_at)
     overriding system value values (1, 1, current_date, 'u_1_50', app_now())`,
  ]);
});
afterAll(() => database.drop());

test('[AUTH-17] [PERF-03] a page of a review reads the accounts of the organization and the facts of those that it shows, and nobody else', async () => {
  const review = await requireReview(database.db, wholeReach, 1);
  const first = await readAccounts(database.db, wholeReach, review, { limit });
  const { rows } = await effortOf(database, async (db) => {
    const page = await readAccounts(db, wholeReach, review, { limit, after: first.next ?? '' });
    expect(page.rows.map(({ userId }) => userId)).toHaveLength(limit);
    expect(page.rows[0]?.userId).toBe('u_1_117');
  });
  expect(rows).toBeLessThan(accounts * mostForAccount + limit * mostForShown);
});

test('[AUTH-17] [PERF-03] a page of one kind of accounts computes the facts of the accounts of the organization, and of nobody else', async () => {
  const review = await requireReview(database.db, wholeReach, 1);
  const { rows } = await effortOf(database, async (db) => {
    const page = await readAccounts(db, wholeReach, review, { limit, filter: 'neverSignedIn' });
    expect(page.rows).toHaveLength(limit);
  });
  expect(rows).toBeLessThan(accounts * mostForFacts);
});

test('[AUTH-17] [PERF-03] the counts of a review need no fact that is only shown', async () => {
  const keys = { secretKey: Buffer.alloc(32) };
  const caller = { reach: wholeReach, actorId: 'u_1_50', mayReview: true };
  const { rows } = await effortOf(database, async (db) => {
    const { progress, seen } = await reviewView(keys, db, caller, 1);
    expect(progress).toMatchObject({ accounts, open: accounts, neverSignedIn: accounts });
    expect(seen).toMatch(/^[0-9a-f]{64}$/);
  });
  expect(rows / accounts).toBeLessThan(mostForCounts);
});
