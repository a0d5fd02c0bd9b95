import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { auditTrailContract } from '#shared/contract/audit-trail.ts';
import type { QueryInput, ResponseOf } from '#shared/contract/endpoint.ts';
import { trailReviewsContract as contract } from '#shared/contract/trail-reviews.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { sealerOf, sealOnce } from '#server/domains/audit/index.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { until } from '#tests/harness/poll.ts';
import type { ReachWorld } from '#tests/harness/reach-world.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { createTrailReaders, type TrailReaders } from '#tests/harness/trail-readers.ts';
import { readyToSign } from '#tests/harness/training-world.ts';
import { createUser, type FixtureUser } from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';

type Next = ResponseOf<typeof contract.next>;
type Filters = NonNullable<QueryInput<typeof contract.next>>;
type TrailPage = ResponseOf<typeof auditTrailContract.list>;

let readers: TrailReaders | undefined;
let database: TestDatabase;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let other: FixtureUser;
/** An administrator who changes nothing. */
let reviewer: TestClient;
let inspector: TestClient;

beforeAll(async () => {
  readers = await createTrailReaders();
  ({ database, server, world, admin } = readers);
  other = await createUser(server.services, { role: 'admin' });
  reviewer = await readyToSign(server, other);
  inspector = await readyToSign(server, world.organizations[0].inspector);
});

afterAll(() => readers?.close());

const seal = () =>
  until('everything is sealed', async () => {
    await sealOnce(sealerOf(server.services));
    const { rows } = await sql<{ open: boolean }>`
      select max(id) > (select max(e) from audit.seals, unnest(event_ids) e) as open from audit.events`.execute(
      database.db,
    );
    return rows[0]?.open === false;
  });

const next = async (client: TestClient, filters: Filters = {}): Promise<Next> => {
  const answer = await client.call(contract.next, { query: filters });
  expect(answer.status).toBe(200);
  return answer.body;
};

const sign = (
  client: TestClient,
  { password }: FixtureUser,
  shown: Next,
  more: { filters?: Filters; conclusion?: string } = {},
) =>
  client.post<{ reason?: string }>('/api/audit/reviews', {
    filters: more.filters ?? {},
    through: shown.through,
    seen: shown.seen,
    conclusion: more.conclusion ?? 'Every change has its reason',
    signature: { password, meaning: statementFor('trail_reviewed').text },
  });

const list = async (client: TestClient) =>
  (await client.get<ResponseOf<typeof contract.list>>('/api/audit/reviews')).body;

const trail = async (client: TestClient, query: string) =>
  (await client.get<TrailPage>(`/api/audit?${query}`)).body.rows;

const rename = (jobTitle: string, who = 0) =>
  admin.patch(`/api/users/${world.organizations[0].learners[who]?.id ?? ''}`, { jobTitle });

test('[AUD-03] a review takes sealed events only, and is signed over exactly those that were shown', async () => {
  await rename('Nurse');
  await seal();
  const shown = await next(reviewer);
  expect(shown).toMatchObject({ lastSignedAt: null, ownEvents: 0, statement: 'trail_reviewed' });
  expect(shown.events).toBeGreaterThan(0);
  const moved = { ...shown, seen: 'a'.repeat(64) };
  expect((await sign(reviewer, other, moved)).body).toMatchObject({ reason: 'trail_review_changed' });
  expect((await sign(reviewer, other, { ...shown, through: (shown.through ?? 0) - 1 })).status).toBe(409);
  const unsealed = { ...shown, through: (shown.through ?? 0) + 1_000_000 };
  expect((await sign(reviewer, other, unsealed)).status).toBe(409);
  expect((await list(admin)).rows).toEqual([]);
  // What happens after the seal is for the next review.
  await rename('Nurse of the night');
  expect((await sign(reviewer, other, shown)).status).toBe(200);
  expect((await list(admin)).rows).toMatchObject([
    {
      events: shown.events,
      until: shown.until,
      conclusion: 'Every change has its reason',
      signature: { valid: true },
      filters: { actor: null, about: null, group: null, q: null, recordType: null },
    },
  ]);
  // Two tabs: the events of the second one are reviewed already.
  expect((await sign(reviewer, other, shown)).body).toMatchObject({ reason: 'trail_review_changed' });
});

test('[AUD-03] since the last review: the screen, the file and the next review begin where it ended', async () => {
  const since = await trail(reviewer, 'sinceReview=true&group=people');
  // A series has its own filters: nobody reviewed this one yet.
  expect(since).toEqual(await trail(reviewer, 'group=people'));
  const open = await trail(reviewer, 'sinceReview=true');
  expect(open.map(({ action }) => action)).toContain('user.changed');
  expect(open.length).toBeLessThan((await trail(reviewer, 'limit=200')).length);
  const file = await reviewer.get<string>(
    '/api/exports/download?dataSet=audit&format=csv&columns=done&sinceReview=true',
  );
  // The line of the columns; the file ends before the download itself.
  expect(file.body.trim().split(/\r?\n/u)).toHaveLength(open.length + 1);
  await seal();
  const shown = await next(reviewer);
  expect(shown.lastSignedAt).not.toBeNull();
  expect(shown.events).toBeLessThanOrEqual((await trail(reviewer, 'sinceReview=true')).length);
});

test('[AUD-03] nobody reviews the own actions; what one does with the own account is none of them', async () => {
  await rename('Study nurse');
  const boss = await readyToSign(server, world.admin);
  await seal();
  const own = await next(boss);
  expect(own.ownEvents).toBeGreaterThan(0);
  const refused = await sign(boss, world.admin, own);
  expect([refused.status, refused.body.reason]).toEqual([409, 'trail_review_own']);
  // The reviewer signed in, accepted the agreement and signed a review: nothing of it is of other records, but the review is.
  const before = await next(reviewer);
  expect(before.ownEvents).toBe(1);
  expect((await sign(reviewer, other, before)).body).toMatchObject({ reason: 'trail_review_own' });
  // Of what the reviewer did not do, a review can be signed.
  const filters = { actor: world.admin.id };
  const theirs = await next(reviewer, filters);
  expect(theirs.ownEvents).toBe(0);
  expect((await sign(reviewer, other, theirs, { filters })).status).toBe(200);
  expect((await next(reviewer, filters)).events).toBe(0);
  const nothing = await sign(reviewer, other, { ...theirs, seen: 'b'.repeat(64) }, { filters });
  expect(nothing.status).toBe(409);
});

test('[AUD-03] [AUTH-13] an inspector reviews what the own organization did, and sees no review of more', async () => {
  await rename('Coordinator', 1);
  await seal();
  const shown = await next(inspector);
  expect(shown.events).toBeLessThan((await next(reviewer, { from: '2000-01-01' })).events + shown.events);
  expect((await list(inspector)).rows).toEqual([]);
  const signed = await sign(inspector, world.organizations[0].inspector, shown, { conclusion: 'In order' });
  expect(signed.status).toBe(200);
  expect((await list(inspector)).rows).toMatchObject([{ conclusion: 'In order' }]);
  expect((await list(readers?.otherInspector ?? inspector)).rows).toEqual([]);
  expect((await list(admin)).rows[0]).toMatchObject({ conclusion: 'In order' });
  expect(await trail(inspector, 'sinceReview=true&group=people')).toEqual(
    await trail(inspector, 'group=people'),
  );
});

test('[AUD-03] [SIG-04] verify makes each review anew; a changed conclusion and an invented review are found', async () => {
  expect((await verifyAll(server.services)).findings).toEqual([]);
  await tamper(database.admin, `update trail_reviews set conclusion = 'Nothing was checked' where id = 1`);
  const { findings } = await verifyAll(server.services);
  expect(findings.map(({ kind, object }) => `${kind} ${object}`)).toContain('record_changed trail_reviews 1');
  const [changed] = (await list(admin)).rows.filter(({ id }) => id === 1);
  expect(changed?.signature).toMatchObject({ valid: false, reasonCode: 'record_changed' });
});
