import path from 'node:path';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import type { Language } from '#shared/domain/people/settings.ts';
import { groupedFingerprint } from '#shared/domain/signatures/fingerprint.ts';
import { openPdf, pdfFonts, registerFont } from '#server/platform/pdf/pdf-document.ts';
import {
  decorate,
  drawGround,
  drawMark,
  drawQr,
  drawRule,
  drawWatermark,
  paper,
} from './certificate-drawing.ts';
import { paperLines, paperTexts, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { translate as speak, translateAll } from '#server/platform/texts/translate.ts';
import { certificateTexts, type CertificateTexts } from './certificate-texts.ts';
import type { Certificate } from './certificates.queries.ts';

type Doc = PDFKit.PDFDocument;
type Structure = PDFKit.PDFStructureElement;

/** The facts of the paper in addition to the certificate: the day as of which it is printed, and for whom (INS-03). */
export interface PaperOptions extends PaperHead {
  /** Where the QR code leads: the public page of the certificate. */
  readonly verifyUrl: string;
}

const serif = (style: string) => path.join(path.dirname(pdfFonts.regular), `DejaVuSerif${style}.ttf`);

/**
 * The certificate as one tagged A4 page (LRN-05): the same data gives the same bytes. A certificate that is not valid is
 * marked across the page, with the reason.
 */
export async function renderCertificate(certificate: Certificate, options: PaperOptions): Promise<Buffer> {
  const texts = translateAll(options.language, certificateTexts);
  const doc = openPdf({
    title: `${texts.title} ${certificate.number}`,
    language: options.language,
    layout: 'landscape',
    date: options.asOf,
    margin: 0,
  });
  registerFont(doc, 'serif', serif(''));
  registerFont(doc, 'serif-bold', serif('-Bold'));
  registerFont(doc, 'serif-italic', serif('-Italic'));
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject));
  doc.addPage();
  const root = doc.struct('Document');
  doc.addStructure(root);
  const holds = certificate.status === 'valid';
  decorate(doc, () => {
    drawGround(doc);
    if (holds) drawMark(doc, doc.page.width / 2 - 17, 46, 34);
    else drawWatermark(doc, bannerTitle(certificate, texts), bannerColor(certificate));
  });
  // First in the structure: a screen reader must read it before the rest.
  if (!holds) drawBanner(doc, root, certificate, texts);
  drawStatement(doc, root, certificate, texts);
  drawFacts(doc, root, certificate, texts, options.language);
  drawSignature(doc, root, certificate, texts, options.language);
  drawVerification(doc, root, certificate, texts, options);
  drawCopy(doc, root, certificate, options);
  root.end();
  doc.end();
  await finished;
  return Buffer.concat(chunks);
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly align?: 'left' | 'center' | 'right';
}

/** Writes text as one element of the structure. */
function translate(doc: Doc, parent: Structure, tag: string, text: string, place: Place): void {
  parent.add(
    doc.struct(tag, {}, () => {
      doc.text(text, place.x, place.y, { width: place.width, align: place.align ?? 'center' });
    }),
  );
}

/** Returns the largest size at which a text stays within a box; at the smallest one nothing is cut, it only wraps. */
function fit(doc: Doc, text: string, sizes: readonly number[], width: number, height: number): number {
  for (const size of sizes) if (doc.fontSize(size).heightOfString(text, { width }) <= height) return size;
  return sizes.at(-1) ?? 10;
}

function drawStatement(doc: Doc, root: Structure, certificate: Certificate, texts: CertificateTexts): void {
  const center = { x: 90, width: doc.page.width - 180 };
  doc.font('serif').fontSize(30).fillColor(paper.deep);
  translate(doc, root, 'H1', texts.title, { ...center, y: 92 });
  decorate(doc, () => drawRule(doc, doc.page.width / 2, 140, 300));
  doc.font('regular').fontSize(11).fillColor(paper.soft);
  translate(doc, root, 'P', texts.certifies, { ...center, y: 157 });
  doc.font('serif-bold').fillColor(paper.ink);
  fit(doc, certificate.name, [32, 27, 22, 18, 14], center.width, 40);
  translate(doc, root, 'P', certificate.name, { ...center, y: 178 });
  doc.font('regular').fontSize(11).fillColor(paper.soft);
  translate(doc, root, 'P', texts.completed, { ...center, y: 226 });
  doc.font('serif').fillColor(paper.deep);
  fit(doc, certificate.moduleTitle, [23, 20, 17, 14.5, 12.5, 10.5], center.width, 58);
  const height = doc.heightOfString(certificate.moduleTitle, { width: center.width });
  translate(doc, root, 'H2', certificate.moduleTitle, { ...center, y: 250 + (58 - height) / 2 });
}

function drawFacts(
  doc: Doc,
  root: Structure,
  certificate: Certificate,
  texts: CertificateTexts,
  language: Language,
): void {
  const { timeZone } = certificate;
  // For a training of the past only the day is known (DI-01).
  const precision = certificate.recordedAt ? 'day' : 'time';
  const completed = evidenceTime(certificate.completedAt, timeZone, language, precision).text;
  const facts: (readonly [string, string])[] = [];
  if (certificate.moduleReference) facts.push([texts.reference, certificate.moduleReference]);
  facts.push([texts.version, String(certificate.versionNumber)]);
  if (certificate.score !== null) facts.push([texts.score, percent(certificate.score, language)]);
  facts.push([texts.completedOn, completed]);
  if (certificate.recordedAt)
    facts.push([texts.recordedOn, evidenceTime(certificate.recordedAt, timeZone, language).text]);
  facts.push([
    texts.validUntil,
    certificate.expiresOn ? longDate(certificate.expiresOn, language) : texts.noEnd,
  ]);
  const left = 70;
  const wide = (label: string) => label === texts.completedOn || label === texts.recordedOn;
  const shares = facts.map(([label]) => (wide(label) ? 1.7 : 1));
  const unit = (doc.page.width - 2 * left) / shares.reduce((sum, share) => sum + share, 0);
  let x = left;
  facts.forEach(([label, value], index) => {
    const width = unit * (shares[index] ?? 1);
    if (index > 0) {
      const at = x;
      decorate(doc, () =>
        doc.moveTo(at, 333).lineTo(at, 371).lineWidth(0.6).strokeColor(paper.fine).stroke(),
      );
    }
    const place = { x: x + 6, width: width - 12 };
    doc.font('regular').fontSize(7.5).fillColor(paper.soft);
    translate(doc, root, 'P', label.toLocaleUpperCase(language), { ...place, y: 333 });
    doc.font('bold').fillColor(paper.ink);
    fit(doc, value, [10, 9, 8, 7], place.width, 28);
    translate(doc, root, 'P', value, { ...place, y: 347 });
    x += width;
  });
}

function drawSignature(
  doc: Doc,
  root: Structure,
  certificate: Certificate,
  texts: CertificateTexts,
  language: Language,
): void {
  const place = { x: 70, width: 430, align: 'left' as const };
  const { meaning, signedAt, signature } = certificate;
  if (meaning === null || signedAt === null) {
    doc.font('serif-italic').fontSize(11).fillColor(paper.ink);
    const text = certificate.recordedAt ? texts.recorded : texts.notSigned;
    translate(doc, root, 'P', text, { ...place, y: 448 });
    return;
  }
  doc.font('regular').fontSize(7.5).fillColor(paper.soft);
  translate(doc, root, 'P', texts.signedBy.toLocaleUpperCase(language), { ...place, y: 418 });
  doc.font('serif-italic').fillColor(paper.deep);
  fit(doc, certificate.name, [19, 16, 13, 11], place.width, 26);
  translate(doc, root, 'P', certificate.name, { ...place, y: 431 });
  decorate(doc, () => doc.moveTo(70, 460).lineTo(500, 460).lineWidth(0.8).strokeColor(paper.line).stroke());
  doc.font('regular').fillColor(paper.ink);
  const quoted = `“${meaning}”`;
  fit(doc, quoted, [10, 9, 8, 7], place.width, 28);
  translate(doc, root, 'P', quoted, { ...place, y: 468 });
  const height = doc.heightOfString(quoted, { width: place.width });
  doc.fontSize(8.5).fillColor(paper.soft);
  const when = evidenceTime(signedAt, signature?.timeZone ?? certificate.timeZone, language).text;
  translate(doc, root, 'P', when, { ...place, y: 471 + height });
}

function drawVerification(
  doc: Doc,
  root: Structure,
  certificate: Certificate,
  texts: CertificateTexts,
  { verifyUrl, language }: PaperOptions,
): void {
  const size = 92;
  const x = doc.page.width - 70 - size;
  const y = 412;
  root.add(
    doc.struct('Figure', { alt: `${texts.qr}: ${verifyUrl}` }, () => drawQr(doc, verifyUrl, x, y, size)),
  );
  const place = { x: x - 186, width: 174, align: 'right' as const };
  doc.font('regular').fontSize(7.5).fillColor(paper.soft);
  translate(doc, root, 'P', texts.number.toLocaleUpperCase(language), { ...place, y: y + 6 });
  doc.font('bold').fontSize(11).fillColor(paper.ink);
  translate(doc, root, 'P', certificate.number, { ...place, y: y + 18 });
  doc.font('regular').fontSize(7.5).fillColor(paper.soft);
  translate(doc, root, 'P', texts.verify, { ...place, y: y + 44 });
  doc.font('regular').fillColor(paper.deep);
  fit(doc, verifyUrl, [7.5, 6.5, 5.5], place.width, 34);
  root.add(
    doc.struct('Link', {}, () => {
      doc.text(verifyUrl, place.x, y + 56, { width: place.width, align: 'right', link: verifyUrl });
    }),
  );
  if (certificate.signingKey !== null) {
    doc.font('regular').fontSize(6.5).fillColor(paper.soft);
    const key = `${texts.signingKey}: ${groupedFingerprint(certificate.signingKey)}`;
    translate(doc, root, 'P', key, { ...place, width: place.width + 12 + size, y: y + size + 5 });
  }
  if (certificate.organizationName) {
    doc.font('regular').fontSize(8).fillColor(paper.soft);
    translate(doc, root, 'P', certificate.organizationName, { x: 90, width: doc.page.width - 180, y: 540 });
  }
}

/** Draws the instant and the person of the copy, its original and its page, within the frame below everything else. */
function drawCopy(doc: Doc, root: Structure, { number }: Certificate, options: PaperOptions): void {
  const { language } = options;
  const [asked = '', scope = '', certified = ''] = paperLines(options, number, paperTexts.copyOf.certificate);
  const page = speak(language, paperTexts.pageOf, { page: '1', total: '1' });
  doc.font('regular').fontSize(5.5).fillColor(paper.soft);
  const place = { x: 40, width: doc.page.width - 80 };
  translate(doc, root, 'P', `${asked} · ${scope} · ${page}`, { ...place, y: 550 });
  translate(doc, root, 'P', certified, { ...place, y: 557 });
}

const bannerColor = (certificate: Certificate) => (certificate.status === 'expired' ? paper.late : paper.bad);

function bannerTitle(certificate: Certificate, texts: CertificateTexts): string {
  const words = { not_valid: texts.notValid, revoked: texts.revoked, expired: texts.expired, valid: '' };
  return words[certificate.status];
}

function drawBanner(doc: Doc, root: Structure, certificate: Certificate, texts: CertificateTexts): void {
  const { width } = doc.page;
  const reason = certificate.fault ? texts.reasons[certificate.fault] : null;
  decorate(doc, () => doc.rect(19, 19, width - 38, 50).fill(bannerColor(certificate)));
  doc.font('bold').fontSize(15).fillColor('#ffffff');
  translate(doc, root, 'P', bannerTitle(certificate, texts), {
    x: 40,
    width: width - 80,
    y: reason ? 27 : 35,
  });
  if (!reason) return;
  doc.font('regular').fontSize(10).fillColor('#ffffff');
  translate(doc, root, 'P', reason, { x: 40, width: width - 80, y: 48 });
}

function percent(score: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(score / 100);
}

function longDate(date: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
