import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { accessReviewsContract as contract } from '#shared/contract/access-reviews.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { attachedTo, readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { readyToSign } from '#tests/harness/training-world.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

type Page = ResponseOf<typeof contract.accounts>;
type Review = ResponseOf<typeof contract.get>;

let database: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let other: FixtureUser;
let admin: TestClient;
let second: TestClient;
let organization: { readonly id: number; readonly name: string };
let manager: FixtureUser;
let reviewId: number;

const path = (id: number, part = '') => `/api/access-reviews/${String(id)}${part}`;
const accountsOf = async (id: number, client = admin) => (await client.get<Page>(path(id, '/accounts'))).body;

async function bytesOf(client: TestClient, asked: string): Promise<Buffer> {
  const answer = await client.fetch('GET', asked);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, bytes.toString('utf8', 0, 300)).toBe(200);
  return bytes;
}

/** Answers keep for everybody, each by an administrator who may. */
async function keepAll(id: number): Promise<void> {
  for (const [client, self] of [
    [admin, boss],
    [second, other],
  ] as const) {
    const { rows } = await accountsOf(id);
    const accounts = rows
      .filter(({ userId, answer }) => userId !== self.id && answer === null)
      .map(({ userId, seen }) => ({ userId, seen }));
    if (accounts.length > 0) await client.put(path(id, '/answers'), { accounts, answer: 'keep' });
  }
}

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  boss = await createUser(server.services, { role: 'admin', firstName: 'Bo', lastName: 'Zander' });
  other = await createUser(server.services, { role: 'admin', firstName: 'Otto', lastName: 'Yves' });
  admin = await readyToSign(server, boss);
  second = await readyToSign(server, other);
  organization = await createOrganization(server.services, { name: 'First name' });
  manager = await createUser(server.services, {
    organizationId: organization.id,
    firstName: 'Mia',
    lastName: 'Adler',
  });
  const promoted = await second.patch(`/api/users/${manager.id}`, {
    role: 'manager',
    reason: 'Leads a team',
  });
  if (promoted.status >= 300) throw new Error(JSON.stringify(promoted.body));
  reviewId = (await admin.post<{ id: number }>('/api/access-reviews', { organizationId: organization.id }))
    .body.id;
});

afterAll(async () => {
  await server?.close();
  await database?.drop();
});

test('[AUTH-17] an account says who gave its role and since when, and the giver is in the file; an answer does not depend on it', async () => {
  const { rows } = await accountsOf(reviewId);
  const mia = rows.find(({ userId }) => userId === manager.id);
  expect(mia).toMatchObject({ role: 'manager', roleGivenByName: 'Otto Yves', roleSince: expect.any(String) });
  const csv = await bytesOf(admin, path(reviewId, '/accounts.csv'));
  const [head = '', ...lines] = csv.toString('utf8').trim().split(/\r?\n/u);
  expect(head).toContain('role,role_given_by,role_since');
  expect(lines.find((line) => line.includes('Mia Adler'))).toContain('manager,Otto Yves,');
});

test('[AUTH-17] [INS-03] there is no file of an open review, and none of one out of reach', async () => {
  const open = await admin.get<{ reason: string }>(path(reviewId, '/review.pdf'));
  expect([open.status, open.body.reason]).toEqual([409, 'review_not_over']);
  const elsewhere = await createOrganization(server.services);
  const inspector = await signIn(
    server.client(),
    await createUser(server.services, { grants: [{ kind: 'inspector', organizationId: elsewhere.id }] }),
  );
  expect((await inspector.get(path(reviewId, '/review.pdf'))).status).toBe(404);
});

test('[AUTH-17] [INS-03] a signed review is a PDF with its data as a signed file, with the same bytes after everybody got new names', async () => {
  await keepAll(reviewId);
  const { seen } = (await admin.get<Review>(path(reviewId))).body;
  const signed = await admin.post(path(reviewId, '/sign'), {
    seen,
    signature: { password: boss.password, meaning: statementFor('access_reviewed').text },
  });
  expect(signed.status, JSON.stringify(signed.body)).toBe(200);

  const file = path(reviewId, '/review.pdf?timeZone=Europe/Paris');
  const first = await bytesOf(admin, file);
  const csv = await bytesOf(admin, path(reviewId, '/accounts.csv?timeZone=Europe/Paris'));
  const { text } = await readPdf(first);
  for (const part of [
    'Access review: First name',
    'Page 1 of 1',
    'Certified copy',
    'Requested by: Bo Zander',
    'Scope: All accounts with access to First name',
    'Signed electronically by Bo Zander',
    'given by Otto Yves',
    'Mia Adler',
    '(Europe/Paris)',
  ])
    expect(text).toContain(part);
  const [attached] = await attachedTo(first);
  const { keyId, signature, ...said } = JSON.parse(attached?.toString() ?? '') as {
    readonly keyId: string;
    readonly signature: string;
    readonly accounts: readonly { readonly userId: string; readonly answer: string }[];
  };
  expect(said).toMatchObject({
    format: 'traintrail-access-review-1',
    review: { id: reviewId, state: 'signed' },
  });
  expect(said.accounts.find(({ userId }) => userId === manager.id)?.answer).toBe('keep');
  const key = installationSigningKey(server.services.config);
  expect(keyId).toBe(key.id);
  const publicKey = createPublicKey({
    key: Buffer.from(key.publicKey, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const text1 = Buffer.from(`traintrail-access-review-1\n${JSON.stringify(said, null, 2)}`);
  expect(verify(null, text1, publicKey, Buffer.from(signature, 'base64'))).toBe(true);

  const asOf = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/.exec(text)?.[0] ?? '';
  for (const [client, { id }] of [
    [admin, other],
    [second, boss],
    [admin, manager],
  ] as const) {
    const renamed = await client.put(`/api/users/${id}/name`, {
      firstName: 'Renamed',
      lastName: id.slice(-4),
      reason: 'Marriage',
    });
    expect(renamed.status, JSON.stringify(renamed.body)).toBeLessThan(300);
  }
  const called = await admin.patch(`/api/organizations/${String(organization.id)}`, { name: 'Second name' });
  expect(called.status).toBe(200);
  const again = await bytesOf(admin, `${file}&asOf=${asOf}`);
  expect((await readPdf(again)).text).toBe(text);
  expect((await attachedTo(again))[0]?.toString()).toBe(attached?.toString());
  expect(again.equals(first)).toBe(true);
  expect((await bytesOf(admin, path(reviewId, '/accounts.csv?timeZone=Europe/Paris'))).equals(csv)).toBe(
    true,
  );
  const { body: papers } = await server
    .client()
    .get<{ kind: string; asOf: string }[]>(`/api/papers/${await sha256Of(first)}`);
  expect(papers).toMatchObject([{ kind: 'access_review', asOf }]);

  // The past campaign is shown as it was.
  expect((await admin.get<Review>(path(reviewId))).body).toMatchObject({
    organizationName: 'First name',
    openedByName: 'Bo Zander',
    endedByName: 'Bo Zander',
  });
  const mia = (await accountsOf(reviewId)).rows.find(({ userId }) => userId === manager.id);
  expect(mia).toMatchObject({
    name: 'Mia Adler',
    organizationName: 'First name',
    roleGivenByName: 'Otto Yves',
  });
  const early = await admin.get(`${file}&asOf=2020-01-01T00:00:00Z`);
  expect(early).toMatchObject({ status: 422, body: { errors: [{ reason: 'before_first_record' }] } });
});

test('[AUTH-17] a cancelled review is a file that says that nothing was signed', async () => {
  const { body } = await admin.post<{ id: number }>('/api/access-reviews', {
    organizationId: organization.id,
  });
  await admin.post(path(body.id, '/cancel'), { reason: 'Opened too early' });
  const { text } = await readPdf(await bytesOf(admin, path(body.id, '/review.pdf')));
  expect(text).toContain('This review was cancelled. Nothing was signed');
  expect(text).toContain('Not decided');
});

async function sha256Of(bytes: Buffer): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes))).toString('hex');
}
