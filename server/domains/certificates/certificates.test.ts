import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { certificatesContract } from '#shared/contract/certificates.ts';
import { signatureReasons } from '#shared/domain/signatures/signature-reasons.ts';
import { languages } from '#shared/domain/people/settings.ts';
import { groupedFingerprint } from '#shared/domain/signatures/fingerprint.ts';
import { installationSigningKey } from '#server/platform/crypto/signing-key.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { holdThrottles } from '#tests/harness/throttles.ts';
import {
  assignTo,
  completeText,
  createMatrix,
  createTextModules,
  createTrainingWorld,
  meaning,
  readyToSign,
  type Assignment,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';
import { certificateTexts } from './certificate-texts.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;
let learner: FixtureUser;
let client: TestClient;
let done: Assignment;
let own: Certificate;

type Certificate = ResponseOf<typeof certificatesContract.list>[number];
type Verified = ResponseOf<typeof certificatesContract.verify>;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server);
  learner = await createUser(server.services, {
    firstName: 'Zażółć',
    lastName: 'Müller-Żółkiewska',
    organizationId: world.organization.id,
    settings: { language: 'de' },
  });
  client = await readyToSign(server, learner);
  const [moduleId = 0] = await createTextModules(server.services, 1, {
    title: 'CP-07 Gęślą jaźń',
    reference: 'REF-7',
    content: 'What everybody has to know about the seventh procedure.',
  });
  const matrixId = await createMatrix(world, [moduleId], { renewalPeriod: 12 });
  await world.admin.post('/api/training-matrix/assign', { matrixId, specificUserIds: [learner.id] });
  const [assignment] = (await client.get<Assignment[]>('/api/assignments/user')).body;
  done = await completeText(client, assignment?.id ?? 0, learner);
  const [first] = (await client.get<Certificate[]>('/api/certificates')).body;
  if (!first) throw new Error('no certificate');
  own = first;
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

test('[LRN-05] [SIG-01] P11-12: the paper says who, what, which version, when and where, and what the signature means', async () => {
  const pdf = await client.get<Buffer>(done.certificateUrl ?? '');
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
  expect(pdf.headers.get('content-disposition')).toBe(`inline; filename="certificate-${own.number}.pdf"`);
  expect(pdf.headers.get('content-security-policy')).toBe("frame-ancestors 'self'");
  expect(pdf.headers.get('cache-control')).toBe('private, no-store');
  const page = await readPdf(pdf.body);
  const texts = translateAll('de', certificateTexts);
  for (const part of [
    texts.title,
    'Zażółć Müller-Żółkiewska',
    'CP-07 Gęślą jaźń',
    'REF-7',
    'America/New_York',
    meaning,
    own.number,
    texts.validUntil.toLocaleUpperCase('de'),
  ]) {
    expect(page.text).toContain(part);
  }
  expect(page).toMatchObject({ language: 'de', tagged: true, pages: 1 });
  const verifyUrl = new URL(own.verifyUrl, server.services.config.publicUrl).href;
  expect(new Set(page.links)).toEqual(new Set([verifyUrl]));
  expect(page.structure).toContain(verifyUrl);
  expect(page.text).not.toContain(texts.notValid);
});

test('[LRN-05] [SIG-04] paper and public page name the key with which the installation signed the certificate', async () => {
  const { id } = installationSigningKey(server.services.config);
  const { body } = await server.client().get<Verified>(own.verifyUrl.replace('/verify/', '/api/verify/'));
  expect(body.signingKey).toBe(id);
  const page = await readPdf((await client.get<Buffer>(own.url)).body);
  expect(page.text).toContain(`${translate('de', certificateTexts.signingKey)}: ${groupedFingerprint(id)}`);
});

test('[LRN-05] every fact of the paper stands under its name: version, score, date with zone, and the address in the QR code', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1, { title: 'Scored', passingScore: 80 });
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  const recorded = await world.admin.post(`/api/training-assignments/${String(id)}/record-completion`, {
    completedOn: '2026-02-03',
    score: 87.5,
    reason: 'Took place before',
  });
  expect(recorded.status).toBe(200);
  const scored = (await client.get<Certificate[]>('/api/certificates?q=scored')).body[0];
  const page = await readPdf((await client.get<Buffer>(scored?.url ?? '')).body);
  const texts = translateAll('de', certificateTexts);
  const upper = (text: string) => text.toLocaleUpperCase('de');
  expect(page.text).toContain(
    `${upper(texts.version)} 1 ${upper(texts.score)} 87,5\u00a0% ${upper(texts.completedOn)} `.replaceAll(
      '\u00a0',
      ' ',
    ),
  );
  expect(page.text).toMatch(/03\.02\.2026 GMT-5 \(America\/\s?New_York\)/);
  // A training of the past is no signature of the person: the paper says so in the place of one.
  expect(page.text).toContain(texts.recorded);
  expect(page.text).not.toContain(upper(texts.signedBy));
  const address = new URL(scored?.verifyUrl ?? '', server.services.config.publicUrl).href;
  expect(page.structure).toContain(`${texts.qr}: ${address}`);
});

test('[LRN-05] [INS-03] the same certificate as of the same instant gives the same bytes', async () => {
  const of = `${own.url}?asOf=${server.services.clock.now().toISOString()}`;
  const [one, two] = await Promise.all([client.get<Buffer>(of), client.get<Buffer>(of)]);
  expect(one.body.equals(two.body)).toBe(true);
  expect((await client.get(`${own.url}?asOf=2020-01-01T00:00:00Z`)).status).toBe(422);
});

test('[LRN-05] T20: the QR code and the link follow PUBLIC_URL, whatever the request says its host is', async () => {
  const pdf = await client.get<Buffer>(own.url, {
    headers: { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  });
  expect((await readPdf(pdf.body)).links.join()).not.toContain('evil');
});

test('[LRN-05] the public page says valid and no more than the paper', async () => {
  const code = own.verifyUrl.replace('/verify/', '');
  const answer = await server.client().get<Verified>(`/api/verify/${code}`);
  expect(answer.status).toBe(200);
  expect(Object.keys(answer.body).toSorted()).toEqual([
    'completedAt',
    'expiresOn',
    'meaning',
    'moduleReference',
    'moduleTitle',
    'name',
    'number',
    'reason',
    'reasonCode',
    'recordedAt',
    'score',
    'signed',
    'signedAt',
    'signingKey',
    'status',
    'timeZone',
    'versionNumber',
  ]);
  expect(answer.body).toMatchObject({
    status: 'valid',
    name: 'Zażółć Müller-Żółkiewska',
    number: own.number,
    versionNumber: 1,
  });
  const text = JSON.stringify(answer.body);
  for (const secret of [learner.id, learner.email]) expect(text).not.toContain(secret);
  for (const unknown of ['x'.repeat(24), own.number, `${code}x`, code.slice(0, 20)]) {
    expect((await server.client().get(`/api/verify/${unknown}`)).status, unknown).toBe(404);
  }
  expect(code).toMatch(/^[\w-]{24}$/);
});

test('[LRN-05] [MTX-08] it expires the day after its last day, in the zone of the record', async () => {
  const [year = 0, month = 1, day = 1] = (own.expiresOn ?? '').split('-').map(Number);
  const last = Date.UTC(year, month - 1, day, 17);
  const path = own.verifyUrl.replace('/verify/', '/api/verify/');
  const status = async (at: number) => {
    await db.moveClock({ milliseconds: at - Date.now() });
    return (await server.client().get<Verified>(path)).body.status;
  };
  expect(await status(last)).toBe('valid');
  expect(await status(last + 24 * 3_600_000)).toBe('expired');
  await db.moveClock({});
});

test('[LRN-04] [AUTH-13] one’s own certificates, and those of people within the reach; else 404', async () => {
  const [other] = world.learners;
  if (!other) throw new Error('the world has learners');
  const stranger = await signIn(server.client(), other);
  expect((await stranger.get<Certificate[]>('/api/certificates')).body).toEqual([]);
  expect((await stranger.get(`/api/certificates?userId=${learner.id}`)).status).toBe(404);
  expect((await stranger.get(own.url)).status).toBe(404);
  expect((await server.client().get(own.url)).status).toBe(401);
  expect((await world.admin.get('/api/certificates/TT-2026-999999/pdf')).status).toBe(404);
  expect((await world.admin.get('/api/certificates/..%2f..%2fetc/pdf')).status).toBe(404);
  const seen = await world.admin.get<Certificate[]>(`/api/certificates?userId=${learner.id}&q=ref-7`);
  expect(seen.body.map((row) => row.number)).toEqual([own.number]);
  expect(
    (await world.admin.get<Certificate[]>(`/api/certificates?userId=${learner.id}&q=nothing`)).body,
  ).toEqual([]);
  const { rows } = await db.admin.query(
    `select 1 from audit.events where action = 'certificate.opened' and subject_id = $1`,
    [learner.id],
  );
  const before = rows.length;
  expect((await world.admin.get(own.url)).status).toBe(200);
  const after = await db.admin.query(
    `select 1 from audit.events where action = 'certificate.opened' and subject_id = $1`,
    [learner.id],
  );
  expect(after.rows.length).toBe(before + 1);
});

test('[LRN-05] [AUTH-11] an address that asks without end has to wait; others do not, and neither does it later', async () => {
  const app = await createApp(server.services);
  try {
    const url = own.verifyUrl.replace('/verify/', '/api/verify/');
    const guess = url.replace(/.{4}$/, '2222');
    const ask = (from: string, path = url) => app.inject({ method: 'GET', url: path, remoteAddress: from });
    const answers = await Promise.all(
      Array.from({ length: 160 }, (_, n) => ask('127.0.2.1', n % 2 === 0 ? url : guess)),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(135);
    expect(statuses.filter((status) => status !== 429).length).toBeGreaterThanOrEqual(119);
    await holdThrottles(db.admin);
    const refused = await ask('127.0.2.1');
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'TOO_MANY_ATTEMPTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    expect((await ask('127.0.2.2')).statusCode).toBe(200);
    await db.moveClock({ minutes: 2 });
    expect((await ask('127.0.2.1')).statusCode).toBe(200);
  } finally {
    await db.moveClock({});
    await app.close();
  }
});

test('[LRN-04] [MTX-08] the certificate of an older cycle stays beside the new one; the list is paged, searched and sorted', async () => {
  const person = await createUser(server.services, { organizationId: world.organization.id });
  const hands = await readyToSign(server, person);
  const [moduleId = 0, other = 0] = await createTextModules(server.services, 2, { reference: null });
  const first = await assignTo(world.admin, person.id, moduleId);
  await completeText(hands, first.id, person);
  const again = { retrain: true, reason: 'Every year' };
  await completeText(hands, (await assignTo(world.admin, person.id, moduleId, again)).id, person);
  await completeText(hands, (await assignTo(world.admin, person.id, other)).id, person);
  const list = (query: string) => hands.get<Certificate[]>(`/api/certificates?${query}`);
  const ofModule = (await list('q=module 1 of')).body;
  expect(ofModule.map(({ status, expiresInDays }) => [status, expiresInDays])).toEqual([
    ['valid', null],
    ['valid', null],
  ]);
  expect(new Set(ofModule.map((row) => row.number)).size).toBe(2);
  const numbers = (await list('sort=number')).body.map((row) => row.number);
  expect(numbers).toHaveLength(3);
  const second = await list('sort=-number&limit=2&offset=2');
  expect(second.body.map((row) => row.number)).toEqual([numbers[0]]);
  expect(second.headers.get('x-total-count')).toBe('3');
  expect((await list(`q=${numbers[1] ?? ''}`)).body).toHaveLength(1);
  expect((await list('q=%25')).body).toEqual([]);
  expect((await list('sort=code')).status).toBe(422);
});

test('[LRN-06] [LRN-05] a revoked one says so on the paper, without telling why', async () => {
  const [moduleId = 0] = await createTextModules(server.services, 1);
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  const { certificateUrl } = await completeText(client, id, learner);
  await world.admin.del('/api/training-assignments/bulk', {
    assignmentIds: [id],
    reason: 'A private matter',
  });
  const page = await readPdf((await client.get<Buffer>(certificateUrl ?? '')).body);
  expect(page.text).toContain(translate('de', certificateTexts.revoked));
  expect(page.text).not.toContain('A private matter');
});

test('[SHELL-09] [SIG-04] every language has every text of the paper, and every reason', () => {
  const { reasons } = translateAll('en', certificateTexts);
  expect(reasons).toEqual(
    Object.fromEntries(
      Object.entries(signatureReasons).map(([fault, reason]) => [fault, sentenceOf({ reason })]),
    ),
  );
  for (const language of languages) {
    const texts = translateAll(language, certificateTexts);
    expect(Object.keys(texts.reasons).toSorted()).toEqual(Object.keys(reasons).toSorted());
    for (const text of [...Object.values(texts), ...Object.values(texts.reasons)]) {
      if (typeof text === 'string') expect(text.trim()).not.toBe('');
    }
    if (language !== 'en') expect(texts.title).not.toBe(certificateTexts.title.message);
  }
});
