import { paperFooter } from '#server/platform/papers/paper-texts.ts';
import { regularYield } from '#server/platform/pdf/regular-yield.ts';
import { writeFooter } from '#server/platform/pdf/page-total.ts';
import type { TableColumn, TableFile, TableRow } from '#server/platform/tables/table-file.ts';

const margin = 36;
const pageWidth = 770;
const nameWidth = 170;
const cellWidth = 15;
const headHeight = 104;
const rowHeight = 12.5;
const border = '#cbd5e1';

/** How many modules and people fit on a page of A4 across. */
const modulesOnPage = Math.floor((pageWidth - nameWidth) / cellWidth);
const peopleBelow = (top: number): number => Math.floor((595 - margin - 16 - headHeight - top) / rowHeight);
/** Below a head with less room than this, the grid starts on the next page. */
const fewestPeople = 5;

/**
 * Writes a grid on paper as the screen shows it (MTX-09). Each page has the names of the people and the titles of the modules,
 * and each cell has a letter and a color. A grid that is too wide for a page continues on further pages: first all modules of
 * some people, then the next people. Returns false if there are no people.
 *
 * @param below where the head of the file ends on the first page
 */
export async function writeGrid(doc: PDFKit.PDFDocument, file: TableFile, below: number): Promise<boolean> {
  const ofPeople = file.columns.filter(({ kind }) => kind !== 'mark').length;
  const modules = file.columns.slice(ofPeople);
  const footer = paperFooter(file, file.title);
  const giveTurn = regularYield();
  let page = 1;
  let any = false;
  let waiting: TableRow[] = [];
  let top = peopleBelow(below) >= fewestPeople ? below : null;
  const writePages = async () => {
    for (let first = 0; first < Math.max(1, modules.length); first += modulesOnPage) {
      if (top === null) {
        page += 1;
        doc.addPage();
        writeFooter(doc, footer(page));
      }
      const y = (top ?? margin) + headHeight;
      top = null;
      writeHead(doc, modules.slice(first, first + modulesOnPage), y - 4);
      for (const [index, row] of waiting.entries()) {
        const cells = row.slice(ofPeople + first, ofPeople + first + modulesOnPage);
        writeRow(doc, file, {
          y: y + index * rowHeight,
          name: row.slice(0, ofPeople).filter(Boolean).join(' · '),
          cells,
        });
        await giveTurn();
      }
    }
    waiting = [];
  };
  for await (const rows of file.batches) {
    for (const row of rows) {
      any = true;
      waiting.push(row);
      if (waiting.length === peopleBelow(top ?? margin)) await writePages();
    }
  }
  if (waiting.length > 0) await writePages();
  return any;
}

function writeHead(doc: PDFKit.PDFDocument, modules: readonly TableColumn[], bottom: number): void {
  doc.font('bold').fontSize(5.5).fillColor('#0f172a');
  modules.forEach(({ title }, index) => {
    const x = margin + nameWidth + index * cellWidth;
    doc.save();
    doc.rotate(-90, { origin: [x + 2, bottom] });
    doc.text(title, x + 2, bottom, {
      width: headHeight - 8,
      height: cellWidth - 1,
      ellipsis: true,
      lineGap: -0.4,
    });
    doc.restore();
  });
}

function writeRow(
  doc: PDFKit.PDFDocument,
  { marks }: TableFile,
  { y, name, cells }: { readonly y: number; readonly name: string; readonly cells: TableRow },
): void {
  const right = margin + nameWidth + cells.length * cellWidth;
  doc.moveTo(margin, y).lineTo(right, y).lineWidth(0.4).strokeColor(border).stroke();
  doc
    .font('regular')
    .fontSize(6.5)
    .fillColor('#0f172a')
    .text(name, margin, y + 2.6, { width: nameWidth - 6, height: rowHeight - 3, ellipsis: true });
  doc.font('bold').fontSize(7);
  cells.forEach((cell, index) => {
    const mark = marks?.[String(cell)];
    if (!mark) return;
    const x = margin + nameWidth + index * cellWidth;
    doc.rect(x + 0.5, y + 0.9, cellWidth - 1, rowHeight - 1.6).fill(mark.tint);
    doc
      .fillColor(mark.text)
      .text(mark.letter, x + (cellWidth - doc.widthOfString(mark.letter)) / 2, y + 2.6, {
        lineBreak: false,
      });
  });
}
