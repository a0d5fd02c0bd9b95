import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archiveBombs } from '#tests/harness/bombs/archive-bombs.ts';
import { pdfBombs, type Bomb } from '#tests/harness/bombs/pdf-bombs.ts';
import { pictureBombs } from '#tests/harness/bombs/picture-bombs.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { quickCreate, type Module, type ProblemBody, type Upload } from '#tests/harness/module-world.ts';
import { atServer, createObservedPlace, type ObservedPlace } from '#tests/harness/observed-place.ts';
import type { RunningServer } from '#tests/harness/product.ts';
import { makeOffice, makePdf, samplePng } from '#tests/harness/sample-files.ts';
import { createUser, FIXTURE_PASSWORD, signIn, type FixtureUser } from '#tests/harness/world.ts';

/** Those that only a limit ends, of time or memory, whichever comes first on this machine; all others are refused for what they are, or do no harm. */
const endless: ReadonlySet<string> = new Set([
  'object-stream.pdf',
  'nested-filters.pdf',
  'font-file.pdf',
  'kids.pdf',
  'character-map.pdf',
  'recursive-forms.pdf',
]);
const bombs = [...pdfBombs, ...pictureBombs, ...archiveBombs];

let place: ObservedPlace;
let product: RunningServer;
let attacker: TestClient;
let other: TestClient;
let person: FixtureUser;
let good: Buffer;
let baseline = 0;
let peak = 0;
let sampler: NodeJS.Timeout | undefined;

/** Resident memory of the server itself, in MB; what its parsers use is theirs. */
const memory = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${String(product.pid)}/status`, 'utf8'))?.[1]) / 1024;
const incoming = (): readonly string[] => {
  const path = join(place.observer.services.config.filesDir, 'tmp');
  return existsSync(path) ? readdirSync(path) : [];
};
/** Processes that the server started and that still run. */
const children = (): readonly string[] =>
  readFileSync(`/proc/${String(product.pid)}/task/${String(product.pid)}/children`, 'utf8')
    .split(' ')
    .filter(Boolean);

beforeAll(async () => {
  place = await createObservedPlace();
  const { observer } = place;
  const people = await Promise.all(
    ['admin', 'admin'].map(() => createUser(observer.services, { role: 'admin' })),
  );
  const [first, second] = people as [FixtureUser, FixtureUser];
  person = second;
  const clients = [await signIn(observer.client(), first), await signIn(observer.client(), second)] as const;
  // Less time than in use: the corpus is to be through in minutes.
  product = await place.start({ PARSER_SECONDS: '1', MAX_DOCUMENT_MB: '20' });
  [attacker, other] = [atServer(product, clients[0]), atServer(product, clients[1])];
  good = await makePdf(3);
  for (const file of [
    ['a.pdf', good],
    ['a.png', samplePng],
    ['a.docx', makeOffice('docx')],
  ] as const)
    await upload(file);
  // What receiving so many bytes costs at all is not what a bomb costs.
  await upload(['a.txt', Buffer.alloc(9_000_000, 'words ')]);
  baseline = memory();
  sampler = setInterval(() => (peak = Math.max(peak, memory())), 20);
});
afterAll(async () => {
  clearInterval(sampler);
  product?.kill('SIGKILL');
  await product?.ended;
  await place?.close();
});

/** Uploads something good. */
async function upload(file: Upload): Promise<void> {
  const { status } = await quickCreate(attacker, file);
  if (status !== 201) throw new Error(`a good file was answered ${status}`);
}

/** Sends a bomb; answers why it was refused, where its parser gave no verdict. */
async function explode({ name, bytes }: Bomb): Promise<string | undefined> {
  const { status, body } = await quickCreate<Module & ProblemBody & { reason?: string }>(attacker, [
    name,
    bytes(),
  ]);
  if (status === 201) return undefined;
  expect([status, body.code]).toEqual([422, 'FILE_REFUSED']);
  expect(body.errors).toMatchObject([
    { path: 'file', message: expect.stringContaining(`“${name}” `) as string },
  ]);
  return body.reason;
}

test('the corpus has forty bombs and more, each of another name', () => {
  expect(new Set(bombs.map(({ name }) => name)).size).toBeGreaterThanOrEqual(40);
});

test.each(bombs.map((bomb) => [bomb.name, bomb] as const))(
  '[SEC-05] [SEC-06] %s is refused at its field or does no harm, and costs the server no memory',
  async (name, bomb) => {
    const reason = await explode(bomb);
    if (endless.has(name)) expect(reason).toBeOneOf(['file_too_slow', 'file_too_much_memory']);
    expect(peak - baseline).toBeLessThan(150);
  },
);

test('[SEC-05] [SEC-06] while one person sends bombs, others sign in and upload; afterwards nothing is left of them', async () => {
  const wanted = pdfBombs.filter(({ name }) => endless.has(name));
  let exploded = 0;
  const all = Array.from({ length: 6 }, (_, index) =>
    explode(wanted[index % wanted.length] as Bomb).then(() => (exploded += 1)),
  );
  await expect.poll(() => children().length, { timeout: 30_000 }).toBeGreaterThan(0);
  const signedIn = await other.post('/api/auth/login', { email: person.email, password: FIXTURE_PASSWORD });
  expect(signedIn.status).toBe(200);
  expect((await quickCreate(other, ['good.pdf', good])).status).toBe(201);
  // Neither waited for those that came before.
  expect(exploded).toBeLessThan(all.length);
  await Promise.all(all);
  expect(peak - baseline).toBeLessThan(150);
  expect((await quickCreate(attacker, ['good again.pdf', good])).status).toBe(201);
  expect(incoming()).toEqual([]);
  await expect.poll(children).toEqual([]);
});
