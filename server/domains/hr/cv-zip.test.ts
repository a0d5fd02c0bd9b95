import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { noReach } from '#shared/domain/access/permissions.ts';
import type { ByteRange, FileStore } from '#server/platform/files/file-store.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { uploadCv } from '#tests/harness/hr-world.ts';
import { alike } from '#tests/harness/judged-once.ts';
import { rawPdf } from '#tests/harness/sample-files.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { createOrganization, createUser, signIn } from '#tests/harness/world.ts';
import { cvZip } from './cv-zip.ts';

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

/** A PDF of about so many bytes that are like no others. */
const pdfOf = (bytes: number): Buffer => alike(rawPdf(noiseOf(bytes)), `PDF of noise ${String(bytes)}`);

const noiseOf = (bytes: number): readonly string[] => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
  `<< /Length ${String(2 * Math.floor(bytes / 2))} >>\nstream\n${randomBytes(Math.floor(bytes / 2)).toString('hex')}\nendstream`,
];

/** A reader that pauses before each piece, and looks at it only then. */
class SlowReader extends Writable {
  readonly pieces: Buffer[] = [];

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    setTimeout(() => {
      this.pieces.push(Buffer.from(piece));
      done();
    }, 15);
  }
}

/** The store of a server that counts what it holds open; `slow` opens each file only when it is let go. */
function counting(services: Services, wait: () => Promise<void>): { services: Services; open: () => number } {
  let open = 0;
  const files: FileStore = Object.create(services.files, {
    open: {
      value: async (sha256: string) => {
        const opened = await services.files.open(sha256);
        if (!opened) return null;
        open += 1;
        await wait();
        const ended = () => {
          open -= 1;
        };
        return {
          facts: opened.facts,
          check: () => opened.check(),
          send: (sink: Writable, range: ByteRange) => opened.send(sink, range).finally(ended),
          close: () => opened.close().finally(ended),
        };
      },
    },
  }) as FileStore;
  return { services: { ...services, files }, open: () => open };
}

/** A reader that goes away after so many bytes. */
class ImpatientReader extends Writable {
  #left: number;

  constructor(bytes: number) {
    super();
    this.#left = bytes;
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#left -= piece.length;
    if (this.#left <= 0) this.destroy();
    else done();
  }
}

/** An organization whose CVs are more than all buffers between the files and their reader hold; the tests only read them. */
let manyBytes: Promise<number> | undefined;
async function organizationOfManyBytes(): Promise<number> {
  const { id } = await createOrganization(server.services);
  for (let n = 0; n < 4; n += 1) {
    const client = await signIn(server.client(), await createUser(server.services, { organizationId: id }));
    expect((await uploadCv(client, 'cv.pdf', pdfOf(8_000_000))).status).toBe(201);
  }
  return id;
}

test.each([
  ['before the first byte', 1, 0],
  ['while a file is opened', 1, 50],
  ['in the middle of a file', 700_000, 0],
])('[HR-02] [SEC-04] a reader who goes away %s leaves no file open', async (_, bytes, ms) => {
  const organizationId = await (manyBytes ??= organizationOfManyBytes());
  let opened = 0;
  const { services, open } = counting(server.services, async () => {
    opened += 1;
    await new Promise((resolve) => setTimeout(resolve, ms));
  });
  const ctx = {
    services,
    db: services.db,
    actor: { readerZone: 'UTC' },
    reach: { ...noReach, organizationIds: [organizationId] },
    recordAccesses: async () => undefined,
  };
  const { body } = await cvZip(ctx, { organizationId });
  if (typeof body !== 'function') throw new Error('the archive does not write itself');
  await expect(body(new ImpatientReader(bytes))).rejects.toThrow('the reader has gone away');
  await vi.waitFor(() => expect(opened).toBeGreaterThan(0));
  await new Promise((resolve) => setTimeout(resolve, ms + 50));
  await vi.waitFor(() => expect(open()).toBe(0));
  // The first one and the one after it, which is opened ahead.
  expect(opened).toBeLessThanOrEqual(2);
});

test('[HR-02] [SEC-04] a ZIP that is read slowly has every file as it is stored, under names of 255 bytes at most', async () => {
  const organization = await createOrganization(server.services);
  const longName = { firstName: '漢'.repeat(90), lastName: '𠮷'.repeat(50) };
  for (let n = 0; n < 21; n += 1) {
    const named = n < 2 ? longName : {};
    const user = await createUser(server.services, { organizationId: organization.id, ...named });
    const client = await signIn(server.client(), user);
    const uploaded = await uploadCv(client, 'cv.pdf', pdfOf(n === 0 ? 3_000_000 : 20_000));
    expect(uploaded.status).toBe(201);
  }
  const { services } = server;
  const ctx = {
    services,
    db: services.db,
    actor: { readerZone: 'UTC' },
    reach: { ...noReach, organizationIds: [organization.id] },
    recordAccesses: async () => undefined,
  };
  const { body } = await cvZip(ctx, { organizationId: organization.id });
  if (typeof body !== 'function') throw new Error('the archive does not write itself');
  const reader = new SlowReader({ highWaterMark: 1 });
  await body(reader);
  const files = await unzip(Buffer.concat(reader.pieces));
  const [, ...lines] = parse(files.get('manifest.csv') ?? '', { bom: true });
  files.delete('manifest.csv');
  const sums = [...files].map(
    ([name, bytes]) => `${createHash('sha256').update(bytes).digest('hex')} ${name}`,
  );
  expect(new Set(sums)).toEqual(new Set(lines.map(([sha256 = '', name = '']) => `${sha256} ${name}`)));
  expect(sums).toHaveLength(21);
  const lengths = [...files.keys()].map((name) => Buffer.byteLength(name)).toSorted((a, b) => b - a);
  expect(lengths[0]).toBeLessThanOrEqual(255);
  expect(lengths[1]).toBeGreaterThan(250);
  expect([...files.keys()].join('')).not.toContain('\uFFFD');
});

test('[HR-02] [SEC-04] a stored file that is gone ends the archive, is told, and is named in the next one', async () => {
  const organization = await createOrganization(server.services);
  const contents = [pdfOf(300_000), pdfOf(300_000), pdfOf(300_000)];
  for (const [index, bytes] of contents.entries()) {
    const user = await createUser(server.services, {
      organizationId: organization.id,
      lastName: `Number ${String(index)}`,
    });
    expect((await uploadCv(await signIn(server.client(), user), 'cv.pdf', bytes)).status).toBe(201);
  }
  const [, gone = ''] = contents.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
  await server.services.files.remove(gone);
  const { services } = server;
  const ctx = {
    services,
    db: services.db,
    actor: { readerZone: 'UTC' },
    reach: { ...noReach, organizationIds: [organization.id] },
    recordAccesses: async () => undefined,
  };
  const download = async (): Promise<Map<string, Buffer>> => {
    const { body } = await cvZip(ctx, { organizationId: organization.id });
    if (typeof body !== 'function') throw new Error('the archive does not write itself');
    const reader = new SlowReader();
    await body(reader);
    return unzip(Buffer.concat(reader.pieces));
  };
  await expect(download()).rejects.toMatchObject({ code: 'INTEGRITY_FAILED' });
  const files = await download();
  const [, ...lines] = parse(files.get('manifest.csv') ?? '', { bom: true });
  expect(lines.map(([, name = '']) => name.slice(0, 8))).toEqual(['Number 0', 'DAMAGED:', 'Number 2']);
  expect([...files.values()].slice(1)).toEqual([contents[0], contents[2]]);
});
