import { paperFooter, paperLines, paperTexts, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import { translate, translateAll } from '#server/platform/texts/translate.ts';
import { FilePages } from '#server/platform/pdf/file-pages.ts';
import { fileTexts } from '../training-file-texts.ts';
import { binderTexts } from './binder-texts.ts';
import type { Folder } from './person-folder.ts';

/** A line of the index; smaller than a folder, because a binder may have thousands. */
export type IndexLine = Pick<Folder, 'name' | 'completions' | 'certificates' | 'cv' | 'isCvDamaged'> & {
  readonly person: string;
  readonly email: string;
  readonly organization: string | null;
  readonly department: string | null;
  /** Whether the requester may see CVs of this person: without it, the binder does not say whether there is one. */
  readonly withCv: boolean;
};

/** Returns the index of a binder as PDF: one row per person, with the contents of the folder (INS-04). */
export function binderIndex(head: PaperHead, scope: string, lines: readonly IndexLine[]): PDFKit.PDFDocument {
  const { language } = head;
  const words = translateAll(language, binderTexts, { number: '', people: '', name: '' });
  const texts = fileTexts(language);
  const cvOf = ({ cv, isCvDamaged, withCv }: IndexLine): string => {
    if (!withCv) return words.cvNotIncluded;
    if (isCvDamaged) return words.cvDamaged;
    return cv === null ? words.cvNone : translate(language, binderTexts.cvVersion, { number: String(cv) });
  };
  const doc = openPdf({ title: words.title, language, layout: 'landscape', date: head.asOf, margin: 36 });
  const pages = new FilePages(doc, paperFooter(head, words.title));
  pages.head(words.title, [], [...paperLines(head, scope, paperTexts.copyOf.binder), words.sums]);
  const number = new Intl.NumberFormat(language);
  const table = pages.table(
    words.people,
    (
      [
        [words.number, 30],
        [words.person, 120],
        [texts.email, 150],
        [texts.organization, 100],
        [texts.department, 76],
        [words.folder, 110],
        [words.completions, 66],
        [words.certificates, 64],
        [words.cv, 54],
      ] as const
    ).map(([title, width]) => ({ title, width, wraps: true as const })),
  );
  lines.forEach((line, at) =>
    table.row([
      number.format(at + 1),
      line.person,
      line.email,
      line.organization ?? texts.noOrganization,
      line.department ?? texts.notSpecified,
      line.name,
      number.format(line.completions),
      number.format(line.certificates),
      cvOf(line),
    ]),
  );
  pages.end(table, texts.none);
  doc.end();
  return doc;
}
