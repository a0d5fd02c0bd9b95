/** The floor of a PDF of people: the same five columns by one prepared statement, each cell put where it belongs by the same library; nothing is wrapped, tagged or counted. */
import fs from 'node:fs';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import PDFDocument from 'pdfkit';
import { pdfFonts } from '#server/platform/pdf/pdf-document.ts';
import { floorSql } from '../floor-sql.ts';

const margin = 36;
const lineHeight = 13;
const columnWidth = 154;
const text = floorSql('people-pdf.sql');

/** Writes everybody into a file; answers how many they are. */
export async function peoplePdf(pool: pg.Pool, file: string): Promise<number> {
  const { rows } = await pool.query<(string | null)[]>({
    name: 'people-pdf',
    text,
    rowMode: 'array',
  });
  const doc = new PDFDocument({ size: 'A4', layout: 'landscape', margin, autoFirstPage: false });
  doc.font(pdfFonts.regular).fontSize(7.5);
  const written = finished(doc.pipe(fs.createWriteStream(file)));
  let y = Infinity;
  for (const row of rows) {
    if (y > 595 - 2 * margin) {
      doc.addPage();
      y = margin;
    }
    row.forEach((cell, index) => {
      if (cell) doc.text(cell, margin + index * columnWidth, y, { lineBreak: false });
    });
    y += lineHeight;
  }
  doc.end();
  await written;
  return rows.length;
}
