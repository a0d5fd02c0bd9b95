import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { Problem } from '#shared/contract/errors.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { readyToSign } from '#tests/harness/training-world.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  createUsers,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';

type Page = ResponseOf<typeof contract.accounts>;
type Account = Page['rows'][number];
type Review = ResponseOf<typeof contract.get>;

let database: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let other: FixtureUser;
let admin: TestClient;
let second: TestClient;
let foreignId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  boss = await createUser(server.services, { role: 'admin', firstName: 'Bo', lastName: 'Zander' });
  other = await createUser(server.services, { role: 'admin', firstName: 'Otto', lastName: 'Yves' });
  admin = await readyToSign(server, boss);
  second = await readyToSign(server, other);
  foreignId = (await createOrganization(server.services)).id;
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

interface World {
  readonly organizationId: number;
  readonly manager: FixtureUser;
  readonly learner: FixtureUser;
  readonly hr: FixtureUser;
  readonly id: number;
}

/** An organization with three people, one of them hr, and an open review of it. */
async function opened(): Promise<World> {
  const { id: organizationId } = await createOrganization(server.services);
  const [manager, learner, hr] = (await createUsers(server.services, [
    { organizationId, role: 'manager', firstName: 'Mia', lastName: 'Adler' },
    { organizationId, firstName: 'Lea', lastName: 'Berg' },
    { organizationId, firstName: 'Hal', lastName: 'Cole', grants: [{ kind: 'hr', organizationId }] },
  ])) as [FixtureUser, FixtureUser, FixtureUser];
  const made = await admin.post<{ id: number }>('/api/access-reviews', { organizationId });
  expect(made.status).toBe(201);
  return { organizationId, manager, learner, hr, id: made.body.id };
}

const path = (id: number, part = '') => `/api/access-reviews/${String(id)}${part}`;

const accounts = async (id: number, query = '', client = admin): Promise<Page> =>
  (await client.get<Page>(path(id, `/accounts${query}`))).body;

const reviewOf = async (id: number, client = admin): Promise<Review> =>
  (await client.get<Review>(path(id))).body;

async function account(id: number, { id: userId }: { readonly id: string }): Promise<Account> {
  const { rows } = await accounts(id);
  return rows.find((row) => row.userId === userId)!;
}

const send = (id: number, rows: readonly Account[], answer: object, client = admin) =>
  client.put<Problem & { answered: number }>(path(id, '/answers'), {
    accounts: rows.map(({ userId, seen }) => ({ userId, seen })),
    ...answer,
  });

/** Answers keep for everybody who is open, each by whoever may. */
async function keepAll(id: number): Promise<void> {
  for (const [client, self] of [
    [admin, boss],
    [second, other],
  ] as const) {
    const { rows } = await accounts(id, '?filter=open');
    const rest = rows.filter(({ userId }) => userId !== self.id);
    if (rest.length > 0) expect((await send(id, rest, { answer: 'keep' }, client)).status).toBe(200);
  }
}

/** Locks an account, so that those who change it meet. */
const held = ({ id }: FixtureUser) => sql`select 1 from users where id = ${id} for update`;

/** Signs a review as it was seen, else as it is. */
const sign = async (id: number, { seen }: { readonly seen: string | null } | Review = { seen: null }) =>
  admin.post<Problem>(path(id, '/sign'), {
    seen: seen ?? (await reviewOf(id)).seen ?? 'over',
    signature: { password: boss.password, meaning: statementFor('access_reviewed').text },
  });

test('[AUTH-17] a review lists every account with access: the people, grants and managers from elsewhere, administrators, and who has no organization', async () => {
  const { organizationId, id, learner, hr, manager } = await opened();
  const [inspector, homeless, left] = await createUsers(server.services, [
    { organizationId: foreignId, grants: [{ kind: 'inspector', organizationId }] },
    { organizationId: null },
    { organizationId, isActive: false },
  ]);
  // Managers read the records of their reports, wherever they are themselves.
  const top = await createUser(server.services, { organizationId: foreignId, role: 'manager' });
  const lead = await createUser(server.services, {
    organizationId: foreignId,
    role: 'manager',
    managerId: top.id,
  });
  await createUser(server.services, { organizationId, managerId: lead.id });
  const stranger = await createUser(server.services, { organizationId: foreignId, role: 'manager' });
  const { rows } = await accounts(id);
  const ids = rows.map(({ userId }) => userId);
  for (const person of [learner, hr, manager, boss, other, inspector!, homeless!, top, lead])
    expect(ids).toContain(person.id);
  for (const person of [left!, stranger]) expect(ids).not.toContain(person.id);
  expect(rows.find(({ userId }) => userId === hr.id)).toMatchObject({
    name: 'Hal Cole',
    role: 'learner',
    secondFactor: false,
    flagged: false,
    grants: [{ kind: 'hr', grantedByName: null }],
    since: 'same',
    answer: null,
  });
  // Who came after the opening is shown as new.
  expect(rows.find(({ userId }) => userId === inspector!.id)).toMatchObject({ since: 'added' });
  expect(await admin.post<Problem>('/api/access-reviews', { organizationId })).toMatchObject({ status: 409 });
  const privileged = await accounts(id, '?filter=privileged');
  expect(privileged.rows.map(({ userId }) => userId)).toEqual(
    expect.arrayContaining([manager.id, hr.id, boss.id, inspector!.id]),
  );
  expect(privileged.rows.map(({ userId }) => userId)).not.toContain(learner.id);
});

test('[AUTH-17] answers are kept as they are given and carried out with the signature alone, by the rules of the people', async () => {
  const { id, learner, hr, manager } = await opened();
  await keepAll(id);
  const grant = (await account(id, hr)).grants[0]!.id;
  await send(id, [await account(id, manager)], {
    answer: 'change',
    newRole: 'learner',
    reason: 'Leads nobody any more',
  });
  await send(id, [await account(id, hr)], {
    answer: 'change',
    endedGrants: [grant],
    reason: 'Left the HR team',
  });
  await send(id, [await account(id, learner)], { answer: 'end', reason: 'Has left' });
  const leaving = await signIn(server.client(), learner);
  expect((await leaving.get('/api/auth/user')).status).toBe(200);
  expect(await reviewOf(id)).toMatchObject({
    state: 'open',
    progress: { open: 0, change: 2, end: 1 },
    ownAccount: 'answered',
    statement: 'access_reviewed',
  });
  expect(await sign(id)).toMatchObject({ status: 200, body: { printedName: 'Bo Zander' } });
  expect((await leaving.get('/api/auth/user')).status).toBe(401);
  const { rows } = await sql<{ id: string; role: string; isActive: boolean; grants: number }>`
    select u.id, u.role, u.is_active, (select count(*)::int from user_grants g where g.user_id = u.id and g.revoked_at is null) as grants
    from users u where u.id in (${learner.id}, ${hr.id}, ${manager.id})`.execute(database.db);
  expect(new Map(rows.map(({ id: of, ...row }) => [of, row]))).toEqual(
    new Map([
      [learner.id, { role: 'learner', isActive: false, grants: 0 }],
      [hr.id, { role: 'learner', isActive: true, grants: 0 }],
      [manager.id, { role: 'learner', isActive: true, grants: 0 }],
    ]),
  );
  // One command did it all, and the review says what was true before it.
  const { rows: commands } = await sql<{ action: string; objects: string[] }>`
    select action, array_agg(distinct object_type order by object_type) as objects from audit.events
    where command_id = (select max(command_id) from audit.events where object_type = 'access_reviews' and object_id = ${String(id)})
      and kind in ('insert', 'update') group by action`.execute(database.db);
  expect(commands).toEqual([
    {
      action: 'accessReview.signed',
      objects: expect.arrayContaining(['access_reviews', 'signatures', 'user_grants', 'users']) as string[],
    },
  ]);
  expect(await reviewOf(id)).toMatchObject({ state: 'signed', signature: { valid: true } });
  const then = await accounts(id);
  expect(then.rows.find(({ userId }) => userId === manager.id)).toMatchObject({
    role: 'manager',
    answer: 'change',
    newRole: 'learner',
    reason: 'Leads nobody any more',
    answeredByName: 'Bo Zander',
  });
  // What is signed stays as it is.
  expect((await send(id, [then.rows[0]!], { answer: 'keep' })).status).toBe(409);
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'ILLEGAL_STEP' } });
  await expect(
    asFixture(server.services, (tx) =>
      sql`update access_review_answers set reason = 'another' where review_id = ${id} and answer = 'end'`.execute(
        tx.db,
      ),
    ),
  ).rejects.toMatchObject({ code: 'TT003' });
});

test('[AUTH-17] an account that changed is answered anew, also one that came or whose answer another reviewer gave', async () => {
  const { organizationId, id, learner, manager } = await opened();
  await keepAll(id);
  const before = await account(id, learner);
  await admin.patch(`/api/users/${learner.id}`, { role: 'manager' });
  const after = await account(id, learner);
  expect(after).toMatchObject({ since: 'changed', outdated: true, answer: null, role: 'manager' });
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'STALE', open: 1 } });
  expect(await send(id, [before], { answer: 'keep' })).toMatchObject({
    status: 409,
    body: { code: 'STALE' },
  });
  expect((await send(id, [after], { answer: 'keep' })).status).toBe(200);
  // Two reviewers in two tabs: the second one sees the answer of the first before giving another.
  expect((await send(id, [after], { answer: 'end', reason: 'Left' }, second)).status).toBe(409);
  const came = await createUser(server.services, { organizationId });
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'STALE', open: 1 } });
  expect((await send(id, [await account(id, came)], { answer: 'keep' })).status).toBe(200);
  // People who have left need no answer, and the review says so.
  await admin.patch(`/api/users/${manager.id}`, { isActive: false });
  expect((await sign(id)).status).toBe(200);
  const { rows } = await accounts(id);
  expect(rows.find(({ userId }) => userId === manager.id)).toMatchObject({ undecided: 'left' });
  expect(rows.find(({ userId }) => userId === came.id)).toMatchObject({ since: 'added', answer: 'keep' });
  expect((await reviewOf(id)).signature?.valid).toBe(true);
});

test('[AUTH-17] an account that changes while the review is signed is not signed over, nor a grant that is revoked', async () => {
  const { id, learner, hr } = await opened();
  await keepAll(id);
  const meet = (user: FixtureUser, change: () => Promise<{ readonly status: number }>) =>
    whileLocked<{ readonly status: number }>(database, held(user), [change, () => sign(id)]);
  const stale = [{ status: 200 }, { status: 409, body: { code: 'STALE', open: 1 } }];
  expect(
    await meet(learner, () => admin.patch(`/api/users/${learner.id}`, { role: 'manager' })),
  ).toMatchObject(stale);
  const [grant] = (await account(id, hr)).grants;
  await send(id, [await account(id, learner)], { answer: 'keep' });
  await send(id, [await account(id, hr)], { answer: 'change', endedGrants: [grant!.id], reason: 'Left HR' });
  expect(await meet(hr, () => admin.del(`/api/users/${hr.id}/grants/${String(grant!.id)}`))).toMatchObject(
    stale,
  );
});

test('[AUTH-17] of two reviewers who answer at once, the second one is refused', async () => {
  const { id, learner } = await opened();
  const row = await account(id, learner);
  const answers = await whileLocked(database, held(learner), [
    () => send(id, [row], { answer: 'keep' }),
    () => send(id, [row], { answer: 'end', reason: 'Left' }, second),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
});

test('[AUTH-17] [SIG-01] an answer that another administrator gave after the signer looked is not signed', async () => {
  const { id, learner } = await opened();
  await keepAll(id);
  const seen = await reviewOf(id);
  await send(id, [await account(id, learner)], { answer: 'end', reason: 'Left' }, second);
  expect(await sign(id, seen)).toMatchObject({
    status: 409,
    body: { code: 'STALE', detail: expect.stringContaining('changed since you saw it') as string },
  });
  // The same answer, given again, is another one too.
  const again = await reviewOf(id);
  await send(id, [await account(id, learner)], { answer: 'end', reason: 'Left in May' }, second);
  expect((await sign(id, again)).status).toBe(409);
  expect((await sign(id)).status).toBe(200);
  expect(await reviewOf(id)).toMatchObject({ state: 'signed', seen: null });
});

test('[AUTH-17] a reviewer cannot answer for their own account: another administrator does, before it is signed', async () => {
  const { id } = await opened();
  const own = await account(id, boss);
  expect(await send(id, [own], { answer: 'keep' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'accounts' }] },
  });
  const { rows } = await accounts(id);
  await send(
    id,
    rows.filter(({ userId }) => userId !== boss.id),
    { answer: 'keep' },
  );
  expect(await reviewOf(id)).toMatchObject({ ownAccount: 'another', statement: null });
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await send(id, [await account(id, boss)], { answer: 'keep' }, second)).status).toBe(200);
  expect((await sign(id)).status).toBe(200);
});

test('[AUTH-17] the last administrator is not ended, and nothing is signed or carried out then', async () => {
  const { id, learner } = await opened();
  await keepAll(id);
  await send(id, [await account(id, learner)], { answer: 'end', reason: 'Left' });
  await send(id, [await account(id, other)], { answer: 'end', reason: 'Left' });
  await send(id, [await account(id, boss)], { answer: 'end', reason: 'Left' }, second);
  expect(await sign(id)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  const { rows } = await sql<{ active: number }>`
    select count(*)::int as active from users where id in (${learner.id}, ${other.id}, ${boss.id}) and is_active`.execute(
    database.db,
  );
  expect(rows).toEqual([{ active: 3 }]);
  expect(await reviewOf(id)).toMatchObject({ state: 'open' });
  expect((await admin.post(path(id, '/cancel'), { reason: 'Opened by mistake' })).status).toBe(200);
  expect(await reviewOf(id)).toMatchObject({ state: 'cancelled', signature: null });
});

test('[AUTH-17] a cancelled review shows what was true when it was cancelled', async () => {
  const { id, learner } = await opened();
  expect((await admin.post(path(id, '/cancel'), { reason: 'Opened by mistake' })).status).toBe(200);
  await admin.patch(`/api/users/${learner.id}`, { lastName: 'Married', reason: 'Married' });
  expect((await account(id, learner)).name).toBe('Lea Berg');
});

test('[AUTH-17] accounts whose signing identity another one set are flagged, with the chain', async () => {
  const { id, learner, hr } = await opened();
  await admin.post(`/api/users/${learner.id}/set-password`, { password: 'known-to-admin', reason: 'Called' });
  await admin.patch(`/api/users/${learner.id}`, { email: 'moved-by-boss@world.example', reason: 'Asked' });
  const { rows } = await accounts(id, '?filter=flagged');
  expect(rows.map(({ userId }) => userId)).toEqual([learner.id]);
  expect(rows[0]).toMatchObject({
    flagged: true,
    since: 'changed',
    chain: [
      { cause: 'credential_issued', causedByName: 'Bo Zander', openedAt: null },
      { cause: 'email_changed', causedByName: 'Bo Zander', openedAt: null },
    ],
  });
  expect((await account(id, hr)).flagged).toBe(false);
  expect((await reviewOf(id)).progress).toMatchObject({ flagged: 1 });
});

test('[AUTH-17] an inspector reads the signed reviews of the organization, and no other', async () => {
  const { organizationId, id, learner } = await opened();
  const inspector = await signIn(
    server.client(),
    await createUser(server.services, {
      organizationId: foreignId,
      grants: [{ kind: 'inspector', organizationId }],
    }),
  );
  const stranger = await signIn(
    server.client(),
    await createUser(server.services, { grants: [{ kind: 'inspector', organizationId: foreignId }] }),
  );
  expect((await inspector.get(path(id))).status).toBe(404);
  expect((await inspector.get<Review[]>('/api/access-reviews')).body).toEqual([]);
  await keepAll(id);
  expect((await sign(id)).status).toBe(200);
  expect((await inspector.get<Review[]>('/api/access-reviews')).body.map((row) => row.id)).toEqual([id]);
  expect(await reviewOf(id, inspector)).toMatchObject({ signature: { valid: true }, ownAccount: null });
  expect((await stranger.get(path(id))).status).toBe(404);
  expect((await stranger.get(path(id, '/accounts'))).status).toBe(404);
  // What is read is what was true then.
  await admin.patch(`/api/users/${learner.id}`, { lastName: 'Married', reason: 'Married' });
  await admin.patch(`/api/users/${learner.id}`, { role: 'manager' });
  const { rows } = await accounts(id, '', inspector);
  expect(rows.find(({ userId }) => userId === learner.id)).toMatchObject({
    name: 'Lea Berg',
    role: 'learner',
  });
  const csv = await inspector.get<string>(path(id, '/accounts.csv'));
  expect(csv.status).toBe(200);
  expect(csv.body).toContain('Lea Berg');
  expect(csv.body).toMatch(/hr [^,]+, no end date, by unknown/);
});

test('[AUTH-17] [AUTH-14] an inspector reads nothing of other organizations in a review', async () => {
  const { name: elsewhere, id: elsewhereId } = await createOrganization(server.services, {
    name: 'Elsewhere Ltd',
  });
  const { organizationId, id } = await opened();
  const [both, homeless, nameless] = (await createUsers(server.services, [
    {
      organizationId,
      grants: [
        { kind: 'hr', organizationId },
        { kind: 'inspector', organizationId: elsewhereId },
      ],
    },
    { organizationId: null, grants: [{ kind: 'inspector', organizationId: elsewhereId }] },
    { organizationId: null, firstName: null, lastName: null },
  ])) as [FixtureUser, FixtureUser, FixtureUser];
  await admin.post(`/api/users/${homeless.id}/set-password`, {
    password: 'known-to-admin',
    reason: 'Called',
  });
  const inspector = await signIn(
    server.client(),
    await createUser(server.services, {
      organizationId: foreignId,
      grants: [{ kind: 'inspector', organizationId }],
    }),
  );
  await keepAll(id);
  expect((await sign(id)).status).toBe(200);
  const { rows } = await accounts(id, '', inspector);
  const of = ({ id: userId }: FixtureUser) => rows.find((row) => row.userId === userId);
  expect(of(both)).toMatchObject({ email: both.email, grants: [{ kind: 'hr' }] });
  expect(of(homeless)).toMatchObject({ email: '', grants: [], chain: [], flagged: true });
  expect(of(nameless)).toMatchObject({ name: nameless.id, email: '' });
  // Nor is a hidden email found out by asking for it.
  const found = await accounts(id, `?q=${homeless.email}`, inspector);
  expect(found.rows).toEqual([]);
  const { body: csv } = await inspector.get<string>(path(id, '/accounts.csv'));
  for (const hidden of [elsewhere, homeless.email, nameless.email]) expect(csv).not.toContain(hidden);
  expect(csv).toContain(both.email);
  expect((await account(id, homeless)).chain).toHaveLength(1);
});

test('[AUTH-17] pages go on after the last account, in the order of names, also of people without one', async () => {
  const { organizationId, id } = await opened();
  await createUsers(
    server.services,
    Array.from({ length: 5 }, (_, at) => ({
      organizationId,
      firstName: at % 2 === 0 ? null : 'Same',
      lastName: at < 2 ? null : 'Name',
    })),
  );
  const whole = await accounts(id);
  const paged: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page: Page = await accounts(id, `?limit=2${after && `&after=${after}`}`);
    paged.push(...page.rows.map(({ userId }) => userId));
    after = page.next;
  }
  expect(paged).toEqual(whole.rows.map(({ userId }) => userId));
  expect(new Set(paged).size).toBe(paged.length);
});

test('[AUTH-17] the next review is due so many months after the last one was signed', async () => {
  type Schedule = ResponseOf<typeof contract.schedules>[number];
  const { organizationId, id } = await opened();
  const scheduleOf = async (): Promise<Schedule> =>
    (await admin.get<Schedule[]>('/api/access-reviews/schedules?limit=1000')).body.find(
      (row) => row.organizationId === organizationId,
    )!;
  expect(await scheduleOf()).toMatchObject({ everyMonths: 12, openReviewId: id, lastSignedAt: null });
  const set = await admin.put(`/api/access-reviews/schedules/${String(organizationId)}`, { everyMonths: 6 });
  expect(set).toMatchObject({ status: 200, body: { everyMonths: 6 } });
  await keepAll(id);
  await sign(id);
  const { today, dueOn, everyMonths, openReviewId } = await scheduleOf();
  expect({ everyMonths, openReviewId }).toEqual({ everyMonths: 6, openReviewId: null });
  const { rows } = await database.admin.query<{ day: string }>(
    `select ($1::date + interval '6 months')::date::text as day`,
    [today],
  );
  expect(dueOn).toBe(rows[0]?.day);
});

test('[AUTH-17] an outdated answer for the only administrator does not hold again: nothing was decided', async () => {
  const { id } = await opened();
  await keepAll(id);
  await admin.post(`/api/users/${boss.id}/grants`, {
    kind: 'inspector',
    organizationId: foreignId,
    expiresOn: (await admin.get<readonly { today: string }[]>('/api/access-reviews/schedules')).body[0]!
      .today,
  });
  await admin.patch(`/api/users/${other.id}`, { isActive: false });
  expect(await reviewOf(id)).toMatchObject({ ownAccount: 'nobody', statement: 'access_reviewed' });
  expect((await sign(id)).status).toBe(200);
  expect(await account(id, boss)).toMatchObject({
    undecided: 'own_account',
    answer: null,
    answeredByName: null,
    grants: [{ kind: 'inspector' }],
  });
  await admin.patch(`/api/users/${other.id}`, { isActive: true });
  second = await signIn(server.client(), other);
});
