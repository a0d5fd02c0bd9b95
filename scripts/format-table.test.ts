import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { makeOffice, makePdf, makeWebm, sampleGif } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, signIn } from '#tests/harness/world.ts';
import { formatTable, isFailure, tryFolder } from './format-table.ts';

let database: TestDatabase;
let server: TestServer;
const folder = temporaryFolder();

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
  folder.remove();
});

test('[MOD-07] [MOD-09] the table tells of every file of a folder what it is, and how it is shown or why it is refused', async () => {
  const place = join(folder.dir, 'guides');
  await mkdir(join(place, 'more'), { recursive: true });
  const files = [
    ['guide.pdf', await makePdf(2)],
    ['slides.pptx', makeOffice('pptx')],
    ['more/film.webm', makeWebm(7.25)],
    ['more/steps.gif', sampleGif],
    ['more/a | b <c>.txt', 'Plain words.'],
    ['lie.pdf', '<!doctype html><title>x</title>'],
    ['half.pdf', '%PDF-1.7'],
  ] as const;
  for (const [name, content] of files) await writeFile(join(place, name), content);
  const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
  const tried = await tryFolder(admin, place);
  expect(tried.files.some(isFailure)).toBe(false);
  const text = formatTable([tried]);
  expect(text).toContain('7 files: 5 loaded, 2 refused, 0 failures of the server.');
  expect(text).not.toContain(folder.dir);
  const row = (start: string) => text.split('\n').find((line) => line.startsWith(`| ${start}`));
  expect(row('guide.pdf')).toMatch(/\| PDF \(application\/pdf\) \| loaded \| PDF, 2 pages \|$/);
  expect(row('slides.pptx')).toMatch(/\| loaded \| download prompt \|$/);
  expect(row('more/film.webm')).toMatch(/\| WEBM \(video\/webm\) \| loaded \| video, 7\.3 s \|$/);
  expect(row('more/steps.gif')).toMatch(/\| loaded \| picture \|$/);
  expect(row(String.raw`more/a \| b \<c>.txt`)).toMatch(/\| 12 \| TXT .+ \| loaded \| text \|$/);
  expect(row('lie.pdf')).toMatch(/\| html \| refused \| .+but its content is an HTML page\. \|$/);
  expect(row('half.pdf')).toMatch(/\| [a-z ]+ \| refused \| .+is damaged or not a PDF document\. \|$/);
});
