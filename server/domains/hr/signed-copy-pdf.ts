import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import { paperFooter, paperLines, paperTexts, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { writeFooter } from '#server/platform/pdf/page-total.ts';
import { translateAll } from '#server/platform/texts/translate.ts';
import { signedCopyTexts } from './signed-copy-texts.ts';

/** A signature as the page prints it. */
export interface PrintedSignature {
  readonly side: 'organization' | 'party';
  readonly printedName: string | null;
  readonly meaning: string | null;
  readonly signedAt: Date | null;
  readonly timeZone: string | null;
  /** Why it is not valid; null: it is. */
  readonly problem: string | null;
}

/** The content of the signed copy of an agreement (HR-03). */
export interface SignedCopy {
  /** The instant, the language and zone, and the person for whom it is printed (INS-03). */
  readonly head: PaperHead;
  readonly title: string;
  readonly organizationName: string;
  readonly partyName: string;
  readonly partyHasAccount: boolean;
  readonly startsOn: string;
  readonly endsOn: string | null;
  readonly terminatesOn: string | null;
  readonly noticeDays: number;
  readonly signatures: readonly PrintedSignature[];
  /** The document that was signed. */
  readonly file: {
    readonly name: string;
    readonly mime: string;
    readonly sha256: string;
    readonly bytes: Uint8Array;
  };
  /** Its pages as a PDF, the converted one of an office file; null if there are none. */
  readonly pages: Uint8Array | null;
}

/**
 * Returns the copy of an agreement with its signatures (HR-03): the pages of the document, a signature page, and the signed bytes
 * attached.
 */
export async function renderSignedCopy(copy: SignedCopy): Promise<Buffer> {
  // A large library that few calls need: it is loaded with the first of them.
  const { PDFDocument } = await import('@cantoo/pdf-lib');
  const made = await PDFDocument.create({ updateMetadata: false });
  const { asOf, language } = copy.head;
  const document = copy.pages === null ? null : await readPages(copy.pages);
  if (document)
    for (const page of await made.copyPages(document, document.getPageIndices())) made.addPage(page);
  if (!document) await addImage(copy.file);
  const signatures = await PDFDocument.load(await signaturePage(copy, made.getPageCount()));
  for (const page of await made.copyPages(signatures, signatures.getPageIndices())) made.addPage(page);
  await made.attach(copy.file.bytes, copy.file.name, {
    mimeType: copy.file.mime,
    description: `SHA-256 ${copy.file.sha256}`,
    creationDate: asOf,
    modificationDate: asOf,
  });
  made.setTitle(copy.title, { showInWindowTitleBar: true });
  made.setLanguage(language);
  made.setProducer('TrainTrail');
  made.setCreationDate(asOf);
  made.setModificationDate(asOf);
  return Buffer.from(await made.save());

  /** A document that cannot be read, one with a password for instance, is only attached. */
  async function readPages(bytes: Uint8Array) {
    try {
      return await PDFDocument.load(bytes, { updateMetadata: false });
    } catch (error) {
      if (error instanceof Error) return null;
      throw error;
    }
  }

  async function addImage({ mime, bytes }: SignedCopy['file']): Promise<void> {
    if (mime !== 'image/png' && mime !== 'image/jpeg') return;
    const image = await (mime === 'image/png' ? made.embedPng(bytes) : made.embedJpg(bytes));
    const [width, height, margin] = [595.28, 841.89, 36];
    const { width: w, height: h } = image.scaleToFit(width - 2 * margin, height - 2 * margin);
    made.addPage([width, height]).drawImage(image, {
      x: (width - w) / 2,
      y: (height - h) / 2,
      width: w,
      height: h,
    });
  }
}

/** Returns the page with the statement, its document, and every signature below it. */
async function signaturePage(copy: SignedCopy, pagesBefore: number): Promise<Buffer> {
  const { head, signatures, file } = copy;
  const { language } = head;
  const texts = translateAll(language, signedCopyTexts);
  const doc = openPdf({
    title: `${texts.title}: ${copy.title}`,
    language,
    layout: 'portrait',
    date: head.asOf,
    margin: 56,
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  const footer = paperFooter(head, copy.title);
  let page = pagesBefore;
  doc.on('pageAdded', () => {
    page += 1;
    footBelow(doc, footer(page), pagesBefore);
  });
  doc.addPage();
  const root = doc.struct('Document');
  doc.addStructure(root);
  const translate = (
    tag: string,
    text: string,
    options: { size?: number; bold?: boolean; gap?: number } = {},
  ): void => {
    const { size = 10, bold = false, gap = 2 } = options;
    root.add(
      doc.struct(tag, {}, () => {
        doc
          .font(bold ? 'bold' : 'regular')
          .fontSize(size)
          .text(text, { paragraphGap: gap });
      }),
    );
  };
  const fact = (label: string, value: string): void => {
    translate('P', label, { size: 8, gap: 0 });
    translate('P', value, { gap: 8 });
  };
  translate('H1', texts.title, { size: 20, bold: true, gap: 12 });
  fact(texts.agreement, copy.title);
  fact(texts.organization, copy.organizationName);
  fact(texts.party, copy.partyName);
  fact(texts.start, longDate(copy.startsOn, language));
  fact(texts.end, copy.endsOn === null ? texts.noEnd : longDate(copy.endsOn, language));
  if (copy.terminatesOn !== null) fact(texts.endsByNotice, longDate(copy.terminatesOn, language));
  fact(texts.notice, String(copy.noticeDays));
  fact(texts.file, file.name);
  fact(texts.hash, file.sha256);
  for (const signature of signatures) {
    translate('H2', texts.bySide[signature.side], { size: 13, bold: true, gap: 4 });
    if (signature.printedName !== null) translate('P', signature.printedName, { size: 14, gap: 4 });
    if (signature.meaning !== null) translate('P', `“${signature.meaning}”`, { gap: 4 });
    if (signature.signedAt !== null && signature.timeZone !== null)
      translate('P', `${texts.at} ${evidenceTime(signature.signedAt, signature.timeZone, language).text}`, {
        gap: 4,
      });
    if (signature.problem !== null)
      translate('P', `${texts.notValid} ${signature.problem}`, { bold: true, gap: 4 });
    doc.moveDown(0.5);
  }
  if (!copy.partyHasAccount) translate('P', texts.onPaper, { gap: 8 });
  translate('P', pagesBefore > 0 ? texts.pagesBefore : texts.onlyAttached, { size: 9, gap: 2 });
  translate('P', texts.attached, { size: 9, gap: 8 });
  const scope = `${copy.title}, ${copy.organizationName}, ${copy.partyName}`;
  for (const line of paperLines(head, scope, paperTexts.copyOf.agreement)) translate('P', line, { size: 8 });
  root.end();
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

/** Writes the footer below the text, which continues where it was. */
function footBelow(doc: PDFKit.PDFDocument, text: string, pagesBefore: number): void {
  const { x, y, page } = doc;
  const { bottom } = page.margins;
  page.margins.bottom = 30;
  writeFooter(doc, text, pagesBefore);
  page.margins.bottom = bottom;
  doc.fillColor('#000000');
  doc.x = x;
  doc.y = y;
}

const longDate = (date: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
