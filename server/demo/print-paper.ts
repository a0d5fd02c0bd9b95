import { finished } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';

/** Returns all bytes of a PDF; called before its first page, awaited after `end()`. */
export async function bytesOf(doc: Pick<NodeJS.ReadableStream, 'pipe'>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  doc.pipe(sink);
  await finished(sink);
  return Buffer.concat(chunks);
}

/** A paper of the HR area: one page. */
export interface DemoPaper {
  /** Above the title: whose paper it is. */
  readonly from: string;
  readonly title: string;
  readonly sections: readonly (readonly [heading: string, text: string])[];
}

/** Prints a paper of the demo data as a PDF of one page. */
export async function printPaper({ from, title, sections }: DemoPaper): Promise<Buffer> {
  const doc = openPdf({
    title,
    language: 'en',
    layout: 'portrait',
    date: new Date('2026-01-05T09:00:00Z'),
    margin: 64,
  });
  const printed = bytesOf(doc);
  doc.addPage();
  doc.font('bold').fontSize(10).fillColor('#0f766e').text(from);
  doc.moveDown(1).fontSize(22).fillColor('#0f172a').text(title);
  for (const [heading, text] of sections) {
    doc.moveDown(1.2).font('bold').fontSize(12).fillColor('#0f172a').text(heading);
    doc.moveDown(0.3).font('regular').fontSize(11).fillColor('#1e293b').text(text, { lineGap: 4 });
  }
  doc.moveDown(2).fontSize(9).fillColor('#64748b').text('Demo data of TrainTrail');
  doc.end();
  return printed;
}
