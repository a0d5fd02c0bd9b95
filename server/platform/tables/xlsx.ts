import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ZipFile } from 'yazl';
import { newZip } from '#server/platform/zip/new-zip.ts';
import type { Cell, CellKind, TableFile, TableRow } from './table-file.ts';

/** The maximum number of rows of a sheet, including its head; further rows are in the next sheet. */
const rowsPerSheet = 1_048_576;
/** Letters that a cell can have. */
const cellLength = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Styles of the workbook by their number: 0 plain, 1 head, 2 calendar date, 3 instant. */
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/** What XML cannot have at all, and what a spreadsheet would read as a sign written by its number. */
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

/** The clock that an instant shows in its zone: sheets know no zones. */
const localClock = (value: string): string => `${value.slice(0, 19)}Z`;

/** Days since the first one that spreadsheets know; dates before 1900-03-01 they count wrongly, and so get them as text. */
function serial(value: string): number | undefined {
  const time = Date.parse(value.length === 10 ? `${value}T00:00:00Z` : localClock(value));
  return Number.isNaN(time) || time < Date.UTC(1900, 2, 1) ? undefined : time / 86_400_000 + 25_569;
}

/** Text is written as text and never read as a formula, whatever it starts with (R-SEC-15). */
function cellXml(value: Cell, kind: CellKind): string {
  if (value === null || value === '') return '<c/>';
  if (typeof value === 'number') return Number.isFinite(value) ? `<c><v>${String(value)}</v></c>` : '<c/>';
  if (kind === 'date' || kind === 'instant') {
    const days = serial(value);
    // Of some instants only the day is known.
    const style = kind === 'date' || value.length === 10 ? '2' : '3';
    if (days !== undefined) return `<c s="${style}"><v>${String(days)}</v></c>`;
  }
  return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(value)}</t></is></c>`;
}

const headCell = (title: string) =>
  `<c s="1" t="inlineStr"><is><t xml:space="preserve">${xmlText(title)}</t></is></c>`;

const widths: Readonly<Record<CellKind, number>> = { text: 24, number: 12, date: 12, instant: 20 };

function sheetHead(file: TableFile): string {
  const columns = file.columns.map(
    ({ kind }, index) =>
      `<col min="${String(index + 1)}" max="${String(index + 1)}" width="${String(widths[kind])}" customWidth="1"/>`,
  );
  // The first line stays in sight while the rows are scrolled.
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData><row>${file.columns.map(({ title }) => headCell(title)).join('')}</row>`;
}

const sheetFoot = '</sheetData></worksheet>';

function aboutSheet(file: TableFile): string {
  const rows = file.about.map(([name, value]) => `<row>${headCell(name)}${cellXml(value, 'text')}</row>`);
  return `${head}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="24" customWidth="1"/><col min="2" max="2" width="90" customWidth="1"/></cols><sheetData>${rows.join('')}${sheetFoot}`;
}

/**
 * Writes a table as XLSX: a sheet with its rows, further ones where it is too long for one, and a sheet 'About'. It streams
 * with flat memory, whatever the length (RPT-02); errors destroy the stream.
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
  const options = { mtime: file.generatedAt, compressionLevel: 1 };
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
  add('xl/styles.xml', styles);
  addFrame(add, names);
  zip.end();
}

/** The parts that list the other parts. */
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
  yield Buffer.from(sheetHead(file));
  let room = rowsPerSheet - 1;
  while (room > 0) {
    const taken = await rows.take(room);
    if (taken.length === 0) break;
    room -= taken.length;
    let text = '';
    for (const row of taken)
      text += `<row>${row.map((value, index) => cellXml(value, kinds[index] ?? 'text')).join('')}</row>`;
    yield Buffer.from(text);
  }
  yield Buffer.from(sheetFoot);
}

/** Batches of rows, of which the last one taken may be cut where a sheet ends. */
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
