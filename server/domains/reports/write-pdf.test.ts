import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readPdf } from '#tests/harness/read-pdf.ts';
import type { RecordValidity } from '#server/domains/assignments/index.ts';
import type { ExportRow } from './report-rows.ts';
import { pdfReport } from './write-pdf.ts';

const meaning = 'I have read and understood this training and I will follow it.';
const signedAt = new Date('2026-03-02T15:04:05Z');

const row = (person: number, training: number): ExportRow => ({
  organization: 'Northfield Research Hospital',
  department: null,
  firstName: 'Robin',
  lastName: `Ashdown ${String(person).padStart(2, '0')}`,
  email: `robin${String(person)}@example.org`,
  jobTitle: null,
  isActive: true,
  module: `Good Clinical Practice, part ${String(training)}`,
  reference: `SOP-${String(training)}`,
  version: 2,
  effectiveVersion: 2,
  status: 'completed',
  assignedDate: '2026-02-01T00:00:00Z',
  dueDate: '2026-04-01',
  dueDateMoved: null,
  completedDate: signedAt.toISOString(),
  completedZone: 'America/New_York',
  completionKind: 'completion',
  score: '90',
  recordId: person * 100 + training,
});

const validity = (printedName: string, at = signedAt): RecordValidity => ({
  recordId: 1,
  kind: 'completion',
  state: 'valid',
  valid: true,
  reason: null,
  reasonCode: null,
  signature: { printedName, signedAt: at, timeZone: 'America/New_York', meaning },
});

async function written(rows: readonly ExportRow[], signed: (row: ExportRow) => RecordValidity) {
  async function* batches() {
    yield { rows, validity: new Map(rows.map((one) => [one.recordId ?? 0, signed(one)])) };
    await Promise.resolve();
  }
  const report = pdfReport({
    organizations: [],
    batches: batches(),
    about: [],
    language: 'en',
    timeZone: 'UTC',
    requestedBy: 'Ada Admin',
    asOf: new Date('2026-11-26T12:00:00Z'),
  });
  const bytes = await buffer(report);
  const { pages } = await readPdf(bytes);
  const texts: string[] = [];
  for (let page = 1; page <= pages; page += 1) texts.push((await readPdf(bytes, page)).text);
  return { pages, text: texts.join(' ') };
}

test('[RPT-02] [INS-03] 72 people with eight signed trainings each fit 15 pages, and say what was signed once', async () => {
  const rows = Array.from({ length: 72 }, (_, person) =>
    Array.from({ length: 8 }, (__, training) => row(person + 1, training + 1)),
  ).flat();
  const { text, pages } = await written(rows, (one) => validity(`Robin ${one.lastName}`));
  expect(pages).toBeLessThanOrEqual(15);
  expect(text.split(meaning)).toHaveLength(2);
  // Each line names who signed and what; the time of the completion stands beside it.
  expect(text.match(/Robin Ashdown \d\d \[1\]/g)).toHaveLength(rows.length);
  expect(text).not.toContain('…');
});

test('[RPT-02] a person whose trainings continue on the next page is named there again, and another time of signing is told', async () => {
  const rows = Array.from({ length: 120 }, (_, training) => row(1, training + 1));
  const { text, pages } = await written(rows, () =>
    validity('Robin Ashdown', new Date('2026-03-03T15:04:05Z')),
  );
  expect(text.match(/Ashdown 01, Robin · Northfield Research Hospital/g)).toHaveLength(pages);
  expect(text).toContain('Mar 3, 2026');
});
