import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  assignTo,
  completeText,
  createTextModules,
  createTrainingWorld,
  readyToSign,
} from '#tests/harness/training-world.ts';
import { renderCertificate, type PaperOptions } from './certificate-pdf.ts';
import { certificatesOf, type Certificate } from './certificates.queries.ts';
import { openPrinter } from './print-certificates.ts';

const options: PaperOptions = {
  asOf: new Date('2026-01-01T00:00:00Z'),
  language: 'de',
  timeZone: 'Europe/Berlin',
  requestedBy: 'Maria Berger',
  verifyUrl: 'https://training.example.org/verify/code',
};

let db: TestDatabase;
let server: TestServer;
let certificate: Certificate;

beforeAll(async () => {
  db = await createTestDatabase();
  server = await startTestServer({ db });
  const world = await createTrainingWorld(server, 1);
  const [learner] = world.learners;
  const [moduleId = 0] = await createTextModules(server.services, 1);
  if (!learner) throw new Error('the world has no learner');
  const { id } = await assignTo(world.admin, learner.id, moduleId);
  await completeText(await readyToSign(server, learner), id, learner);
  const { certificates } = await certificatesOf(server.services, wholeReach, learner.id, {
    limit: 1,
    offset: 0,
  });
  const [first] = certificates;
  if (!first) throw new Error('there is no certificate');
  certificate = first;
});

afterAll(async () => {
  await server?.close();
  await db?.drop();
});

test('[INS-03] [INS-04] a thread prints a certificate with the bytes of a single download', async () => {
  const printer = openPrinter({ most: 2 });
  try {
    const numbers = ['C-1', 'C-2', 'C-3', 'C-4'];
    const printed = await Promise.all(
      numbers.map((number) => printer.print({ ...certificate, number }, options)),
    );
    for (const [at, number] of numbers.entries())
      expect(printed[at]?.equals(await renderCertificate({ ...certificate, number }, options))).toBe(true);
  } finally {
    await printer.close();
  }
});

test('[INS-04] [PERF-01] the memory of a thread does not grow with the certificates that it prints', async () => {
  // Each held 600 kB while its fonts were kept: 400 of them would not fit.
  const printer = openPrinter({ most: 1, megabytes: 80 });
  try {
    for (let at = 0; at < 400; at += 1) {
      const pdf = await printer.print({ ...certificate, number: `C-${String(at)}` }, options);
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    }
  } finally {
    await printer.close();
  }
}, 300_000);

test('[INS-04] what is still to be printed fails when the printer is closed, and a certificate that cannot be printed fails alone', async () => {
  const printer = openPrinter({ most: 1 });
  const broken = { ...certificate, timeZone: 'Nowhere/Nothing' };
  await expect(printer.print(broken, options)).rejects.toThrow('time zone');
  await printer.print(certificate, options);
  const late = printer.print(certificate, options);
  await Promise.all([expect(late).rejects.toThrow('closed'), printer.close()]);
  await expect(printer.print(certificate, options)).rejects.toThrow('closed');
});
