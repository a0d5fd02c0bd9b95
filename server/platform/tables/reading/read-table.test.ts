import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetOf, textCell, workbookOf } from '#tests/harness/workbook.ts';
import { csvLine } from '#shared/domain/reports/csv.ts';
import { decodeBytes } from './decode-bytes.ts';
import { readDelimited } from './read-delimited.ts';
import { parse } from './table-entry.ts';
import type { NumberedRow } from './table-problem.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(bytes: Buffer | string, encoding: 'windows-1252' | null = null) {
  const path = join(folder, 'table');
  await writeFile(path, bytes);
  const rows: NumberedRow[] = [];
  const give = (part: unknown) => rows.push(...(part as NumberedRow[]));
  const facts = await parse(path, { options: encoding ?? '', give });
  if ('trouble' in facts) return { said: facts.trouble };
  return { facts, rows: rows.map(({ line, cells }) => [line, ...cells]) };
}

async function rowsIn(found: AsyncIterable<NumberedRow>): Promise<NumberedRow[]> {
  const rows: NumberedRow[] = [];
  for await (const row of found) rows.push(row);
  return rows;
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test.each([
  [
    'commas',
    'a,b,c\n1,2,3\n',
    [
      [1, 'a', 'b', 'c'],
      [2, '1', '2', '3'],
    ],
  ],
  [
    'CRLF, no end of the last line',
    'a,b\r\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'CR alone',
    '"a","b"\r"1","2"\r"3","4"',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
    ],
  ],
  [
    'semicolons',
    'id;mail\n1;a@b.c,d\n',
    [
      [1, 'id', 'mail'],
      [2, '1', 'a@b.c,d'],
    ],
  ],
  [
    'the sign that Excel says',
    'sep=;\na;b\n1;2\n',
    [
      [2, 'a', 'b'],
      [3, '1', '2'],
    ],
  ],
  [
    'tabs in UTF-16 with its mark',
    utf16('a\tb\nä\tʤ\n'),
    [
      [1, 'a', 'b'],
      [2, 'ä', 'ʤ'],
    ],
  ],
  [
    'UTF-16 without its mark',
    Buffer.from('name,mail\nabc,d\n', 'utf16le'),
    [
      [1, 'name', 'mail'],
      [2, 'abc', 'd'],
    ],
  ],
  [
    'UTF-8 with its mark',
    '\ufeffa,b\nきち,２',
    [
      [1, 'a', 'b'],
      [2, 'きち', '２'],
    ],
  ],
  [
    'commas in quotes',
    'a,b\n"Any, WW",2',
    [
      [1, 'a', 'b'],
      [2, 'Any, WW', '2'],
    ],
  ],
  [
    'quotes in quotes',
    'a,b\n1,"ha ""ha"" ha"\n3,4',
    [
      [1, 'a', 'b'],
      [2, '1', 'ha "ha" ha'],
      [3, '3', '4'],
    ],
  ],
  [
    'quotes within a cell, and signs that were lost before',
    'place,city\n37\ufffd36\'37.8"N 121\ufffd2\'17.9"W,Modesto\n"""a""b",5"\n',
    [
      [1, 'place', 'city'],
      [2, '37\ufffd36\'37.8"N 121\ufffd2\'17.9"W', 'Modesto'],
      [3, '"a"b', '5"'],
    ],
  ],
  [
    'newlines in quotes',
    'a,b\n"x\r\ny",2\n3,4\n',
    [
      [1, 'a', 'b'],
      [2, 'x\r\ny', '2'],
      [4, '3', '4'],
    ],
  ],
  [
    'empty lines and short rows',
    'a,b,c\n\n1\n,,\n2,"",""\n',
    [
      [1, 'a', 'b', 'c'],
      [3, '1', '', ''],
      [5, '2', '', ''],
    ],
  ],
  [
    'empty columns behind the last heading',
    'a,b,,\n1,2,,\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
])('[USR-06] a table with %s is read', async (_, bytes, rows) => {
  expect((await read(bytes)).rows).toEqual(rows);
});

const header = Array.from({ length: 200 }, (_, at) => `c${String(at)}`).join(',');
const latin = Buffer.from('Data,Nome\n1,Hist\u00f3rico\n', 'latin1');

test.each([
  ['nothing', '', 'table_empty', {}],
  ['headings alone', 'a,b\n', 'table_empty', {}],
  ['one column', 'email\na@b.c\n', 'table_one_column', { line: 1 }],
  ['a title above the headings', '\nEmployees of 2026\nemail,name\n', 'table_one_column', { line: 2 }],
  ['one column below a line for Excel', 'sep=;\nemail\na@b.c\n', 'table_one_column', { line: 2 }],
  ['200 columns', `${header}\n`, 'table_too_many_columns', { line: 1, column: 101, most: 100 }],
  ['bytes that are no UTF-8', latin, 'table_encoding', { line: 2, column: 7 }],
  ['bytes that are no text', Buffer.from('a,b\n1,\u00002\n'), 'table_not_text', { line: 2, column: 3 }],
  ['a quote that stays open', 'a,b\n1,2\n"3,4\n5,6\n', 'table_quote_open', { line: 3 }],
  [
    'a quote that stays open below others',
    'a,b\n5",2\n"x\r\ny","4\n',
    'table_quote_open',
    { line: 4, column: 4 },
  ],
  ['text behind a quote', 'a,b\n1,"2" x\n', 'table_quote_misplaced', { line: 2, column: 6 }],
  ['text behind an empty quote', 'a,b\n"""3",5\n""x,5\n', 'table_quote_misplaced', { line: 3, column: 3 }],
  ['more cells than headings', 'a,b\n1,2,3\n', 'table_row_too_long', { line: 2, column: 3 }],
  [
    'a cell of a book',
    `a,b\n1,${'x'.repeat(10_001)}\n`,
    'table_cell_too_long',
    { line: 2, column: 2, most: 10_000 },
  ],
  ['a workbook that is cut off', Buffer.from('PK\u0003\u0004xxxx', 'latin1'), 'table_workbook', {}],
  ['an encrypted workbook', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), 'table_workbook', {}],
])('[USR-06] a file with %s is refused at its place', async (_, bytes, reason, params) => {
  const { said } = await read(bytes);
  expect(said).toMatchObject(Object.keys(params).length > 0 ? { reason, params } : { reason });
});

test.each([
  ['none', 'a,b\n1,2\n', null],
  ['one in text', "place,city\n1,X\n2,37\ufffd36'\n", { line: 3, column: 5 }],
  ['one in UTF-16', utf16('a\tb\n\ufffd\t2\n'), { line: 2, column: 1 }],
])('[USR-06] a file with U+FFFD is read, and its first place is reported: %s', async (_, bytes, lost) => {
  expect((await read(bytes)).facts).toMatchObject({ lost });
});

test('[USR-06] U+FFFD in a workbook is reported as row and column', async () => {
  const body = `${heads}<row r="3">${textCell('A3', 'a@b.c')}${textCell('B3', 'J\ufffdrg')}</row>`;
  expect((await read(await workbookOf(sheetOf(body)))).facts).toMatchObject({ lost: { line: 3, column: 2 } });
});

test('[USR-06] Windows-1252 is read where somebody says so, and never instead of a mark', async () => {
  expect((await read(latin, 'windows-1252')).rows).toEqual([
    [1, 'Data', 'Nome'],
    [2, '1', 'Histórico'],
  ]);
  expect((await read('\ufeffa,b\né,2', 'windows-1252')).rows).toEqual([
    [1, 'a', 'b'],
    [2, 'é', '2'],
  ]);
});

test('[USR-06] whatever is written as CSV is read again, in every encoding', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .filter((text) => !/^\s*$|[\0\ufeff\ud800-\udfff=+@＝＋－＠-]/.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 6 }),
      async (rows) => {
        const text = csvLine(['head', 'other']) + rows.map((row) => csvLine(row)).join('');
        for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16(text)]) {
          const found = await rowsIn(readDelimited(decodeBytes(bytes, null).text));
          expect(found.slice(1).map(({ cells }) => cells)).toEqual(rows);
        }
      },
    ),
    { numRuns: 100 },
  );
});

const heads = `<row r="1">${textCell('A1', 'Email')}${textCell('B1', 'Name')}</row>`;

test('[USR-06] the first sheet of a workbook is read: texts, numbers, values of formulas, empty rows', async () => {
  const body = `${heads}<row r="3">${textCell('A3', 'a@b.c')}<c r="B3"><f>1+1</f><v>2</v></c></row>`;
  const { facts, rows } = await read(await workbookOf(sheetOf(body)));
  expect(facts).toMatchObject({ format: 'xlsx', rows: 1 });
  expect(rows).toEqual([
    [1, 'Email', 'Name'],
    [3, 'a@b.c', '2'],
  ]);
});
