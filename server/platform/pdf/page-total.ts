/** The parts of a document that this module needs and the library's types leave out. */
interface Inner {
  readonly _font: {
    readonly id: string;
    readonly ref: () => PDFKit.PDFKitReference;
    readonly encode: (text: string) => readonly [hex: readonly string[], positions: unknown];
  };
}

const size = 7;
/** From the top of a line to the foot of its letters. */
const ascent = 0.928 * size;

/**
 * The number of pages in the footers of a document that is written page by page (INS-03): every footer refers to one object, which is
 * written last. So memory use stays constant, and each page is laid out once.
 */
class PageTotal {
  readonly #doc: PDFKit.PDFDocument;
  readonly #object: PDFKit.PDFKitReference;
  readonly #font: Inner['_font'];
  #pages: number;

  constructor(doc: PDFKit.PDFDocument, before: number) {
    this.#doc = doc;
    this.#pages = before;
    doc.font('regular');
    this.#font = (doc as unknown as Inner)._font;
    this.#object = doc.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, -size, 100, 2 * size],
      Resources: { Font: { [this.#font.id]: this.#font.ref() } },
    });
  }

  place(x: number, y: number): void {
    this.#pages += 1;
    const { page } = this.#doc;
    (page.xobjects as Record<string, unknown>)['Pages'] = this.#object;
    // The page counts from its top; text of an object counts from its bottom.
    this.#doc.addContent(`q 1 0 0 -1 ${x.toFixed(2)} ${(y + ascent).toFixed(2)} cm /Pages Do Q`);
  }

  end(): void {
    const [hex] = this.#font.encode(String(this.#pages));
    this.#object.end(
      Buffer.from(`0.278 0.333 0.412 rg BT /${this.#font.id} ${String(size)} Tf <${hex.join('')}> Tj ET`),
    );
  }
}

const totals = new WeakMap<PDFKit.PDFDocument, PageTotal>();

/** Writes the footer of the current page, which ends with the number of all pages; `before` it may be pages of another document. */
export function writeFooter(doc: PDFKit.PDFDocument, text: string, before = 0): void {
  const { margins, height } = doc.page;
  const y = height - margins.bottom - 8;
  let total = totals.get(doc);
  if (!total) totals.set(doc, (total = new PageTotal(doc, before)));
  doc
    .font('regular')
    .fontSize(size)
    .fillColor('#475569')
    .text(`${text} `, margins.left, y, { lineBreak: false });
  total.place(margins.left + doc.widthOfString(`${text} `), y);
}

/** Writes the number of pages, if a footer refers to it; call it before the document ends. */
export function endFooters(doc: PDFKit.PDFDocument): void {
  totals.get(doc)?.end();
}
