import { createRequire } from 'node:module';
import path from 'node:path';
import type PdfKit from 'pdfkit';

const require = createRequire(import.meta.url);
const fontFolder = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** Fonts of every PDF: they hold the letters of all languages of Europe and more (SHELL-09). */
export const pdfFonts = {
  regular: path.join(fontFolder, 'DejaVuSans.ttf'),
  bold: path.join(fontFolder, 'DejaVuSans-Bold.ttf'),
} as const;

/** What every PDF of the product has in common. */
export interface PdfOptions {
  readonly title: string;
  readonly language: string;
  readonly layout: 'portrait' | 'landscape';
  /** The instant the content speaks of; it is also the file's date, so that the same data gives the same bytes (INS-03). */
  readonly date: Date;
  readonly margin: number;
}

/** Opens a tagged PDF document with our fonts; `regular` and `bold` are registered names. */
export function openPdf(options: PdfOptions): PDFKit.PDFDocument {
  // Loaded with the first document: with its fonts and tables it is a tenth of a server's memory.
  const PDFDocument = require('pdfkit') as typeof PdfKit;
  const doc = new PDFDocument({
    size: 'A4',
    layout: options.layout,
    margin: options.margin,
    autoFirstPage: false,
    bufferPages: false,
    tagged: true,
    lang: options.language,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: options.title,
      Producer: 'TrainTrail',
      Creator: 'TrainTrail',
      CreationDate: options.date,
      ModDate: options.date,
    },
  });
  doc.registerFont('regular', pdfFonts.regular);
  doc.registerFont('bold', pdfFonts.bold);
  doc.font('regular');
  doc.on('pageAdded', () => forgetWords(doc));
  return doc;
}

/** Fonts of the library, of which each keeps every word that it has laid out for as long as the document lasts. */
interface KeptWords {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object }>>;
}

/**
 * Lets go of the words of the pages before: 1,000 people of a list were 10 MB. Within a page they are kept, since without
 * them (`fontLayoutCache: false`) each text is laid out twice, and a list takes 2.6 times as long.
 */
function forgetWords(doc: PDFKit.PDFDocument): void {
  for (const font of Object.values((doc as unknown as KeptWords)._fontFamilies))
    if (font.layoutCache) font.layoutCache = Object.create(null) as object;
}
