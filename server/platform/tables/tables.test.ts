import { buffer } from 'node:stream/consumers';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { formulaSafe } from '#shared/domain/reports/csv.ts';
import { csvPieces } from './csv.ts';
import type { TableFile, TableRow } from './table-file.ts';
import { xlsxStream } from './xlsx.ts';

const asOf = new Date('2026-03-05T10:00:00Z');

function table(rows: readonly TableRow[], columns: TableFile['columns']): TableFile {
  async function* batches() {
    for (let start = 0; start < rows.length; start += 2)
      yield await Promise.resolve(rows.slice(start, start + 2));
  }
  const head = { asOf, timeZone: 'UTC', language: 'en', requestedBy: 'Ada Admin' } as const;
  return { title: 'T', columns, batches: batches(), about: [['Zone', 'UTC']], ...head };
}

const text = (key: string) => ({ key, title: key.toUpperCase(), kind: 'text' }) as const;

/** The parts of a ZIP by their names. */
async function unzip(bytes: Buffer): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  const zip = await fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    parts.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  return parts;
}

test('[RPT-02] any text comes back from the CSV as it was, but for the apostrophes before formulas (T14)', async () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string(),
    fc.stringMatching(/^[=+\-@\t\r"',\n;ä€ ]{0,8}$/),
    fc.constantFrom('=1+1', '\r\n', '"', ',', ''),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 9 }), async (rows) => {
      const pieces: Buffer[] = [];
      for await (const piece of csvPieces(table(rows, [text('a'), text('b')]))) pieces.push(piece);
      const read: string[][] = parse(Buffer.concat(pieces), { bom: true, record_delimiter: '\r\n' });
      expect(read).toEqual([['a', 'b'], ...rows.map((row) => row.map(formulaSafe))]);
      for (const value of read.flat()) expect(value).not.toMatch(/^[=+\-@\t\r]|[;\t\r\n][=+\-@]/);
    }),
  );
});

test('[RPT-02] the XLSX has numbers, dates, instants and text as what they are, and a sheet that tells of it', async () => {
  const rows: TableRow[] = [
    ['=cmd|calc', 7.5, '2026-03-05', '2026-03-05T12:00:00Z'],
    ['<b> & "Ä" _x0041_ \u0001', null, null, null],
    ['', -3, '1850-01-01', null],
  ];
  const columns = [
    text('name'),
    { key: 'n', title: 'N', kind: 'number' },
    { key: 'd', title: 'D', kind: 'date' },
    { key: 'i', title: 'I', kind: 'instant' },
  ] as const;
  const bytes = await buffer(xlsxStream(table(rows, columns), { data: 'Data & more', about: 'About' }));
  const parts = await unzip(bytes);
  expect([...parts.keys()].toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/styles.xml',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
  ]);
  const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
  expect(sheet).not.toContain('<f>');
  expect(sheet).toContain(
    '<c t="inlineStr"><is><t xml:space="preserve">=cmd|calc</t></is></c><c><v>7.5</v></c>',
  );
  expect(sheet).toContain('<c s="2"><v>46086</v></c><c s="3"><v>46086.5</v></c>');
  expect(sheet).toContain('&lt;b&gt; &amp; &quot;Ä&quot; _x005F_x0041_ </t>');
  expect(sheet).toContain('1850-01-01</t>');
  expect(parts.get('xl/workbook.xml')).toContain('<sheet name="Data &amp; more" sheetId="1" r:id="rId1"/>');
  expect(parts.get('xl/worksheets/sheet2.xml')).toContain('Zone</t>');
});

test('[RPT-02] [RPT-03] [R-SEC-15] the XLSX writes every text as a text, never as a formula, whatever its first character', async () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '＝1',
    '=HYPERLINK("https://x.example","y")',
    '1',
    'TRUE',
  ];
  const rows = texts.map((value) => [value, value]);
  // A column of days has texts too, where a day is not one that spreadsheets know.
  const columns = [text('a'), { key: 'd', title: 'D', kind: 'date' }] as const;
  const bytes = await buffer(xlsxStream(table(rows, columns), { data: '=1', about: '=2' }));
  const parts = await unzip(bytes);
  for (const name of ['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']) {
    const sheet = parts.get(name) ?? '';
    expect(sheet).not.toMatch(/<f[ />]/);
    const cells = [...sheet.matchAll(/<c(?: s="\d")?(?: t="(\w+)")?>(.*?)<\/c>/gs)];
    expect(cells.length).toBeGreaterThan(1);
    for (const [whole, type, content] of cells.filter(([, , inside]) => !/^<v>\d/.test(inside ?? '')))
      expect([type, content?.startsWith('<is><t xml:space="preserve">')], whole).toEqual(['inlineStr', true]);
  }
  const unescaped = (xml: string) =>
    xml.replaceAll('&#13;', '\r').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const first = [
    ...(parts.get('xl/worksheets/sheet1.xml') ?? '').matchAll(
      /<row><c t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t>/gs,
    ),
  ];
  // Without an apostrophe: the text in the cell is the text of the record.
  expect(first.map(([, value]) => unescaped(value ?? ''))).toEqual(texts);
});

test('[RPT-02] an error of the rows breaks the file off instead of ending it', async () => {
  const broken: TableFile = {
    ...table([], [text('a')]),
    batches: {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the database went away')) }),
    },
  };
  await expect(buffer(xlsxStream(broken, { data: 'Data', about: 'About' }))).rejects.toThrow(
    'the database went away',
  );
});
