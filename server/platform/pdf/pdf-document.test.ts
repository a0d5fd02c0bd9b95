import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { openPdf, pdfFonts, registerFont } from './pdf-document.ts';

/** A PDF with two more fonts, which are used in the other order than they are registered. */
async function pdfOf(text: string): Promise<Buffer> {
  const doc = openPdf({ title: 'Paper', language: 'de', layout: 'portrait', date: new Date(0), margin: 40 });
  registerFont(doc, 'one', pdfFonts.regular.replace('Sans', 'SansMono'));
  registerFont(doc, 'two', pdfFonts.regular.replace('Sans', 'Serif'));
  const written = buffer(doc);
  doc.addPage();
  doc.font('two').text(text).font('one').text(text).font('regular').text(text);
  doc.end();
  return written;
}

test('[INS-03] the first PDF of a process has the bytes of every later one', async () => {
  const first = await pdfOf('Frühere Schulung');
  await pdfOf('Something else: 0123456789');
  expect((await pdfOf('Frühere Schulung')).equals(first)).toBe(true);
});

test('[RPT-05] the text of a PDF can be copied whole, whatever other PDFs had before', async () => {
  // Ü is drawn by U and two dots: the library meets the glyph of U without its letter.
  for (const text of ['ÜÖÉñ', 'UOEn'])
    expect((await readPdf(await pdfOf(text))).text).toBe(`${text} ${text} ${text}`);
});
