import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { uploadCv } from '#tests/harness/hr-world.ts';
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
const pdfOf = (bytes: number): Buffer =>
  rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>',
    `<< /Length ${String(2 * Math.floor(bytes / 2))} >>\nstream\n${randomBytes(Math.floor(bytes / 2)).toString('hex')}\nendstream`,
  ]);

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
