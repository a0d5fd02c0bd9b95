import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { signingIdentityContract } from '#shared/contract/signing-identity.ts';
import { languages } from '#shared/domain/people/settings.ts';
import { meaningCodes } from '#shared/domain/signatures/statements.ts';
import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import { accountsRoutes } from '#server/domains/accounts/accounts.routes.ts';
import { createAuthenticate } from '#server/domains/accounts/authenticate.ts';
import { bind } from '#server/platform/http/bind.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { insertSignableRecord, statementOf } from '#tests/harness/signable-record.ts';
import { enrol } from '#tests/harness/two-factor.ts';
import { holdThrottles } from '#tests/harness/throttles.ts';
import {
  asFixture,
  createOrganization,
  createUser,
  issuePasswordTo,
  signIn,
  type UserInput,
} from '#tests/harness/world.ts';
import { authorizeSignature, signRecord, type SigningAuthorization } from './index.ts';
import { signaturesRoutes } from './signatures.routes.ts';

/** A call as an area has it that lets its records be signed. */
const signEndpoint = defineEndpoint({
  id: 'test.sign',
  method: 'POST',
  path: '/api/test/sign',
  summary: 'Signs a record',
  access: { signedIn: true },
  audit: { command: 'test.signed' },
  data: { none: 'a test' },
  body: z.strictObject({
    recordId: z.int(),
    password: z.string(),
    code: z.string().optional(),
    meaning: z.string().optional(),
    twist: z.enum(['none', 'twice', 'fail', 'deadlock']).default('none'),
  }),
  response: z.object({ id: z.int(), printedName: z.string(), timeZone: z.string(), signedAt: z.date() }),
});

const { sendLink, request } = signingIdentityContract;

let db: TestDatabase;
let server: TestServer;
let app: FastifyInstance;
let url: string;
let last: SigningAuthorization | undefined;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  app = await createHttpServer(server.services, {
    catalogue: [
      ...[...accountsRoutes, ...signaturesRoutes].map(({ endpoint }) => endpoint),
      sendLink,
      request,
      signEndpoint,
    ],
    bindings: [
      ...accountsRoutes,
      ...signaturesRoutes,
      bind(signEndpoint, async (ctx, { body }) => {
        last = await authorizeSignature(ctx, body, 'signature');
        const authorization = last;
        let attempts = 0;
        return ctx.command(async (tx) => {
          const { meaning } = body;
          const shown = statementOf(body.recordId);
          const made = await signRecord(
            tx,
            authorization,
            meaning === undefined ? shown : { ...shown, meaning },
          );
          if (body.twist === 'twice') await signRecord(tx, authorization, statementOf(body.recordId));
          attempts += 1;
          if (body.twist === 'deadlock' && attempts === 1)
            throw Object.assign(new Error('deadlock'), { code: '40P01' });
          if (body.twist === 'fail') throw new Error('the rest of the command failed');
          return made;
        });
      }),
    ],
    authenticate: createAuthenticate(server.services),
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterEach(() => db.moveClock({}));

afterAll(async () => {
  await app.close();
  await server.close();
  await db.drop();
});

interface ProblemBody {
  readonly code: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const sign = (client: TestClient, recordId: number, password: string, more: object = {}) =>
  client.post<ProblemBody>('/api/test/sign', { recordId, password, ...more });
const accept = (client: TestClient) =>
  client.post<Record<string, unknown>>('/api/auth/signature-agreement', { accepted: true });

/** Somebody with a completion to sign, signed in. */
async function learner(input: UserInput = {}, agreed = true) {
  const organization = await createOrganization(server.services, { timeZone: 'America/Chicago' });
  const person = await createUser(server.services, { organizationId: organization.id, ...input });
  const recordId = await insertSignableRecord(server.services, person.id);
  const client = await signIn(createClient(url), person);
  if (agreed) expect((await accept(client)).status).toBe(200);
  return { person, recordId, client };
}

async function signaturesOf(recordId: number) {
  return db.db.selectFrom('signatures').selectAll().where('recordId', '=', recordId).execute();
}

async function failures(userId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await db.admin.query<{ payload: string }>(
    `select payload from audit.events where action = 'account.reauthenticationFailed' and actor_id = $1 order by id`,
    [userId],
  );
  return rows.map(({ payload }) => (JSON.parse(payload) as { facts: Record<string, unknown> }).facts);
}

describe('the agreement', () => {
  test('[SIG-03] is accepted once, with the version and hash of its words (P11-10)', async () => {
    const { person, client } = await learner({ settings: { language: 'fr' } }, false);
    const first = await accept(client);
    expect(first.body).toMatchObject({ accepted: true, version: currentAgreement.version });
    await db.moveClock({ minutes: 5 });
    expect((await accept(client)).body).toEqual(first.body);
    const { body } = await client.get<Record<string, unknown>>('/api/auth/user');
    expect(body).toMatchObject({ signatureAgreementAccepted: true });
    const rows = await db.db
      .selectFrom('signatureAgreements')
      .selectAll()
      .where('userId', '=', person.id)
      .execute();
    expect(rows).toMatchObject([
      { textVersion: '1', textHash: sha256Hex(currentAgreement.text), language: 'fr' },
    ]);
  });

  test.each([{}, { accepted: false }, { accepted: 'true' }, { accepted: true, userId: 'u_other' }])(
    '[SIG-03] [SEC-01] is not accepted by %j',
    async (body) => {
      const { client } = await learner({}, false);
      expect((await client.post('/api/auth/signature-agreement', body)).status).toBe(422);
    },
  );

  test('[SIG-03] comes before the first signature', async () => {
    const { person, recordId, client } = await learner({}, false);
    const answer = await sign(client, recordId, person.password);
    expect([answer.status, answer.body.code]).toEqual([409, 'SIGNATURE_AGREEMENT_REQUIRED']);
    await accept(client);
    expect((await sign(client, recordId, person.password)).status).toBe(200);
  });
});

describe('a signature', () => {
  test('[SIG-01] [SIG-02] keeps printed name, time, zone, meaning, the record and content, by the database clock', async () => {
    const { person, recordId, client } = await learner({ firstName: 'Ada', lastName: 'Winterbottom' });
    await db.moveClock({ minutes: 7 });
    const answer = await sign(client, recordId, person.password);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ printedName: 'Ada Winterbottom', timeZone: 'America/Chicago' });
    const [row, ...others] = await signaturesOf(recordId);
    expect(others).toEqual([]);
    const statement = statementOf(recordId);
    expect(row).toMatchObject({
      recordType: 'training_records',
      signerId: person.id,
      printedName: 'Ada Winterbottom',
      timeZone: 'America/Chicago',
      meaning: statement.meaning,
      meaningCode: 'read_and_understood',
      recordHash: sha256Hex(statement.recordBytes),
      contentHash: statement.contentHash,
      authMethod: 'password',
      agreementVersion: 1,
      ip: '127.0.0.1',
    });
    const minutes = ((row?.signedAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(6);
    expect(minutes).toBeLessThan(8);
    const again = await sign(client, recordId, person.password);
    expect([again.status, again.body.code]).toEqual([409, 'DUPLICATE']);
  });

  test('[SIG-05] means one of the statements that the server lists, word for word, and keeps code, version and language', async () => {
    const { person, recordId, client } = await learner();
    const listed = await client.get<{ code: string; version: number; language: string; text: string }[]>(
      '/api/signatures/statements',
    );
    expect(listed.body).toHaveLength(meaningCodes.length * languages.length);
    const french = listed.body.find((one) => one.code === 'read_and_understood' && one.language === 'fr');
    for (const meaning of [
      'I have NOT read this',
      `${french?.text ?? ''} `,
      listed.body.find(({ code }) => code === 'cv_is_mine')?.text,
    ]) {
      const refused = await sign(client, recordId, person.password, { meaning });
      expect([refused.status, refused.body.code]).toEqual([422, 'SIGNATURE_REFUSED']);
      expect(refused.body.errors?.map(({ path }) => path)).toEqual(['signature.meaning']);
    }
    expect(await signaturesOf(recordId)).toEqual([]);
    expect((await sign(client, recordId, person.password, { meaning: french?.text })).status).toBe(200);
    expect(await signaturesOf(recordId)).toMatchObject([
      { meaningCode: french?.code, statementVersion: french?.version, language: 'fr', meaning: french?.text },
    ]);
  });

  test('[SIG-02] [AUD-02] is refused while the clocks of database and server are more than a minute apart', async () => {
    const { person, recordId, client } = await learner();
    const distance = vi.spyOn(server.services.clock, 'distance');
    try {
      for (const apart of [60_500, -3_600_000]) {
        distance.mockResolvedValueOnce(apart);
        const refused = await sign(client, recordId, person.password);
        expect([refused.status, refused.body.code]).toEqual([503, 'CLOCK_WRONG']);
      }
      expect(await signaturesOf(recordId)).toEqual([]);
      distance.mockResolvedValueOnce(59_000);
      expect((await sign(client, recordId, person.password)).status).toBe(200);
    } finally {
      distance.mockRestore();
    }
  });

  test('[SIG-02] [AUTH-11] with a wrong password is refused with 422, and only the trail knows of it', async () => {
    const { person, recordId, client } = await learner();
    const answer = await sign(client, recordId, 'not it at all');
    expect([answer.status, answer.body.code]).toEqual([422, 'SIGNATURE_REFUSED']);
    expect(answer.body.errors).toMatchObject([
      { path: 'signature.password', message: 'The password is incorrect.' },
    ]);
    expect(await signaturesOf(recordId)).toEqual([]);
    expect(await failures(person.id)).toMatchObject([{ cause: 'wrong password', purpose: 'signature' }]);
    expect((await client.get('/api/auth/user')).status).toBe(200);
  });

  test('[SIG-02] [AUTH-11] counts failures together with signing in', async () => {
    const { person, recordId, client } = await learner();
    for (let time = 0; time < 5; time += 1)
      expect((await sign(client, recordId, `wrong ${time}`)).status).toBe(422);
    await holdThrottles(db.admin);
    const blocked = await sign(client, recordId, person.password);
    expect([blocked.status, blocked.body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    const credentials = { email: person.email, password: person.password };
    expect((await createClient(url).post('/api/auth/login', credentials)).status).toBe(401);
    expect(await failures(person.id)).toHaveLength(6);
    await db.moveClock({ minutes: 1 });
    expect((await sign(client, recordId, person.password)).status).toBe(200);
  });

  test('[SIG-03] is not made with an authenticator that nobody enrolled', async () => {
    const { person, recordId, client } = await learner();
    const answer = await sign(client, recordId, person.password, { code: '123456' });
    expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'signature.code']);
  });

  test('[SIG-03] [AUTH-09] asks for all factors first, then for the password, in each session (P11-15)', async () => {
    const { person, recordId, client } = await learner();
    const phone = await enrol(server.services, await signIn(server.client(), person), person.password);
    const records = [recordId];
    for (let more = 0; more < 3; more += 1)
      records.push(await insertSignableRecord(server.services, person.id));
    const [first = 0, second = 0, third = 0, fourth = 0] = records;
    const asks = async () =>
      (await client.get<{ signatureAsksCode: boolean }>('/api/auth/user')).body.signatureAsksCode;
    expect(await asks()).toBe(true);
    const refusedAtCode = { status: 422, body: { errors: [{ path: 'signature.code' }] } };
    expect(await sign(client, first, person.password)).toMatchObject(refusedAtCode);
    expect(await sign(client, first, person.password, { code: '000000' })).toMatchObject(refusedAtCode);
    // A recovery code is for coming in, not for signing.
    const [recovery] = phone.recoveryCodes;
    expect(await sign(client, first, person.password, { code: recovery })).toMatchObject(refusedAtCode);
    const code = await phone.code();
    // What failed used no code up, and a deadlock only runs it again.
    expect((await sign(client, first, 'wrong', { code })).body.errors?.[0]?.path).toBe('signature.password');
    expect((await sign(client, first, person.password, { code, twist: 'fail' })).status).toBe(500);
    expect(await asks()).toBe(true);
    expect((await sign(client, first, person.password, { code, twist: 'deadlock' })).status).toBe(200);
    expect(await asks()).toBe(false);
    expect((await sign(client, second, person.password)).status).toBe(200);
    expect(await sign(client, third, person.password, { code })).toMatchObject(refusedAtCode);
    const methods = async (id: number) => (await signaturesOf(id)).map(({ authMethod }) => authMethod);
    expect([await methods(first), await methods(second), await methods(third)]).toEqual([
      ['password_totp'],
      ['password'],
      [],
    ]);
    // Another session begins anew; so does this one after the second factor was changed.
    const other = createClient(url);
    const { email, password } = person;
    await other.post('/api/auth/login', { email, password });
    expect((await other.post('/api/auth/login/verify', { code: await phone.code(1) })).status).toBe(200);
    expect(await sign(other, third, password)).toMatchObject(refusedAtCode);
    expect((await sign(client, fourth, password)).status).toBe(200);
    expect((await failures(person.id)).map(({ cause }) => cause)).toEqual([
      'wrong code',
      'wrong code',
      'wrong password',
      'wrong code',
    ]);
  });

  test('[SIG-03] [AUTH-08] is not made with a password that an administrator knows (T7, P11-16)', async () => {
    const { person, recordId } = await learner();
    const { password } = await issuePasswordTo(server.services, person.id, 'known to admin');
    const client = await signIn(createClient(url), { email: person.email, password });
    const gate = await sign(client, recordId, password);
    expect([gate.status, gate.body.code]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
    // Even past the gate: the credential itself and the session that it opened cannot sign.
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ mustChangePassword: false })
        .where('id', '=', person.id)
        .execute();
    });
    const session = await sign(client, recordId, password);
    expect([session.status, session.body.code]).toEqual([403, 'TEMPORARY_PASSWORD']);
    await db.admin.query(`update sessions set sess = '{}' where user_id = $1`, [person.id]);
    const credential = await sign(client, recordId, password);
    expect([credential.status, credential.body.code]).toEqual([403, 'TEMPORARY_PASSWORD']);
    expect(await signaturesOf(recordId)).toEqual([]);
    const own = 'my very own words';
    expect(
      (await client.post('/api/change-password', { currentPassword: password, newPassword: own })).status,
    ).toBe(200);
    expect((await sign(client, recordId, own)).status).toBe(200);
  });

  test('[SIG-01] uses its authorization up, and is nobody else’s', async () => {
    const { person, recordId, client } = await learner();
    expect((await sign(client, recordId, person.password, { twist: 'twice' })).status).toBe(500);
    expect(await signaturesOf(recordId)).toEqual([]);
    expect((await sign(client, recordId, person.password)).status).toBe(200);
    const spent = last;
    if (!spent) throw new Error('nothing was authorized');
    await expect(
      asFixture({ ...server.services }, (tx) =>
        signRecord({ ...tx, actorId: person.id }, spent, statementOf(recordId)),
      ),
    ).rejects.toThrow(/authorization of its own/);
    await expect(
      asFixture(server.services, (tx) =>
        signRecord({ ...tx, actorId: person.id }, { ...spent }, statementOf(recordId)),
      ),
    ).rejects.toThrow(/authorization of its own/);
    const other = await createUser(server.services);
    await expect(
      asFixture(server.services, (tx) =>
        signRecord({ ...tx, actorId: other.id }, spent, statementOf(recordId)),
      ),
    ).rejects.toThrow(/for another/);
  });

  test('[SIG-01] survives that its command is run again after a deadlock', async () => {
    const { person, recordId, client } = await learner();
    expect((await sign(client, recordId, person.password, { twist: 'deadlock' })).status).toBe(200);
    expect(await signaturesOf(recordId)).toHaveLength(1);
  });

  test('[SIG-01] goes with its command', async () => {
    const { person, recordId, client } = await learner();
    expect((await sign(client, recordId, person.password, { twist: 'fail' })).status).toBe(500);
    expect(await signaturesOf(recordId)).toEqual([]);
  });

  test('[SIG-04] [AUD-02] cannot be changed or deleted, by the application or by its owner', async () => {
    const { person, recordId, client } = await learner();
    await sign(client, recordId, person.password);
    for (const change of [
      `update signatures set meaning = 'x'`,
      'delete from signatures',
      'truncate signatures cascade',
    ]) {
      await expect(db.admin.query(change)).rejects.toMatchObject({ code: 'TT003' });
    }
    await expect(
      asFixture(server.services, (tx) => tx.db.updateTable('signatures').set({ meaning: 'x' }).execute()),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      asFixture(server.services, (tx) => tx.db.deleteFrom('signatures').execute()),
    ).rejects.toMatchObject({ code: '42501' });
  });
});
