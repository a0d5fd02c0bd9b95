import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import type { DemoModule } from './demo-module.ts';
import { bytesOf } from './print-paper.ts';

/** Prints a demo module as a PDF: a title page, then a page for each section. */
export async function printModule(module: DemoModule): Promise<Buffer> {
  const doc = openPdf({
    title: module.title,
    language: 'en',
    layout: 'portrait',
    date: new Date('2026-01-05T09:00:00Z'),
    margin: 64,
  });
  const printed = bytesOf(doc);
  doc.addPage();
  doc.font('bold').fontSize(10).fillColor('#0f766e').text(module.reference);
  doc
    .moveDown(8)
    .fontSize(28)
    .fillColor('#0f172a')
    .text(module.title.replace(`${module.reference} `, ''));
  doc.moveDown(1).font('regular').fontSize(13).fillColor('#334155').text(module.description, { lineGap: 4 });
  doc
    .moveDown(3)
    .fontSize(10)
    .text(`${module.category}  ·  about ${String(module.duration)} minutes  ·  demo data of TrainTrail`);
  module.sections.forEach(([heading, text], index) => {
    doc.addPage();
    doc
      .font('bold')
      .fontSize(9)
      .fillColor('#0f766e')
      .text(`${module.reference}   ${String(index + 1)} of ${String(module.sections.length)}`);
    doc.moveDown(2).fontSize(20).fillColor('#0f172a').text(heading);
    doc.moveDown(1).font('regular').fontSize(12).fillColor('#1e293b').text(text, { lineGap: 5 });
  });
  doc.end();
  return printed;
}
