import { createRequire } from 'node:module';
import path from 'node:path';
import type PdfKit from 'pdfkit';
import { endFooters } from './page-total.ts';

const require = createRequire(import.meta.url);
const fontFolder = path.join(path.dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** The fonts of every PDF: they contain the letters of all languages of Europe and more (SHELL-09). */
export const pdfFonts = {
  regular: path.join(fontFolder, 'DejaVuSans.ttf'),
  bold: path.join(fontFolder, 'DejaVuSans-Bold.ttf'),
} as const;

/** The properties that every PDF of the product has. */
export interface PdfOptions {
  readonly title: string;
  readonly language: string;
  readonly layout: 'portrait' | 'landscape';
  /** The instant of the content; it is also the file's date, so that the same data gives the same bytes (INS-03). */
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
    // Without this, each document first reads a font of the library that is never used.
    font: null as unknown as string,
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
  registerFont(doc, 'regular', pdfFonts.regular);
  registerFont(doc, 'bold', pdfFonts.bold);
  doc.font('regular');
  doc.on('pageAdded', () => forgetWords(doc));
  const end = doc.end.bind(doc);
  doc.end = () => {
    endFooters(doc);
    end();
  };
  return doc;
}

/** The parsed font of the library, which its types leave out. */
interface Parsed {
  readonly _font: { readonly font: object };
}

const parsed = new Map<string, object>();

/**
 * Returns a parsed font for one document. Its tables are shared, but each document has its own glyphs. The library stores with
 * each glyph the letters that it first represented, and writes them into the file. With shared glyphs, readers who copy text or
 * use a screen reader would miss letters.
 */
function forOneDocument(font: object): object {
  const own = Object.create(font, { _glyphs: { value: {} } }) as object;
  let owner: object | null = Object.getPrototypeOf(font) as object | null;
  while (owner && !Object.hasOwn(owner, '_layoutEngine'))
    owner = Object.getPrototypeOf(owner) as object | null;
  const layout = owner && Object.getOwnPropertyDescriptor(owner, '_layoutEngine');
  if (!layout?.get) throw new Error('fontkit has no layout of its own any more');
  Object.defineProperty(own, '_layoutEngine', { value: layout.get.call(own) });
  return own;
}

/**
 * Registers a font of a file, which is read and parsed with the first document: that is a third of the time of a short one. Fonts are
 * numbered in the order of their registration, so that the first document of a process has the bytes of every later one (INS-03).
 */
export function registerFont(doc: PDFKit.PDFDocument, name: string, file: string): void {
  const known = parsed.get(file);
  doc.registerFont(name, (known ? forOneDocument(known) : file) as string);
  doc.font(name);
  if (!known) parsed.set(file, (doc as unknown as Parsed)._font.font);
}

/** Fonts of the library; each stores every word that it has laid out until the document ends. */
interface KeptWords {
  readonly _fontFamilies: Readonly<Record<string, { layoutCache?: object }>>;
}

/**
 * Releases the words of the previous pages: 1,000 people of a list were 10 MB. Within a page they are kept, since without
 * them (`fontLayoutCache: false`) each text is laid out twice, and a list takes 2.6 times as long.
 */
function forgetWords(doc: PDFKit.PDFDocument): void {
  for (const font of Object.values((doc as unknown as KeptWords)._fontFamilies))
    if (font.layoutCache) font.layoutCache = Object.create(null) as object;
}
