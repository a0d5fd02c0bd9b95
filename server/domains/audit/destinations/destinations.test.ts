import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { jobDefinitions } from '#server/jobs.ts';
import type { HeadDestinationsConfig } from '#server/platform/config/head-destinations.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { openMailbox, type Mailbox } from '#tests/harness/mailbox.ts';
import { startObjectStore, type ObjectStore } from '#tests/harness/object-store.ts';
import { until } from '#tests/harness/poll.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { startSyslogReceiver } from '#tests/harness/syslog-receiver.ts';
import { startTimeStampServer, type TimeStampServer } from '#tests/harness/time-stamp-server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { asFixture, createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { recordInstallation } from '../commands/start-installation.ts';
import { sealAll } from '../commands/seal.ts';
import { parseSealBody } from '../seal-body.ts';
import { sealerOf } from '../sealing.ts';
import { Findings } from '../verify/findings.ts';
import { verifyInstallation } from '../runs/verify-installation.ts';
import { destinationsOf } from './destinations.ts';
import { parseHeadLine, type HeadDestination } from './destination.ts';
import { folderFile } from './folder.ts';
import { sendNewestHead } from './heads.jobs.ts';
import { recordDestinations, readNewestHead, readSentStates } from './sent-heads.ts';
import { syslogDestination, syslogMessage } from './syslog.ts';

let database: TestDatabase;
let server: TestServer;
let mailbox: Mailbox;
let store: ObjectStore;
let stamps: TimeStampServer;
let services: Services;
const folder = temporaryFolder();

beforeAll(async () => {
  database = await createTestDatabase();
  [mailbox, store, stamps] = await Promise.all([openMailbox(), startObjectStore(), startTimeStampServer()]);
  server = await startTestServer({ db: database });
  services = mailbox.connect(server.services);
  await asFixture(services, (tx) => recordInstallation(tx.db, services.config, randomUUID()));
});
afterAll(async () => {
  await server?.close();
  await Promise.all([mailbox?.close(), store?.close(), stamps?.close()]);
  await database?.drop();
  folder.remove();
});
afterEach(() => {
  store.refuse(null);
  store.lie(null);
  stamps.misbehave(null);
});

/** The services of an installation that sends its heads to these places. */
async function sendingTo(places: Partial<HeadDestinationsConfig>): Promise<{
  readonly services: Services;
  readonly destination: HeadDestination;
}> {
  const config = { ...services.config, headDestinations: { mailTo: [], ...places } };
  const [destination] = destinationsOf(config);
  if (!destination) throw new Error('no destination is configured');
  await recordDestinations(services.db, [destination]);
  return { services: { ...services, config }, destination };
}

/** One more change with its seal; answers the number of the seal. */
async function sealMore(): Promise<number> {
  await createOrganization(services);
  await sealAll(sealerOf(services));
  const head = await readNewestHead(services.db);
  if (!head) throw new Error('nothing is sealed');
  return head.number;
}

/** What the integrity check says, without the places of the tests before. */
async function verified(of: Services): Promise<readonly string[]> {
  const { findings, notices } = await verifyInstallation(of, {
    db: of.db,
    withFiles: false,
    findings: new Findings(),
  });
  return [...findings, ...notices]
    .map(({ kind, object, detail }) => `${kind} ${object}: ${detail}`)
    .filter((line) => !line.endsWith('no longer configured'));
}

/** The time of the next attempt has come. */
const letTimePass = (): Promise<unknown> =>
  sql`update head_destinations set next_attempt_at = now()`.execute(services.db);

const stateOf = async () => (await readSentStates(services.db))[0];
const installationId = async (): Promise<string> => (await readNewestHead(services.db))?.installation ?? '';

test('[AUD-02] the newest head goes to a second folder, once, and the seal after it says so', async () => {
  const dir = path.join(folder.dir, 'second');
  fs.mkdirSync(dir);
  const { services: of, destination } = await sendingTo({ folder: dir });
  const job = jobDefinitions.find(({ name }) => name === 'audit.send-head-folder');
  expect([job?.worksHere?.(of.config), job?.worksHere?.(services.config)]).toEqual([true, false]);
  const first = await sealMore();
  expect(await stateOf()).toMatchObject({ sentNumber: null, error: null });
  await job?.run(of, {});
  expect(await sendNewestHead(of, destination)).toBeUndefined();
  const file = folderFile(dir, await installationId());
  expect(fs.readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(1);
  expect(await stateOf()).toMatchObject({ kind: 'folder', place: dir, sentNumber: first, lagSeconds: 0 });
  await sealMore();
  const { anchor } = (await readNewestHead(services.db)) ?? {};
  expect(parseSealBody(anchor?.body ?? '')).toMatchObject({
    v: 3,
    sent: [{ to: `folder ${dir}`, number: first }],
  });
  await database.moveClock({ minutes: 20 });
  expect((await stateOf())?.lagSeconds).toBeGreaterThan(900);
  await database.moveClock({ milliseconds: 0 });
  // Killed between the write and its note: the line is there once.
  expect(await sendNewestHead(of, destination)).toBe(true);
  await sql`update head_destinations set sent_number = null, sent_head = null, sent_at = null`.execute(
    services.db,
  );
  expect(await sendNewestHead(of, destination)).toBe(true);
  // Cut short by a full disk: the line is written anew.
  fs.appendFileSync(file, '{"head":"0123');
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(fs.readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(3);
  expect(await verified(of)).toEqual([]);
});

test('[AUD-02] a folder that is not mounted is not created; the attempt fails, waits, and sealing goes on', async () => {
  const dir = path.join(folder.dir, 'volume');
  const { services: of, destination } = await sendingTo({ folder: dir });
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(false);
  expect(fs.existsSync(dir)).toBe(false);
  expect(await stateOf()).toMatchObject({ sentNumber: null, error: expect.stringContaining('ENOENT') });
  const later = await sealMore();
  // Not due yet.
  expect(await sendNewestHead(of, destination)).toBeUndefined();
  fs.mkdirSync(dir);
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(await stateOf()).toMatchObject({ sentNumber: later, error: null, failedAt: null });
});

test('[AUD-02] a link in the second folder leads no line elsewhere, and cuts nothing off a file of the installation', async () => {
  const dir = path.join(folder.dir, 'linked');
  const target = path.join(folder.dir, 'secret.key');
  fs.mkdirSync(dir);
  fs.writeFileSync(target, 'a secret without a line feed');
  const { services: of, destination } = await sendingTo({ folder: dir });
  await sealMore();
  const file = folderFile(dir, await installationId());
  const plant = [
    () => fs.symlinkSync(target, file),
    () => fs.linkSync(target, file),
    () => execFileSync('mkfifo', [file]),
  ];
  for (const act of plant) {
    act();
    await letTimePass();
    expect(await sendNewestHead(of, destination)).toBe(false);
    expect(fs.readFileSync(target, 'utf8')).toBe('a secret without a line feed');
    expect(await verified(of)).toContainEqual(expect.stringMatching(/^anchor_changed folder /));
    fs.rmSync(file);
  }
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
});

test('[AUD-02] where a volume is gone and its empty place is left, nothing is written to the disk below', async () => {
  const dir = path.join(folder.dir, 'mount');
  fs.mkdirSync(dir);
  const { services: of, destination } = await sendingTo({ folder: dir });
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(true);
  const file = folderFile(dir, await installationId());
  fs.renameSync(file, `${file}.away`);
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(false);
  expect((await stateOf())?.error).toContain('is the volume mounted?');
  expect(fs.existsSync(file)).toBe(false);
  fs.renameSync(`${file}.away`, file);
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(fs.readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(2);
});

test('[AUD-02] a seal that nobody here signed leaves the installation for no place', async () => {
  const dir = path.join(folder.dir, 'forged');
  fs.mkdirSync(dir);
  const { services: of, destination } = await sendingTo({ folder: dir });
  await sealMore();
  const keyId = 'x"]\n<0>1 - forged';
  await tamper(
    database.admin,
    `update audit.seals set key_id = E'${keyId.replace('\n', String.raw`\n`)}' where number = (select max(number) from audit.seals)`,
  );
  const head = await readNewestHead(services.db);
  expect(head?.anchor.keyId).toBe(keyId);
  expect(await sendNewestHead(of, destination)).toBe(false);
  expect((await stateOf())?.error).toContain('was not signed here');
  expect(fs.readdirSync(dir)).toEqual([]);
  if (head) expect(syslogMessage(head)).toContain(String.raw`key="x\"\]?<0>1 - forged"]`);
  await tamper(database.admin, `update audit.seals set key_id = body::jsonb ->> 'keyId'`);
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
});

test('[AUD-02] two processes send a head once; a time of the next attempt that nobody here has set holds nothing up', async () => {
  const dir = path.join(folder.dir, 'shared');
  fs.mkdirSync(dir);
  const { services: of, destination } = await sendingTo({ folder: dir });
  await sealMore();
  const both = await Promise.all([sendNewestHead(of, destination), sendNewestHead(of, destination)]);
  expect(both.toSorted()).toEqual([true, undefined]);
  await sealMore();
  await sql`update head_destinations set next_attempt_at = now() + interval '9 years'`.execute(services.db);
  expect(await sendNewestHead(of, destination)).toBe(true);
});

test('[AUD-02] a bucket gets each head as an object that nobody can delete before its time', async () => {
  const { services: of, destination } = await sendingTo({ objectStore: store.config });
  const number = await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(true);
  const put = store.requests.find(({ method }) => method === 'PUT');
  const { anchor, installation } = (await readNewestHead(services.db)) ?? {};
  const key = `quality/${installation}/${String(number).padStart(12, '0')}-${anchor?.head}.json`;
  expect(store.keys()).toEqual([key]);
  expect(put?.headers).toMatchObject({
    'x-amz-object-lock-mode': 'COMPLIANCE',
    'x-amz-checksum-crc32': expect.any(String),
  });
  const until = Date.parse(String(put?.headers['x-amz-object-lock-retain-until-date']));
  expect((until - Date.now()) / 86_400_000).toBeCloseTo(3650, 0);
  expect(await destination.probe()).toBe('answers, object lock is on (compliance, 3650 days)');
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(true);
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(await verified(of)).toEqual([]);
  // Hidden by a delete marker: the version is still there and still counts.
  await store.hide(key);
  expect(await verified(of)).toEqual([]);
});

test('[AUD-02] a store that refuses delays nothing; what could not be compared is said', async () => {
  const { services: of, destination } = await sendingTo({
    objectStore: { ...store.config, prefix: 'refusing/' },
  });
  store.refuse(403);
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(false);
  expect(await stateOf()).toMatchObject({ sentNumber: null, error: 'No.' });
  await expect(destination.probe()).rejects.toThrow('No.');
  const number = await sealMore();
  const name = `object_store ${new URL(store.config.endpoint ?? '').host}/trail-heads/refusing/`;
  expect(await verified(of)).toContain(`not_compared ${name}: it could not be read: No.`);
  store.refuse(null);
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(await stateOf()).toMatchObject({ sentNumber: number, error: null });
});

test('[AUD-02] a store that lies keeps no check for ever and fills no memory', async () => {
  const { services: of, destination } = await sendingTo({
    objectStore: { ...store.config, prefix: 'lying/' },
  });
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(true);
  store.lie('endless-list');
  expect(await verified(of)).toContainEqual(expect.stringMatching(/^not_compared .*does not go on$/));
  store.lie('endless-object');
  expect(await verified(of)).toContainEqual(
    expect.stringMatching(/^anchor_changed object_store .*lie\.json/),
  );
  store.lie(null);
});

test('[AUD-02] a store without versions and object lock is named by doctor, and compared by its list', async () => {
  const plain = await startObjectStore({ versions: false });
  try {
    const locked = await sendingTo({ objectStore: plain.config });
    await expect(locked.destination.probe()).rejects.toThrow(/not implemented/);
    const { services: of, destination } = await sendingTo({
      objectStore: { ...plain.config, lock: undefined },
    });
    await sealMore();
    expect(await sendNewestHead(of, destination)).toBe(true);
    expect(plain.requests.find(({ method }) => method === 'PUT')?.headers).not.toHaveProperty(
      'x-amz-object-lock-mode',
    );
    await sealMore();
    await expect(destination.probe()).rejects.toMatchObject({ name: 'DestinationWarning' });
    expect(await verified(of)).not.toContainEqual(expect.stringMatching(/^(?:anchor|seal|not)_/));
    const gone = await sendingTo({ objectStore: { ...plain.config, bucket: 'another-bucket' } });
    expect(await verified(gone.services)).not.toContainEqual(expect.stringContaining('could not be read'));
  } finally {
    await plain.close();
  }
});

test('[AUD-02] mailboxes get the newest head once a day, with a line that verify compares', async () => {
  const to = ['quality@example.org', 'auditor@example.org'];
  const { services: of, destination } = await sendingTo({ mailTo: to });
  const number = await sealMore();
  const head = (await readNewestHead(services.db))?.anchor.head;
  expect(await sendNewestHead(of, destination)).toBe(true);
  const mails = await mailbox.deliver('audit.newestHead');
  expect(mails.flatMap((mail) => mail.to).toSorted()).toEqual(to.toSorted());
  expect(mails[0]?.subject).toBe('Seal of the audit trail');
  expect(parseHeadLine(mails[0]?.text ?? '')).toEqual({ number, head });
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBeUndefined();
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(await mailbox.deliver('audit.newestHead')).toHaveLength(2);
});

test.each(['udp', 'tcp', 'tls'] as const)(
  '[AUD-02] a log server gets the newest head by %s',
  async (protocol) => {
    const receiver = await startSyslogReceiver(protocol);
    try {
      const destination = syslogDestination(receiver.url, receiver.certificate);
      await recordDestinations(services.db, [destination]);
      const number = await sealMore();
      const head = (await readNewestHead(services.db))?.anchor.head ?? '';
      expect(await destination.probe()).toMatch(/UDP|connection/);
      expect(await sendNewestHead(services, destination)).toBe(true);
      await until('the message has arrived', async () => receiver.received.length > 0);
      const [message = ''] = receiver.received;
      const [, length, text = message] = /^(\d+) (<.*)$/.exec(message) ?? [];
      if (protocol !== 'udp') expect(Number(length)).toBe(Buffer.byteLength(text));
      expect(text).toMatch(
        /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ traintrail \d+ head \[head@32473 installation="[\da-f-]+" /,
      );
      expect(text).toContain(`number="${number}" head="${head}"`);
      expect(parseHeadLine(text)).toEqual({ number, head });
      if (protocol === 'tls') {
        const strict = syslogDestination(receiver.url);
        await expect(strict.probe()).rejects.toThrow('self-signed certificate');
      }
    } finally {
      await receiver.close();
    }
    if (protocol === 'udp') return;
    const destination = syslogDestination(receiver.url, receiver.certificate);
    await sealMore();
    await letTimePass();
    expect(await sendNewestHead(services, destination)).toBe(false);
    expect((await stateOf())?.error).toContain('ECONNREFUSED');
  },
);

test('[AUD-02] a time-stamp server confirms when a head existed; its tokens are kept and checked', async () => {
  const timeStamps = { url: stamps.url, trusted: [stamps.root] };
  const { services: of, destination } = await sendingTo({ timeStamps });
  stamps.misbehave('refuse');
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBe(false);
  expect((await stateOf())?.error).toBe('the time-stamp server answers 503');
  stamps.misbehave(null);
  const number = await sealMore();
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
  expect(await verified(of)).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^time_stamped seal ${number}: existed at \\S+Z, stamped by Stamps of tests; 1 time stamps are valid$`,
      ),
    ),
  );
  // The database's clock was an hour ahead while it sealed: the server that stamps knows better.
  await database.moveClock({ minutes: 60 });
  const ahead = await sealMore();
  await letTimePass();
  expect(await sendNewestHead(of, destination)).toBe(true);
  await database.moveClock({ milliseconds: 0 });
  expect(await verified(of)).toContainEqual(
    expect.stringMatching(new RegExp(`^clock_moved seal ${ahead}: it says \\S+Z, its time stamp \\S+Z$`)),
  );
  // Once an hour: the next seal waits.
  await sealMore();
  expect(await sendNewestHead(of, destination)).toBeUndefined();
  await letTimePass();
  stamps.misbehave('repeat');
  expect(await sendNewestHead(of, destination)).toBe(false);
  expect((await stateOf())?.error).toBe('it is the time stamp of something else');
  stamps.misbehave(null);
  const foreign = await startTimeStampServer();
  try {
    const other = destinationsOf({
      ...of.config,
      headDestinations: { mailTo: [], timeStamps: { url: foreign.url, trusted: [stamps.root] } },
    })[0];
    await expect(other?.probe()).rejects.toThrow(/its signature is not believed/);
    expect(
      await verified({
        ...of,
        config: {
          ...of.config,
          headDestinations: { mailTo: [], timeStamps: { url: stamps.url, trusted: [foreign.root] } },
        },
      }),
    ).toContainEqual(
      expect.stringMatching(/^anchor_changed time_stamp \S+ line 1: its signature is not believed/),
    );
  } finally {
    await foreign.close();
  }
});

test('[AUD-02] administrators see every place with how far it is, and no secret of it', async () => {
  const client = await signIn(server.client(), await createUser(services, { role: 'admin' }));
  expect((await client.get('/api/integrity-checks/copies')).body).toEqual([]);
  Object.assign(server.services.config, {
    headDestinations: {
      mailTo: [],
      objectStore: store.config,
      timeStamps: { url: new URL('https://me:secret@tsa.example/x'), trusted: [] },
    },
  });
  const { body } = await client.get('/api/integrity-checks/copies');
  expect(body).toMatchObject([
    { kind: 'object_store', state: 'pending', sentNumber: null, sentAt: null, error: null },
    { kind: 'time_stamp', place: 'https://tsa.example/x', state: 'pending' },
  ]);
  expect(JSON.stringify(body)).not.toMatch(/secret|S3RVER/);
});
