import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usualColumns } from '#shared/domain/reports/data-sets.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { ReachWorld } from '#tests/harness/reach-world.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { writeExport } from './write-export.ts';
import { createTrailReaders, type TrailReaders } from '#tests/harness/trail-readers.ts';
import { assignTo, createTextModules } from '#tests/harness/training-world.ts';
import { asFixture } from '#tests/harness/world.ts';

type Row = Readonly<Record<string, string>>;
interface Page {
  readonly rows: readonly { readonly id: number; readonly action: string; readonly reason: string | null }[];
}

const title = 'Cold Chain';
const reason = 'On leave until spring';
let readers: TrailReaders | undefined;
let server: TestServer;
let world: ReachWorld;
let admin: TestClient;
let inspector: TestClient;
let otherInspector: TestClient;
let assignmentId = 0;

beforeAll(async () => {
  readers = await createTrailReaders();
  ({ server, world, admin, inspector, otherInspector } = readers);
  const [moduleId = 0] = await createTextModules(server.services, 1, { title });
  assignmentId = (await assignTo(admin, world.organizations[0].learners[0].id, moduleId)).id;
  for (const [dueDate, why] of [
    ['2099-01-31', 'First'],
    ['2099-02-28', reason],
  ] as const)
    await admin.patch(`/api/training-assignments/${String(assignmentId)}`, { dueDate, reason: why });
});

afterAll(() => readers?.close());

const addressOf = (query: Record<string, string>) =>
  `/api/exports/download?${new URLSearchParams({ dataSet: 'audit', format: 'csv', columns: usualColumns('audit', 'csv').join(','), ...query }).toString()}`;

async function rowsFor(client: TestClient, query: Record<string, string> = {}): Promise<readonly Row[]> {
  const answer = await client.get<string>(addressOf(query));
  expect(answer.status).toBe(200);
  return parse(answer.body, { bom: true, columns: true });
}

const linesOf = (lines: Buffer) =>
  lines
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`;

test('[AUD-03] the file has the sentence of the screen, who, about whom, the record, the changes by field names and the reason, without ids and JSON', async () => {
  const person = world.organizations[0].learners[0];
  const [row, ...others] = await rowsFor(admin, { words: 'leave spring' });
  expect(others).toEqual([]);
  const who = nameOf(world.admin);
  expect(row).toMatchObject({
    reader_tz: 'UTC',
    acted_by: who,
    done: `${who} changed a due date: ${nameOf(person)} · ${title}`,
    about: nameOf(person),
    record_name: `Assignment · ${title}`,
    changed: expect.stringMatching(/^Due date: Jan 31, 2099 → Feb 28, 2099/) as string,
    reason,
    came_from: '127.0.0.1',
  });
  expect(row?.['at']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:Z|[+]00:00)$/);
  const text = JSON.stringify(Object.values(row ?? {}));
  expect(text).not.toContain(person.id);
  expect(text).not.toMatch(/[{}]/);
});

test('[AUD-03] [RPT-03] as JSON Lines it has the rows of the CSV, an object each by the same names, at once and in the background', async () => {
  const rows = await rowsFor(admin, { group: 'training' });
  expect(rows.length).toBeGreaterThan(1);
  const answer = await admin.get<Buffer>(addressOf({ group: 'training', format: 'jsonl' }));
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/audit-jsonl-[\d-]+[.]jsonl"$/);
  const told = linesOf(answer.body);
  expect(told.map((row) => Object.keys(row))).toEqual(rows.map((row) => Object.keys(row)));
  expect(told.map(({ done, reason: why }) => [done, why ?? ''])).toEqual(
    rows.map(({ done, reason: why }) => [done, why]),
  );
  const { body: asked } = await admin.post<{ id: number }>('/api/exports', {
    dataSet: 'audit',
    format: 'jsonl',
    columns: ['event_id', 'action', 'changes'],
    filters: { org: 'all', group: 'training' },
  });
  await writeExport(server.services, asked.id);
  const file = await admin.get<Buffer>(`/api/exports/${String(asked.id)}/file`);
  expect(file.status).toBe(200);
  const stored = linesOf(file.body);
  expect(stored.length).toBeGreaterThan(rows.length);
  expect(Object.keys(stored[0] ?? {})).toEqual(['event_id', 'action', 'changes']);
});

test('[AUD-03] [SHELL-09] it speaks the language of the reader, and its times are in the zone of the reader', async () => {
  await asFixture(server.services, (tx) =>
    sql`update users set settings = coalesce(settings, '{}') || '{"language": "es", "timezone": "EST"}' where id = ${world.admin.id}`.execute(
      tx.db,
    ),
  );
  const [row] = await rowsFor(admin, { words: 'leave' });
  const person = nameOf(world.organizations[0].learners[0]);
  expect(row?.['done']).toBe(`${nameOf(world.admin)} cambió una fecha límite: ${person} · ${title}`);
  expect(row?.['changed']).toMatch(/31 ene 2099 → 28 feb 2099/);
  expect(row?.['at']).toMatch(/-0[45]:00$/);
  expect(row?.['reader_tz']).toBe('America/New_York');
  const pdf = await readPdf(
    (
      await admin.get<Buffer>(
        addressOf({ format: 'pdf', words: 'leave', columns: usualColumns('audit', 'pdf').join(',') }),
      )
    ).body,
  );
  expect(pdf.text).toContain('cambió una fecha límite');
  expect(pdf.text).toContain('America/New_York');
  expect(pdf.text).not.toMatch(/[{}]|training_assignments/);
  await asFixture(server.services, (tx) =>
    sql`update users set settings = coalesce(settings, '{}') || '{"language": "en", "timezone": "UTC"}' where id = ${world.admin.id}`.execute(
      tx.db,
    ),
  );
});

test('[AUD-03] the file has the rows of the screen in its order, whatever it is narrowed to, and of an inspector within the reach', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const person = world.organizations[0].learners[0];
  const asked: readonly (readonly [Record<string, string>, string?])[] = [
    [{}],
    [{ about: person.id }],
    [{ actor: world.admin.id, from: today, to: today }],
    [{ group: 'training' }],
    [{ recordType: 'training_assignments', recordId: String(assignmentId) }],
    [{}, 'first'],
  ];
  for (const [filters, words] of asked)
    for (const client of [admin, inspector, otherInspector]) {
      const of = words === undefined ? filters : { ...filters, words };
      const file = await rowsFor(client, { ...of, columns: 'done,reason' });
      const { body } = await client.get<Page>(
        `/api/audit?${new URLSearchParams({ ...filters, ...(words === undefined ? {} : { q: words }), limit: '200' }).toString()}`,
      );
      // The export itself is the newest event by then.
      const shown = body.rows
        .filter(({ action }) => !['report.exported', 'paper.issued'].includes(action))
        .map((row) => row.reason ?? '');
      const found = file
        .filter((row) => !/exported a report|received a registered file/.test(row['done'] ?? ''))
        .map((row) => row['reason']);
      expect(found, JSON.stringify(of)).toEqual(shown);
      const count = await client.get<{ rows: number }>(
        `/api/exports/count?${new URLSearchParams({ dataSet: 'audit', format: 'csv', columns: 'done', ...of }).toString()}`,
      );
      // Meanwhile somebody exported a report and received a registered file.
      expect([0, 1, 2]).toContain(count.body.rows - file.length);
    }
  expect(await rowsFor(otherInspector, { words: 'leave' })).toEqual([]);
  // With a column of what is stored: the events of the same commands.
  const events = await rowsFor(admin, { words: 'leave', columns: 'command,kind,done' });
  expect(events.map((row) => row['kind'])).toEqual(expect.arrayContaining(['command', 'update']));
  expect(new Set(events.map((row) => row['command'])).size).toBe(1);
  expect(new Set(events.map((row) => row['done'])).size).toBe(1);
  const refused = await admin.get(
    '/api/exports/download?dataSet=people&format=csv&columns=email&words=leave',
  );
  expect(refused.status).toBe(422);
});

test('[AUD-03] of a command over two organizations the file tells an inspector nothing of the other', async () => {
  const [mine, theirs] = world.organizations;
  await runCommand(
    server.services,
    { action: 'user.changed', actorId: world.admin.id, reason: 'Two at once' },
    async (tx) => {
      for (const { id } of [mine.otherLearner, theirs.otherLearner])
        await tx.db.updateTable('users').set({ jobTitle: 'Monitor' }).where('id', '=', id).execute();
    },
  );
  const [row] = await rowsFor(inspector, { words: 'two' });
  expect(row?.['about']).toBe(nameOf(mine.otherLearner));
  const [all] = await rowsFor(admin, { words: 'two' });
  for (const { otherLearner } of [mine, theirs]) expect(all?.['about']).toContain(nameOf(otherLearner));
});

test('[AUD-03] a page of the PDF has 20 events or more, and names are read for many rows at once', async () => {
  for (let n = 0; n < 120; n += 1) {
    const learner =
      world.organizations[n % 2]?.learners[n % 3 === 0 ? 0 : 1] ?? world.organizations[0].learners[0];
    await runCommand(
      server.services,
      {
        action: 'user.changed',
        actorId: world.admin.id,
        reason: 'New place in the cold chain team from the first of next month on',
        origin: { requestId: `r-${String(n)}`, ip: '192.168.100.100', userAgent: 'browser' },
      },
      async (tx) => {
        await tx.db
          .updateTable('users')
          .set({ jobTitle: `Clinical Research Associate ${String(n)}`, lastName: `Castellanos ${String(n)}` })
          .where('id', '=', learner.id)
          .execute();
      },
    );
  }
  const columns = usualColumns('audit', 'pdf').join(',');
  const { rows } = (
    await admin.get<{ rows: number }>(`/api/exports/count?dataSet=audit&format=pdf&columns=${columns}`)
  ).body;
  expect(rows).toBeGreaterThan(120);
  const queries = vi.spyOn(server.services.db.getExecutor(), 'executeQuery');
  const bytes = (await admin.get<Buffer>(addressOf({ format: 'pdf', columns }))).body;
  const { pages } = await readPdf(bytes);
  // The first page has the title and what was asked as well.
  expect(Math.floor(rows / pages)).toBeGreaterThanOrEqual(20);
  const reads = queries.mock.calls.filter(
    ([{ sql: text }]) => text.includes('unnest(w.ids)') || text.includes('w.ids'),
  );
  queries.mockRestore();
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.length).toBeLessThanOrEqual(Math.ceil(rows / 100) + 1);
});

test('[AUD-03] [RPT-05] the first page of the PDF has 20 short events or more, also in a zone with a long name, which its head names', async () => {
  const [learner] = world.organizations[0].learners;
  for (let n = 0; n < 40; n += 1) await admin.get(`/api/employee/${learner.id}/assignments`);
  const columns = usualColumns('audit', 'pdf').join(',');
  const timeZone = 'America/New_York';
  const { text } = await readPdf(
    (await admin.get<Buffer>(addressOf({ format: 'pdf', columns, timeZone }))).body,
  );
  expect(text.split('viewed a training file').length - 1).toBeGreaterThanOrEqual(20);
  expect(text).toContain(`Times are in ${timeZone}.`);
});
