import { PdfTable, type PdfColumn } from './pdf-table.ts';

const margin = 36;
/** Points that a heading with the first rows below it needs. */
const least = 90;
const ink = { title: '#0f766e', text: '#0f172a', quiet: '#475569' } as const;

/** The pages of a paper: a head with facts, then titled tables below each other (EMP-02, INS-03). */
export class FilePages {
  readonly #doc: PDFKit.PDFDocument;
  readonly #footer: (page: number) => string;
  #page = 1;
  #y = margin;
  /** The footer of the current page is written. */
  #footed = false;
  #rows = 0;

  constructor(doc: PDFKit.PDFDocument, footer: (page: number) => string) {
    this.#doc = doc;
    this.#footer = footer;
    doc.addPage();
  }

  /** The head of the pages: a title, facts with their names in columns, and lines about the document. */
  head(
    title: string,
    facts: readonly (readonly [name: string, value: string])[],
    lines: readonly string[],
  ): void {
    const doc = this.#doc;
    const width = doc.page.width - 2 * margin;
    doc.font('bold').fontSize(18).fillColor(ink.title).text(title, margin, margin, { width });
    let y = doc.y + 8;
    const column = width / 3;
    for (let at = 0; at < facts.length; at += 3) {
      let bottom = y;
      facts.slice(at, at + 3).forEach(([name, value], place) => {
        const x = margin + place * column;
        doc
          .font('regular')
          .fontSize(7.5)
          .fillColor(ink.quiet)
          .text(name, x, y, { width: column - 12 });
        doc
          .font('regular')
          .fontSize(9.5)
          .fillColor(ink.text)
          .text(value, x, doc.y, { width: column - 12 });
        bottom = Math.max(bottom, doc.y);
      });
      y = bottom + 6;
    }
    for (const line of lines) {
      doc.font('regular').fontSize(8).fillColor(ink.quiet).text(line, margin, y, { width });
      y = doc.y + 2;
    }
    this.#y = y + 8;
  }

  /** Starts a titled table, on a new page if too little room is left. */
  table(title: string, columns: readonly PdfColumn[]): FileTable {
    const doc = this.#doc;
    if (this.#y + least > doc.page.height - margin) {
      doc.addPage();
      this.#page += 1;
      this.#y = margin;
      this.#footed = false;
    }
    doc.font('bold').fontSize(12).fillColor(ink.text).text(title, margin, this.#y, { lineBreak: false });
    const table = new PdfTable(doc, columns, { fontSize: 7.5, lineHeight: 10, footer: this.#footer });
    table.startAt(this.#y + 20, this.#page, this.#footed);
    this.#footed = true;
    this.#rows = 0;
    return {
      row: (cells) => {
        this.#rows += 1;
        table.row(cells);
      },
      where: () => ({ y: table.y, page: table.page }),
    };
  }

  /** Ends a table; a table without rows gets a text instead. */
  end(table: FileTable, nothing: string): void {
    if (this.#rows === 0) table.row([nothing]);
    const { y, page } = table.where();
    this.#y = y + 14;
    this.#page = page;
  }
}

/** A table of a paper. */
export interface FileTable {
  readonly row: (cells: readonly string[]) => void;
  readonly where: () => { readonly y: number; readonly page: number };
}
