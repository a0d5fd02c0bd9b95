import { expect, test } from 'vitest';
import { foldHistory } from './fold-history.ts';
import type { HistoryEvent } from './history-event.ts';
import { pastTables } from './past-tables.ts';

const noon = '2026-03-01T12:00:00+00:00';
const later = '2026-03-02T12:00:00+00:00';

type Draft = Pick<HistoryEvent, 'kind' | 'at'> &
  Partial<HistoryEvent> & { readonly before?: object; readonly after?: object };

/** The rows that events of one record leave in a table of former states. */
async function rowsOf(name: string, drafts: readonly Draft[]) {
  const table = pastTables.find((one) => one.name === name);
  if (!table) throw new Error(`no table ${name}`);
  async function* events(): AsyncGenerator<HistoryEvent> {
    for (const [index, { before = {}, after = {}, ...event }] of drafts.entries())
      yield await Promise.resolve({
        id: index + 1,
        objectType: table?.of ?? '',
        objectId: '7',
        commandId: 100 + index,
        content: JSON.stringify({ before, after }),
        redacted: false,
        ...event,
      });
  }
  const rows: unknown[] = [];
  for await (const { pasts } of foldHistory(events(), [table]))
    for (const [at, { values, isCertain }] of pasts[0]?.rows ?? [])
      rows.push({ at, ...Object.fromEntries(values), ...(isCertain ? {} : { isCertain }) });
  return rows;
}

const made: Draft = {
  kind: 'insert',
  at: noon,
  after: { id: 7, status: 'not_started', due_date: '2026-05-01', score: null },
};

test('[AUD-04] of several changes at one instant the first state counts, and any of them may have moved the due date', async () => {
  const rows = await rowsOf('assignment_history', [
    made,
    { kind: 'update', at: later, before: { status: 'not_started' }, after: { status: 'in_progress' } },
    { kind: 'update', at: later, before: { due_date: '2026-05-01' }, after: { due_date: '2026-06-01' } },
    { kind: 'update', at: '2026-03-03T00:00:00+00:00', before: { progress: 1 }, after: { progress: 2 } },
  ]);
  expect(rows).toMatchObject([
    { at: later, status: 'not_started', due_date: '2026-05-01', score: null, due_command_id: 102 },
  ]);
});

test('[AUD-04] [USR-08] what a redaction took is not known, and may have left a row', async () => {
  const assignments = await rowsOf('assignment_history', [
    made,
    {
      kind: 'update',
      at: later,
      redacted: true,
      before: { status: '[erased]' },
      after: { status: '[erased]' },
    },
  ]);
  expect(assignments).toMatchObject([{ at: later, status: undefined, due_date: '2026-05-01' }]);
  const people = await rowsOf('person_history', [
    { kind: 'insert', at: noon, redacted: true, after: { id: 'u', erased_at: null } },
    { kind: 'update', at: later, redacted: true, before: { revision: 1 }, after: { revision: 2 } },
    {
      kind: 'update',
      at: '2026-03-04T00:00:00+00:00',
      redacted: true,
      before: { erased_at: null },
      after: { erased_at: noon, email: 'e', first_name: 'Erased', last_name: 'person' },
    },
  ]);
  const pseudonym = { email: 'e', first_name: 'Erased', last_name: 'person', erased_at: null };
  expect(people).toEqual([
    { at: later, ...pseudonym, isCertain: false },
    { at: '2026-03-04T00:00:00+00:00', ...pseudonym },
  ]);
});

test('[AUD-04] an event that gives the past of a record replaces all before it; what follows counts on top', async () => {
  const rows = await rowsOf('assignment_history', [
    made,
    { kind: 'update', at: later, before: { status: 'not_started' }, after: { status: 'in_progress' } },
    {
      kind: 'insert',
      at: later,
      objectType: 'assignment_history',
      after: { rows: [{ assignment_id: 7, replaced_at: noon, status: 'not_started' }] },
    },
    {
      kind: 'update',
      at: '2026-03-05T00:00:00+00:00',
      before: { status: 'in_progress' },
      after: { status: 'completed' },
    },
  ]);
  expect(rows).toMatchObject([
    { at: noon, status: 'not_started' },
    { at: '2026-03-05T00:00:00+00:00', status: 'in_progress' },
  ]);
});
