import { titled } from '#shared/domain/modules/titled.ts';
import { evidenceTime } from '#shared/domain/calendar/evidence-time.ts';
import { paperFooter, paperLines, paperTexts } from '#server/platform/papers/paper-texts.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import type { PdfColumn } from '#server/platform/pdf/pdf-table.ts';
import { translateAll } from '#server/platform/texts/translate.ts';
import { Numbered } from '../numbered.ts';
import { FilePages } from '#server/platform/pdf/file-pages.ts';
import type { TrainingFile } from '../training-file.ts';
import type { CompletionAsOf } from '../training-file.queries.ts';
import { fileTexts } from '../training-file-texts.ts';
import { binderTexts } from './binder-texts.ts';

const columns = (all: readonly (readonly [title: string, width: number])[]): readonly PdfColumn[] =>
  all.map(([title, width]) => ({ title, width, wraps: true }));

/**
 * Returns the signatures of a person in one table, in the form that sites keep (INS-04): record, printed name, time with zone,
 * meaning, and validity.
 */
export function signatureSheet(
  file: TrainingFile,
  completions: readonly CompletionAsOf[],
): PDFKit.PDFDocument {
  const { language, person, asOf, cvs } = file;
  const words = translateAll(language, binderTexts, { number: '', people: '', name: '' });
  const texts = fileTexts(language);
  const title = `${words.sheet}: ${person.name}`;
  const doc = openPdf({ title, language, layout: 'landscape', date: asOf, margin: 36 });
  const pages = new FilePages(doc, paperFooter(file, title));
  pages.head(
    title,
    [
      [texts.email, person.email],
      [texts.organization, person.organizationName ?? texts.noOrganization],
      [texts.department, person.departmentName ?? texts.notSpecified],
    ],
    paperLines(file, `${person.name}, ${person.email}. ${words.sheetScope}`, paperTexts.copyOf.signatures),
  );
  const statements = new Numbered();
  const table = pages.table(
    texts.signature,
    columns([
      [words.number, 32],
      [words.signed, 268],
      [words.printedName, 130],
      [words.signedAt, 150],
      [words.statement, 60],
      [words.state, 130],
    ]),
  );
  let number = 0;
  const row = (
    record: string,
    signature: { printedName: string; signedAt: Date; timeZone: string; meaning: string },
    fault: string | null,
  ): void => {
    number += 1;
    table.row([
      String(number),
      record,
      signature.printedName,
      evidenceTime(signature.signedAt, signature.timeZone, language).text,
      `[${String(statements.numberOf(signature.meaning))}]`,
      fault === null ? words.valid : `${texts.notValid}: ${fault}`,
    ]);
  };
  for (const { moduleTitle, moduleReference, versionNumber, signature, signatureFault } of completions) {
    if (signature === null) continue;
    const record = `${titled(moduleTitle, moduleReference)}, ${texts.version} ${String(versionNumber)}`;
    row(record, signature, signatureFault === null ? null : texts.faults[signatureFault]);
  }
  for (const { number: version, signature } of cvs ?? []) {
    if (signature === null) continue;
    const { printedName, signedAt, timeZone, meaning, reasonCode } = signature;
    if (printedName === null || signedAt === null || timeZone === null || meaning === null) continue;
    const fault = reasonCode === null ? null : texts.faults[reasonCode];
    row(
      `${words.cv}, ${texts.version} ${String(version)}`,
      { printedName, signedAt: new Date(signedAt), timeZone, meaning },
      fault,
    );
  }
  pages.end(table, texts.none);
  if (statements.all.length > 0) {
    const meanings = pages.table(texts.statements, [
      { title: '[]', width: 30 },
      { title: words.statement, width: 740, wraps: true },
    ]);
    for (const { number: at, text } of statements.all) meanings.row([`[${String(at)}]`, text]);
    pages.end(meanings, texts.none);
  }
  doc.end();
  return doc;
}
