import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { ownAccountContract as contract } from '#shared/contract/own-account.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { removeOrphans } from '#server/platform/files/file-jobs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createModuleBy } from '#tests/harness/module-world.ts';
import { sampleExe, sampleGif, sampleJpg, samplePng } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

async function someone(more: Parameters<typeof createUser>[1] = {}): Promise<[FixtureUser, TestClient]> {
  const person = await createUser(server.services, more);
  return [person, await signIn(server.client(), person)];
}

const path = '/api/users/profile/picture';

function formOf(name: string, bytes: Uint8Array, field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** A picture that nobody else has: what follows the end of an image does not belong to it. */
const ownPng = () => Buffer.concat([samplePng, randomBytes(8)]);

async function upload(client: TestClient, bytes: Uint8Array = ownPng(), name = 'me.png'): Promise<string> {
  const { status, body } = await client.post<{ profileImageUrl: string }>(path, formOf(name, bytes));
  expect(status).toBe(200);
  return body.profileImageUrl;
}

describe('the own picture', () => {
  test.each([
    ['me.png', samplePng, 'image/png'],
    ['me.JPG', sampleJpg, 'image/jpeg'],
    ['me.jpeg', Buffer.concat([sampleJpg, Buffer.from('2')]), 'image/jpeg'],
    ['me.gif', sampleGif, 'image/gif'],
  ])('[USR-02] [MOD-07] %s is taken and shown as what its bytes are', async (name, bytes, mime) => {
    const [person, client] = await someone();
    const url = await upload(client, bytes, name);
    expect(url).toMatch(new RegExp(`^/api/users/${person.id}/picture\\?v=[0-9a-f]{12}$`));
    expect((await client.get<{ profileImageUrl: string }>('/api/auth/user')).body.profileImageUrl).toBe(url);
    const shown = await client.fetch('GET', url);
    expect(shown.status).toBe(200);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(Buffer.from(bytes));
    expect(shown.headers.get('content-type')).toBe(mime);
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(shown.headers.get('cache-control')).toBe('private, no-cache');
    const again = await client.fetch('GET', url, undefined, {
      headers: { 'if-none-match': shown.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  test.each([
    ['a program by the name of an image', 'me.png', sampleExe, 422, 'FILE_REFUSED'],
    ['an image under another type’s name', 'me.gif', samplePng, 422, 'FILE_REFUSED'],
    ['a drawing that can hold scripts', 'me.svg', Buffer.from('<svg/>'), 422, 'FILE_REFUSED'],
    ['a document', 'me.pdf', Buffer.from('%PDF-1.7'), 422, 'FILE_REFUSED'],
    ['an empty file', 'me.png', Buffer.alloc(0), 422, 'FILE_REFUSED'],
    [
      'one of more than 5 MB',
      'me.png',
      Buffer.concat([samplePng, Buffer.alloc(5 * 1024 * 1024)]),
      413,
      'FILE_TOO_LARGE',
    ],
  ])(
    '[USR-02] [MOD-07] %s is refused at the file, and nothing changes',
    async (_, name, bytes, status, code) => {
      const [, client] = await someone();
      const before = await upload(client);
      const answer = await client.post<Problem>(path, formOf(name, bytes));
      expect(answer.status).toBe(status);
      expect(answer.body.code).toBe(code);
      expect(answer.body.errors?.[0]?.path).toBe('file');
      expect((await client.call(peopleContract.profile)).body.profileImageUrl).toBe(before);
    },
  );

  test('[USR-02] [SEC-01] a call without a file, with two, with another part or without a form is refused', async () => {
    const [, client] = await someone();
    const none = await client.post<Problem>(path, new FormData());
    expect([none.status, none.body.errors?.[0]?.path]).toEqual([422, 'file']);
    const other = await client.post<Problem>(path, formOf('me.png', ownPng(), 'picture'));
    expect([other.status, other.body.errors?.[0]]).toMatchObject([
      422,
      { path: 'picture', message: 'Unknown field' },
    ]);
    const two = formOf('a.png', ownPng());
    two.append('file', new Blob([new Uint8Array(ownPng())]), 'b.png');
    expect((await client.post(path, two)).status).toBeGreaterThanOrEqual(400);
    expect((await client.post(path, { file: 'x' })).status).toBe(415);
    expect((await client.call(peopleContract.profile)).body.profileImageUrl).toBeNull();
  });

  test('[USR-02] [USR-08] the former picture leaves the store with its row, another’s equal one stays', async () => {
    const [, client] = await someone();
    const shared = ownPng();
    const first = await upload(client, shared);
    const [, other] = await someone();
    const kept = await upload(other, shared);
    const second = await upload(client, ownPng());
    expect(second).not.toBe(first);
    expect((await other.fetch('GET', kept)).status).toBe(200);
    const { body } = await client.call(contract.removePicture);
    expect(body.profileImageUrl).toBeNull();
    expect((await client.get(second)).status).toBe(404);
    const version = second.slice(-12);
    const { rows } = await database.admin.query('select 1 from files where sha256 like $1', [`${version}%`]);
    expect(rows).toEqual([]);
    await removeOrphans(server.services, -1000);
    expect((await other.fetch('GET', kept)).status).toBe(200);
    const left = [];
    for await (const { sha256 } of server.services.files.list()) left.push(sha256.slice(0, 12));
    expect(left).not.toContain(version);
    // Taking nothing away is no error.
    expect((await client.call(contract.removePicture)).status).toBe(200);
  });

  test('[USR-02] [AUTH-13] seen by managers up the chain, administrators, and whom the person leads; by nobody else', async () => {
    const organization = await createOrganization(server.services);
    const place = { organizationId: organization.id };
    const [top, topClient] = await someone({ role: 'manager', ...place });
    const [manager, managerClient] = await someone({ role: 'manager', managerId: top.id, ...place });
    const [person, client] = await someone({ managerId: manager.id, ...place });
    const [, colleague] = await someone({ managerId: manager.id, ...place });
    const [, admin] = await someone({ role: 'admin' });
    const url = await upload(client);
    const statusFor = async (viewer: TestClient, address: string) =>
      (await viewer.fetch('GET', address)).status;
    for (const viewer of [client, managerClient, topClient, admin])
      expect(await statusFor(viewer, url)).toBe(200);
    expect(await statusFor(colleague, url)).toBe(404);
    expect(await statusFor(server.client(), url)).toBe(401);
    const managersUrl = await upload(managerClient);
    expect(await statusFor(client, managersUrl)).toBe(200);
    expect(await statusFor(client, await upload(topClient))).toBe(404);
    expect(await statusFor(client, `/api/users/${person.id}/picture?x=1`)).toBe(422);
    expect(await statusFor(client, '/api/users/u_nobody/picture')).toBe(404);
  });

  test('[USR-02] no call and no statement makes it another address (T10)', async () => {
    const [person, client] = await someone();
    for (const value of ['https://elsewhere.example/me.png', '//x/y', 'javascript:alert(1)']) {
      const answer = await client.patch<Problem>('/api/users/profile', { profileImageUrl: value });
      expect(answer.body.errors).toMatchObject([{ path: 'profileImageUrl', message: 'Unknown field' }]);
      await expect(
        database.admin.query(
          `with c as (select audit.begin_command('test', null, null, '{}'))
           update users set profile_image_url = $1 from c where id = $2`,
          [value, person.id],
        ),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^(23514|TT001)$/) as string });
    }
  });

  test('[USR-08] an erasure takes the picture with it', async () => {
    const [person, client] = await someone();
    const [, admin] = await someone({ role: 'admin' });
    const url = await upload(client);
    const erased = await admin.post(`/api/users/${person.id}/erase`, { reason: 'Asked for it' });
    expect(erased.status).toBe(200);
    expect((await admin.fetch('GET', url)).status).toBe(404);
    const { rows } = await database.admin.query('select 1 from user_pictures where user_id = $1', [
      person.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('[MOD-08] a picture opens no other file', async () => {
    const [, admin] = await someone({ role: 'admin' });
    await createModuleBy(admin, { title: 'With a file' });
    const [person, client] = await someone();
    expect((await client.get(`/api/users/${person.id}/picture`)).status).toBe(404);
  });
});

describe('the waiting email', () => {
  test('[AUTH-16] its link is sent again at most once a minute, and the earlier one ends', async () => {
    const [person, client] = await someone();
    expect((await client.post('/api/users/profile/resend-confirmation')).status).toBe(409);
    const email = `again-${person.email}`;
    await client.call(peopleContract.updateProfile, { body: { email } });
    const early = await client.post<Problem>('/api/users/profile/resend-confirmation');
    expect([early.status, early.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    await database.admin.query(
      `update one_time_tokens set created_at = created_at - interval '2 minutes' where user_id = $1`,
      [person.id],
    );
    const { status, body } = await client.call(contract.resendConfirmation);
    expect(status).toBe(200);
    expect(body.pendingEmail).toBe(email);
    const { rows } = await database.admin.query<{ mails: number; open: number }>(
      `select (select count(*)::int from mail_outbox where to_address = $1) as mails,
         (select count(*)::int from one_time_tokens where user_id = $2 and kind = 'email_confirmation' and used_at is null) as open`,
      [email, person.id],
    );
    expect(rows).toEqual([{ mails: 2, open: 1 }]);
    // Sending the own address takes the waiting one back.
    const cancelled = await client.call(peopleContract.updateProfile, { body: { email: person.email } });
    expect(cancelled.body.pendingEmail).toBeNull();
    expect((await client.post('/api/users/profile/resend-confirmation')).status).toBe(409);
  });
});
