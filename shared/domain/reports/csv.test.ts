import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, formulaSafe } from './csv.ts';
import { reportFormats, exportName } from './export-name.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', "'\rx"],
  ['=', "'="],
  ['', ''],
  ['Ann-Lee', 'Ann-Lee'],
  ['a=1', 'a=1'],
  ["'=1", "'=1"],
  [' =1', ' =1'],
  ['x\n=1', "x\n'=1"],
  ['a;=1', "a;'=1"],
  ['a;b;@x', "a;b;'@x"],
  ['a;1', 'a;1'],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠x', "'＠x"],
  ['a\t＝1', "a\t'＝1"],
])('[RPT-02] %j is written as %j', (text, cell) => {
  expect(formulaSafe(text)).toBe(cell);
});

test('[RPT-02] no cell begins a formula, other cells are as they were, and twice is as once', () => {
  const text = fc.oneof(
    fc.string(),
    fc
      .array(
        fc.oneof(
          fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠', ';', '\t', '\r', '\n'),
          fc.string({ maxLength: 3 }),
        ),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(text, (value) => {
      const cell = formulaSafe(value);
      // However a spreadsheet splits the line, no part of it begins a formula.
      expect(cell.split(/[;\t\r\n]/).some((part) => /^[=+\-@＝＋－＠]/.test(part))).toBe(false);
      expect(cell).not.toMatch(/^[\t\r]/);
      expect(cell.replaceAll("'", '')).toBe(value.replaceAll("'", ''));
      expect(formulaSafe(cell)).toBe(cell);
    }),
  );
});

test('[RPT-02] the name of the download', () => {
  expect(reportFormats.map((format) => exportName(format, '2025-06-15'))).toEqual([
    'completion-report-csv-2025-06-15',
    'completion-report-xlsx-2025-06-15',
    'completion-report-pdf-2025-06-15',
  ]);
});

test('[RPT-02] [CMP-01] a line quotes what needs it, keeps numbers, and lets no text begin a formula', () => {
  expect(csvLine(['a', -5, null, 'x,"y"', '=1+1', 'two\nlines', ''])).toBe(
    `a,-5,,"x,""y""",'=1+1,"two\nlines",\r\n`,
  );
  expect(csvLine(['after\t=1'])).toBe("after\t'=1\r\n");
});
