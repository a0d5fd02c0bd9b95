import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';
import { newZip, zipDate } from '#server/platform/zip/new-zip.ts';
import type { Cell, CellKind, Mark, TableFile, TableRow } from './table-file.ts';

/** The maximum number of rows of a sheet, including its head; further rows are in the next sheet. */
const rowsPerSheet = 1_048_576;
/** Letters that a cell can have. */
const cellLength = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The number of styles before those of marks: 0 plain, 1 head, 2 calendar date, 3 instant, 4 upright head. */
const firstMark = 5;

/** Returns the styles of the workbook: a font and a ground for each mark. */
function stylesOf(marks: readonly Mark[]): string {
  const argb = (color: string) => `rgb="FF${color.slice(1).toUpperCase()}"`;
  const fonts = marks.map(
    ({ text }) => `<font><b/><sz val="11"/><color ${argb(text)}/><name val="Calibri"/></font>`,
  );
  const fills = marks.map(
    ({ tint }) => `<fill><patternFill patternType="solid"><fgColor ${argb(tint)}/></patternFill></fill>`,
  );
  const cells = marks.map(
    (_, at) =>
      `<xf fontId="${String(2 + at)}" fillId="${String(2 + at)}" applyFont="1" applyFill="1" applyAlignment="1"><alignment horizontal="center"/></xf>`,
  );
  return `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="${String(2 + marks.length)}"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>${fonts.join('')}</fonts><fills count="${String(2 + marks.length)}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.join('')}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${String(firstMark + marks.length)}"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf fontId="1" applyFont="1" applyAlignment="1"><alignment textRotation="90" wrapText="1"/></xf>${cells.join('')}</cellXfs></styleSheet>`;
}

/** Characters that XML cannot contain, and texts that a spreadsheet would read as the number of a character. */
const unfit =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

function xmlText(text: string): string {
  const short = text.length > cellLength ? `${text.slice(0, cellLength - 1)}…` : text;
  return short
    .replaceAll(unfit, '')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(/[&<>"\r]/g, (sign) => entities[sign] ?? sign);
}

/** Returns the local time of an instant in its zone, because sheets have no zones. */
const localClock = (value: string): string => `${value.slice(0, 19)}Z`;

/**
 * Returns the number of days since the first day of spreadsheets. Spreadsheets count dates before 1900-03-01 wrongly, so the
 * result is undefined for them and they become text.
 */
function serial(value: string): number | undefined {
  const time = Date.parse(value.length === 10 ? `${value}T00:00:00Z` : localClock(value));
  return Number.isNaN(time) || time < Date.UTC(1900, 2, 1) ? undefined : time / 86_400_000 + 25_569;
}

/** Text is written as text and never read as a formula, whatever its first character (R-SEC-15). */
function cellXml(value: Cell, kind: CellKind, marks: Marks = none): string {
  if (value === null || value === '') return '<c/>';
  const mark = kind === 'mark' ? marks.get(String(value)) : undefined;
  if (mark) return textCell(mark.letter, ` s="${String(mark.style)}"`);
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${String(value)}</v></c>` : '<c/>';
  if (kind === 'date' || kind === 'instant') {
    const days = serial(value);
    // Some instants have only a known day.
    const style = kind === 'date' || value.length === 10 ? '2' : '3';
    if (days !== undefined) return `<c s="${style}"><v>${String(days)}</v></c>`;
  }
  return textCell(value);
}

const textCell = (text: string, style = '') =>
  `<c${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;

const headCell = (title: string, kind: CellKind = 'text') =>
  textCell(title, kind === 'mark' ? ' s="4"' : ' s="1"');

/** The marks of a table with the numbers of their styles. */
type Marks = ReadonlyMap<string, Mark & { readonly style: number }>;
const none: Marks = new Map();
const marksOf = ({ marks = {} }: TableFile): Marks =>
  new Map(Object.entries(marks).map(([key, mark], at) => [key, { ...mark, style: firstMark + at }]));

const widths: Readonly<Record<CellKind, number>> = { text: 24, number: 12, date: 12, instant: 20, mark: 4 };
/** Height of a head with upright titles, in points. */
const uprightHead = 150;

function sheetHead(file: TableFile): string {
  const columns = file.columns.map(
    ({ kind }, index) =>
      `<col min="${String(index + 1)}" max="${String(index + 1)}" width="${String(widths[kind])}" customWidth="1"/>`,
  );
  // The first line stays in view while the rows are scrolled, and in a grid the columns of the person too.
  const fixed = file.columns.findIndex(({ kind }) => kind === 'mark');
  const pane =
    fixed <= 0
      ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
      : `<pane xSplit="${String(fixed)}" ySplit="1" topLeftCell="${columnName(fixed)}2" activePane="bottomRight" state="frozen"/>`;
  const height = fixed < 0 ? '' : ` ht="${String(uprightHead)}" customHeight="1"`;
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row${height}>${addressed(
    file,
    file.columns.map(({ title, kind }) => headCell(title, kind)),
    1,
  ).join('')}</row>`;
}

/** Returns the letter of a column by its number, from 0; a grid has few columns about the person. */
const columnName = (index: number): string => String.fromCodePoint(65 + (index % 26));

/** Returns cells with their addresses for readers that need them: others count. */
const addressed = ({ addresses }: TableFile, cells: readonly string[], line: number): readonly string[] =>
  addresses === true
    ? cells.map((cell, index) => cell.replace('<c', `<c r="${columnName(index)}${String(line)}"`))
    : cells;

const sheetFoot = '</sheetData></worksheet>';

function aboutSheet(file: TableFile): string {
  const rows = file.about.map(([name, value]) => `<row>${headCell(name)}${cellXml(value, 'text')}</row>`);
  return `${head}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${rows.join('')}${sheetFoot}`;
}

/**
 * Writes a table as XLSX: a sheet with its rows, further ones if it is too long for one, and a sheet 'About'. It streams
 * with constant memory use, whatever the length (RPT-02); errors destroy the stream.
 */
export function xlsxStream(
  file: TableFile,
  sheets: { readonly data: string; readonly about: string },
): Readable {
  const zip = newZip();
  const output = zip.outputStream as Readable;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  const rows = new RowsLeft(file.batches);
  output.once('close', () => void rows.close());
  write(zip, file, rows, sheets).catch(fail);
  return output;
}

async function write(
  zip: ZipFile,
  file: TableFile,
  rows: RowsLeft,
  sheets: { readonly data: string; readonly about: string },
): Promise<void> {
  const options = { mtime: zipDate(file.asOf), compressionLevel: 1 };
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, options);
  let count = 0;
  do {
    count += 1;
    const part = Readable.from(sheetText(file, rows), { objectMode: false });
    zip.addReadStream(part, `xl/worksheets/sheet${String(count)}.xml`, options);
    await finished(part);
  } while (!(await rows.atEnd()));
  const names = Array.from({ length: count }, (_, index) =>
    index === 0 ? sheets.data : `${sheets.data} ${String(index + 1)}`,
  );
  names.push(sheets.about);
  add(`xl/worksheets/sheet${String(count + 1)}.xml`, aboutSheet(file));
  add('xl/styles.xml', stylesOf([...marksOf(file).values()]));
  addFrame(add, names);
  zip.end();
}

/** Adds the parts that list the other parts. */
function addFrame(add: (name: string, text: string) => void, names: readonly string[]): void {
  const type = (part: string, of: string) =>
    `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${of}+xml"/>`;
  const number = (index: number) => String(index + 1);
  add(
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.map((name, index) => `<sheet name="${xmlText(name)}" sheetId="${number(index)}" r:id="rId${number(index)}"/>`).join('')}</sheets></workbook>`,
  );
  add(
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packages}/relationships">${names.map((_, index) => `<Relationship Id="rId${number(index)}" Type="${relations}/worksheet" Target="worksheets/sheet${number(index)}.xml"/>`).join('')}<Relationship Id="rId${number(names.length)}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  );
  add(
    '_rels/.rels',
    `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  );
  add(
    '[Content_Types].xml',
    `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${type('/xl/workbook.xml', 'sheet.main')}${type('/xl/styles.xml', 'styles')}${names.map((_, index) => type(`/xl/worksheets/sheet${number(index)}.xml`, 'worksheet')).join('')}</Types>`,
  );
}

async function* sheetText(file: TableFile, rows: RowsLeft): AsyncGenerator<Buffer> {
  const kinds = file.columns.map(({ kind }) => kind);
  const marks = marksOf(file);
  yield Buffer.from(sheetHead(file));
  let room = rowsPerSheet - 1;
  let line = 1;
  while (room > 0) {
    const taken = await rows.take(room);
    if (taken.length === 0) break;
    room -= taken.length;
    let text = '';
    for (const row of taken) {
      line += 1;
      const cells = row.map((value, index) => cellXml(value, kinds[index] ?? 'text', marks));
      text += `<row>${addressed(file, cells, line).join('')}</row>`;
    }
    yield Buffer.from(text);
  }
  yield Buffer.from(sheetFoot);
}

/** Batches of rows; the last batch may be split where a sheet ends. */
class RowsLeft {
  readonly #source: AsyncIterator<readonly TableRow[]>;
  #waiting: readonly TableRow[] = [];

  constructor(batches: AsyncIterable<readonly TableRow[]>) {
    this.#source = batches[Symbol.asyncIterator]();
  }

  async take(most: number): Promise<readonly TableRow[]> {
    if (await this.atEnd()) return [];
    const taken = this.#waiting.slice(0, most);
    this.#waiting = this.#waiting.slice(most);
    return taken;
  }

  async atEnd(): Promise<boolean> {
    while (this.#waiting.length === 0) {
      const { done, value } = await this.#source.next();
      if (done === true) return true;
      this.#waiting = value;
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }
}
