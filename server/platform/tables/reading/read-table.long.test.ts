import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '#shared/contract/errors.ts';
import { createSandbox, type Sandbox } from '#server/platform/sandbox/sandbox.ts';
import { sheetOf, textCell, workbookOf } from '#tests/harness/workbook.ts';
import { readTable } from './read-table.ts';
import type { NumberedRow } from './table-problem.ts';

let sandbox: Sandbox;
let folder: string;

beforeAll(async () => {
  sandbox = createSandbox(pino({ level: 'silent' }));
  folder = await mkdtemp(join(tmpdir(), 'tables-'));
});

afterAll(async () => {
  sandbox.close();
  await rm(folder, { recursive: true });
});

async function read(
  bytes: Buffer | string,
  onRows: (rows: readonly NumberedRow[]) => void = () => undefined,
) {
  const path = join(folder, 'table');
  await writeFile(path, bytes);
  let rows = 0;
  const take = async (part: readonly NumberedRow[]) => {
    onRows(part);
    rows += part.length;
  };
  try {
    return {
      facts: await readTable(sandbox, path, { person: 'p', name: 'people.csv', encoding: null, take }),
      rows,
    };
  } catch (error) {
    if (error instanceof AppError) return { said: error.said };
    throw error;
  }
}

const heads = `<row r="1">${textCell('A1', 'Email')}${textCell('B1', 'Name')}</row>`;

test('[USR-06] [SEC-05] a workbook resolves no entities, and one that unfolds to gigabytes is refused', async () => {
  const seen: unknown[] = [];
  const entity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  const body = `${heads}<row r="2">${textCell('A2', '&amp;e;&e;')}${textCell('B2', 'x')}</row>`;
  await read(await workbookOf(sheetOf(body, entity)), (rows) => seen.push(rows));
  expect(seen).not.toEqual([]);
  expect(JSON.stringify(seen)).not.toContain('root:');
  const bomb = await read(await workbookOf(Buffer.alloc(600_000_000, ' ')));
  expect(bomb.said?.reason).toMatch(/^file_too_(?:slow|much_memory)$|^file_unsafe$|^table_workbook$/);
}, 60_000);

test('[USR-06] [PERF-03] a file of 50 MB is read in parts, and this process does not grow by it', async () => {
  const line = `${'x'.repeat(480)},someone@people.example\n`;
  const before = process.memoryUsage().rss;
  let most = 0;
  const bytes = Buffer.from(`name,email\n${line.repeat(100_000)}`);
  const { facts, rows } = await read(bytes, () => {
    most = Math.max(most, process.memoryUsage().rss);
  });
  expect(facts).toMatchObject({ rows: 100_000 });
  expect(rows).toBe(100_001);
  expect((most - before) / 1e6).toBeLessThan(250);
}, 60_000);

test('[USR-06] whoever takes the rows may refuse, and the error arrives', async () => {
  await expect(
    read('a,b\n1,2\n', () => {
      throw new Error('enough');
    }),
  ).rejects.toThrow('enough');
});
