import type { FastifyInstance } from 'fastify';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { calendarFeedContract as contract } from '#shared/contract/calendar-feed.ts';
import { languages } from '#shared/domain/people/settings.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
  type TrainingWorld,
} from '#tests/harness/training-world.ts';
import { createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { calendarTexts } from './calendar-texts.ts';
import { writeCalendar } from './write-calendar.ts';

let db: TestDatabase;
let server: TestServer;
let world: TrainingWorld;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  world = await createTrainingWorld(server, 1);
});

afterAll(async () => {
  await server.close();
  await db.drop();
});

/** A learner with a link, and its path. */
async function subscriber(input: Record<string, unknown> = {}): Promise<[FixtureUser, TestClient, string]> {
  const person = await createUser(server.services, { organizationId: world.organization.id, ...input });
  const client = await readyToSign(server, person);
  return [person, client, await linkOf(client)];
}

async function linkOf(client: TestClient): Promise<string> {
  const made = await client.call(contract.replace);
  expect(made.status).toBe(200);
  return new URL(made.body.url).pathname;
}

const read = async (path: string) => server.client().fetch('GET', path);
const unfold = (text: string) => text.replaceAll('\r\n ', '');
const lines = (text: string) => unfold(text).split('\r\n');

describe('the calendar', () => {
  test('[LRN-03] holds open trainings as all-day events, in the language of the person, and nobody’s name', async () => {
    const [person, client, path] = await subscriber({ settings: { language: 'de' } });
    const { admin } = world;
    const [open = 0, done = 0, gone = 0] = [
      ...(await createTextModules(server.services, 1, { title: 'Hygiene; Größe, "A\\B" '.trim() })),
      ...(await createTextModules(server.services, 2)),
    ];
    const given = await assignTo(admin, person.id, open, { dueDate: '2031-03-30' });
    const finished = await assignTo(admin, person.id, done, { dueDate: '2031-04-01' });
    await completeText(client, finished.id, person);
    const voided = await assignTo(admin, person.id, gone, { dueDate: '2031-04-02' });
    await admin.del('/api/training-assignments/bulk', { assignmentIds: [voided.id] });

    const answer = await read(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await answer.text();
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(lines(text).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(lines(text)).toEqual(
      expect.arrayContaining([
        'VERSION:2.0',
        `X-WR-CALNAME:${translate('de', calendarTexts.name)}`,
        `UID:training-assignment-${String(given.id)}@${server.services.config.publicUrl.hostname}`,
        'DTSTART;VALUE=DATE:20310330',
        String.raw`SUMMARY:Schulung fällig: Hygiene\; Größe\, "A\\B"`,
        'TRANSP:TRANSPARENT',
      ]),
    );
    for (const secret of [person.id, person.email, person.firstName, person.lastName])
      expect(text).not.toContain(secret);
  });

  test('[LRN-03] [INS-03] the same data give the same bytes; a moved due date keeps the UID and raises SEQUENCE and DTSTAMP', async () => {
    const [person, , path] = await subscriber();
    const [moduleId = 0] = await createTextModules(server.services, 1);
    const { id } = await assignTo(world.admin, person.id, moduleId, { dueDate: '2031-05-05' });
    const facts = (text: string) =>
      Object.fromEntries(
        lines(text)
          .filter((line) => /^(UID|SEQUENCE|DTSTAMP|DTSTART)/.test(line))
          .map((line) => line.split(':', 2) as [string, string]),
      );
    const [one, two] = [await (await read(path)).text(), await (await read(path)).text()];
    expect(two).toBe(one);
    await db.moveClock({ minutes: 5 });
    const moved = await world.admin.patch(`/api/training-assignments/${String(id)}`, {
      dueDate: '2031-06-06',
      reason: 'Later',
    });
    expect(moved.status).toBe(200);
    const [before, after] = [facts(one), facts(await (await read(path)).text())];
    await db.moveClock({});
    expect(after['UID']).toBe(before['UID']);
    expect(after['DTSTART;VALUE=DATE']).toBe('20310606');
    expect(Number(after['SEQUENCE'])).toBeGreaterThan(Number(before['SEQUENCE']));
    expect(String(after['DTSTAMP']) > String(before['DTSTAMP'])).toBe(true);
  });

  test('[LRN-03] a due date stays its date in every zone of the server', () => {
    const given = { id: 1, moduleId: 2, title: 'x', sequence: 0, changedAt: new Date(0) };
    const zone = process.env.TZ;
    try {
      for (const tz of ['Pacific/Kiritimati', 'America/Los_Angeles']) {
        process.env.TZ = tz;
        for (const dueDate of ['2026-03-29', '2026-11-01', '2024-02-29'])
          expect(
            writeCalendar([{ ...given, dueDate }], {
              language: 'en',
              publicUrl: new URL('https://t.example'),
            }),
          ).toContain(`DTSTART;VALUE=DATE:${dueDate.replaceAll('-', '')}`);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  test('[SHELL-09] every language has its texts, and no name needs an escape', () => {
    for (const language of languages) {
      expect(translate(language, calendarTexts.name)).not.toMatch(/[,;\\\n]/);
      if (language !== 'en')
        expect(translate(language, calendarTexts.due, { title: 'x' })).not.toBe('Training due: x');
    }
  });
});

describe('the link', () => {
  test('[LRN-03] is shown once, replaced and revoked by its owner; an ended one answers as an unknown one does', async () => {
    const [, client, first] = await subscriber();
    expect(first).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/);
    expect((await client.call(contract.get)).body.feed).toMatchObject({ lastFetchedAt: null });
    expect(JSON.stringify((await client.call(contract.get)).body)).not.toContain(first.slice(14, 57));
    expect((await read(first)).status).toBe(200);
    expect((await client.call(contract.get)).body.feed?.lastFetchedAt).not.toBeNull();

    const second = await linkOf(client);
    expect(second).not.toBe(first);
    const bodyOf = async (path: string) => {
      const answer = await read(path);
      return [
        answer.status,
        answer.headers.get('content-type'),
        (await answer.text()).replace(/"requestId":"[^"]+"/, ''),
      ];
    };
    const unknown = await bodyOf(`/api/calendar/${'x'.repeat(43)}.ics`);
    expect(unknown[0]).toBe(404);
    expect(await bodyOf(first)).toEqual(unknown);
    expect((await read(second)).status).toBe(200);

    expect((await client.call(contract.revoke)).body).toEqual({ ok: true });
    expect(await bodyOf(second)).toEqual(unknown);
    expect((await client.call(contract.get)).body).toEqual({ feed: null });
    // Once more changes nothing.
    expect((await client.call(contract.revoke)).status).toBe(200);
    for (const wrong of ['short', `${second.slice(14, 57)}x`, '..%2f..%2fetc']) {
      expect((await read(`/api/calendar/${wrong}.ics`)).status, wrong).toBe(404);
    }
    expect((await read(second.replace('.ics', ''))).status).toBe(404);
  });

  test('[LRN-03] two at once leave one link', async () => {
    const [person, client] = await subscriber();
    await Promise.all([linkOf(client), linkOf(client), linkOf(client)]);
    const { rows } = await db.admin.query(
      'select 1 from calendar_feeds where user_id = $1 and revoked_at is null',
      [person.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('[LRN-03] [USR-08] ends when its owner is switched off, for good, and when erased', async () => {
    const [person, , path] = await subscriber();
    const patch = (body: object) => world.admin.patch(`/api/users/${person.id}`, { ...body, reason: 'test' });
    expect((await patch({ isActive: false })).status).toBe(200);
    expect((await read(path)).status).toBe(404);
    expect((await patch({ isActive: true })).status).toBe(200);
    expect((await read(path)).status).toBe(404);
    const [erased, , other] = await subscriber();
    expect((await world.admin.post(`/api/users/${erased.id}/erase`, { reason: 'Asked for it' })).status).toBe(
      200,
    );
    expect((await read(other)).status).toBe(404);
  });

  test('[LRN-03] [ORG-02] rests while the organization is archived', async () => {
    const [, , path] = await subscriber();
    const id = String(world.organization.id);
    expect((await world.admin.del(`/api/organizations/${id}`)).status).toBeLessThan(300);
    expect((await read(path)).status).toBe(404);
    expect((await world.admin.patch(`/api/organizations/${id}`, { isActive: true })).status).toBeLessThan(
      300,
    );
    expect((await read(path)).status).toBe(200);
  });

  test('[LRN-03] [SEC-03] the database, the trail, the export and the log never hold the secret', async () => {
    const logged: string[] = [];
    const log = pino(
      { level: 'trace' },
      new Writable({ write: (chunk, _, next) => (logged.push(String(chunk)), next()) }),
    );
    const app: FastifyInstance = await createApp({ ...server.services, log });
    const [person, client, path] = await subscriber();
    const secret = path.slice(14, 57);
    try {
      for (const url of [path, `/api/calendar/${'y'.repeat(43)}.ics`, `${path}?x=1`])
        await app.inject({ method: 'GET', url });
      log.info('the log works');
    } finally {
      await app.close();
    }
    expect(logged.join('\n')).toContain('the log works');
    expect(logged.join('\n')).not.toContain(secret);
    const { rows } = await db.admin.query<{ dump: string }>(
      `select coalesce(string_agg(f::text, ' '), '') || (select string_agg(e::text, ' ') from audit.events e) as dump
       from calendar_feeds f`,
    );
    expect(rows[0]?.dump).not.toContain(secret);
    const trail = await db.admin.query<{ action: string }>(
      `select action from audit.events where subject_id = $1 and object_type = 'calendar_feeds'`,
      [person.id],
    );
    expect(trail.rows.map((row) => row.action)).toEqual(['calendar_feed.created']);
    const file = await (await client.fetch('GET', '/api/users/me/export')).text();
    expect(file).toContain('calendarFeeds');
    expect(file).not.toContain(secret);
  });

  test('[LRN-03] [AUTH-11] an address that tries links without end has to wait', async () => {
    const app = await createApp(server.services);
    try {
      const ask = () =>
        app.inject({
          method: 'GET',
          url: `/api/calendar/${'z'.repeat(43)}.ics`,
          remoteAddress: '127.0.7.7',
        });
      const answers = await Promise.all(Array.from({ length: 150 }, ask));
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([404, 429]));
    } finally {
      await app.close();
    }
  });

  test('[LRN-03] who must choose a password or is signed out cannot make one', async () => {
    expect((await server.client().put('/api/calendar-feed')).status).toBe(401);
    const fresh = await createUser(server.services, { mustChangePassword: true });
    const client = await signIn(server.client(), fresh);
    expect((await client.put('/api/calendar-feed')).status).toBe(403);
  });
});
