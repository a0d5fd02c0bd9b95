import { Readable } from 'node:stream';
import type { ExportFormat } from '#shared/domain/reports/export-name.ts';
import { paperFooter } from '#server/platform/papers/paper-texts.ts';
import { regularYield } from '#server/platform/pdf/regular-yield.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import { writeFooter } from '#server/platform/pdf/page-total.ts';
import { PdfTable } from '#server/platform/pdf/pdf-table.ts';
import { csvPieces } from '#server/platform/tables/csv.ts';
import { jsonlPieces } from '#server/platform/tables/jsonl.ts';
import type { TableFile } from '#server/platform/tables/table-file.ts';
import { xlsxStream } from '#server/platform/tables/xlsx.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { writeGrid } from '../grid/grid-pdf.ts';
import { exportTexts } from './export-texts.ts';

/** The format of an exported file: a table, or the archive of a trail bundle. */
export type FileFormat = ExportFormat | 'zip';

/** The type of each format, as the wire and the file store name it. */
export const exportTypes: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
  zip: 'application/zip',
  jsonl: 'application/x-ndjson; charset=utf-8',
};

/** Returns a table as a file in one of the formats, written while it is read (RPT-02, RPT-03); errors destroy the stream. */
export function tableStream(format: ExportFormat, file: TableFile): Readable {
  // Few pieces wait for a slow reader: each is a whole batch.
  if (format === 'csv') return Readable.from(csvPieces(file), { highWaterMark: 2 });
  if (format === 'jsonl') return Readable.from(jsonlPieces(file), { highWaterMark: 2 });
  if (format === 'xlsx')
    return xlsxStream(file, {
      data: translate(file.language, exportTexts.data),
      about: translate(file.language, exportTexts.about),
    });
  return pdfTable(file);
}

const pageWidth = 770;
const margin = 36;

function pdfTable(file: TableFile): PDFKit.PDFDocument {
  const doc = openPdf({
    title: file.title,
    language: file.language,
    layout: 'landscape',
    date: file.asOf,
    margin,
  });
  writePdf(doc, file).then(
    () => doc.end(),
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return doc;
}

async function writePdf(doc: PDFKit.PDFDocument, file: TableFile): Promise<void> {
  // Sentences are many lines in a column.
  const [fontSize, lineHeight] =
    file.columns.length > 12 ? [6, 8] : file.columns.some(({ weight }) => weight) ? [7, 8.2] : [7.5, 10];
  doc.addPage();
  doc.font('bold').fontSize(20).fillColor('#0f766e').text(file.title, margin, margin, { lineBreak: false });
  let y = 64;
  for (const [name, value] of file.about) {
    doc
      .font('regular')
      .fontSize(9)
      .fillColor('#334155')
      .text(`${name}: ${value}`, margin, y, { width: pageWidth });
    y = doc.y + 2;
  }
  if (file.marks) {
    const { y: below } = doc;
    writeFooter(doc, paperFooter(file, file.title)(1));
    if (!(await writeGrid(doc, file, below + 12)))
      doc
        .font('regular')
        .fontSize(9)
        .text(translate(file.language, exportTexts.empty), margin, below + 12);
    return;
  }
  const widths = columnWidths(doc, file.columns, fontSize);
  const table = new PdfTable(
    doc,
    file.columns.map((column, index) => ({
      title: column.title,
      width: widths[index] ?? 0,
      wraps: true as const,
      ...(column.kind === 'number' ? { align: 'right' as const } : {}),
    })),
    {
      fontSize,
      lineHeight,
      footer: paperFooter(file, file.title),
    },
  );
  table.startAt(y + 12, 1);
  let any = false;
  const giveTurn = regularYield();
  for await (const rows of file.batches) {
    for (const row of rows) {
      any = true;
      table.row(row.map((value) => (value === null ? '' : String(value))));
      await giveTurn();
    }
  }
  if (!any) table.row([translate(file.language, exportTexts.empty)]);
}

/** Numbers need less room than words, but no column less than the longest word of its heading, while there is room for all. */
function columnWidths(
  doc: PDFKit.PDFDocument,
  columns: TableFile['columns'],
  fontSize: number,
): readonly number[] {
  doc.font('bold').fontSize(fontSize);
  const heading = ({ title }: TableFile['columns'][number]) =>
    Math.max(...title.split(/\s+/).map((word) => doc.widthOfString(word))) + 7;
  const least = columns.map((column) => Math.min(heading(column), pageWidth / columns.length));
  const weights = columns.map(({ kind, weight }) => weight ?? (kind === 'number' ? 0.6 : 1));
  const narrow = new Set<number>();
  for (;;) {
    let room = pageWidth;
    let weight = 0;
    columns.forEach((_, index) => {
      if (narrow.has(index)) room -= least[index] ?? 0;
      else weight += weights[index] ?? 0;
    });
    const wide = (index: number) => (room / weight) * (weights[index] ?? 0);
    const tight = columns.findIndex((_, index) => !narrow.has(index) && wide(index) < (least[index] ?? 0));
    if (tight < 0) return columns.map((_, index) => (narrow.has(index) ? (least[index] ?? 0) : wide(index)));
    narrow.add(tight);
  }
}
