import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import { wholeReach } from '#shared/domain/access/permissions.ts';
import type { DB } from '#server/db/db.d.ts';
import { cvOfPerson } from '#server/domains/hr/index.ts';
import { paperFooter, paperLines, paperTexts, type PaperHead } from '#server/platform/papers/paper-texts.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import type { Services } from '#server/platform/services.ts';
import { absencesAsOf } from './training-file-absences.ts';
import {
  completionsAsOf,
  openAsOf,
  personAsOf,
  removedAsOf,
  type CompletionAsOf,
  type FileOf,
  type Part,
  type PersonAsOf,
} from './training-file.queries.ts';
import { FilePages } from '#server/platform/pdf/file-pages.ts';
import { FileWords, type CvVersion } from './training-file-words.ts';

/** The content of a training file: all of it as of an instant, so that the same request gives the same bytes (INS-03). */
export interface TrainingFile extends PaperHead {
  readonly person: PersonAsOf;
  /**
   * The versions of the CV at that time, the newest first; null for readers who may not see it (HR-05): the file then does
   * not disclose whether there is one.
   */
  readonly cvs: readonly CvVersion[] | null;
  /** Only the completion of this record: a certified copy of it. */
  readonly recordId?: number | undefined;
  /** Called with each completion that is written, for files that also use them. */
  readonly wrote?: (completion: CompletionAsOf) => void;
}

/**
 * Returns the person and the CV of a training file as of its instant. VALIDATION_FAILED before the first record of the person. A
 * version of the CV that was signed later waits for its signature.
 */
export async function trainingFileOf(
  services: Services,
  db: Kysely<DB>,
  {
    userId,
    withCv,
    ...head
  }: PaperHead & {
    readonly userId: string;
    readonly withCv: boolean;
    readonly recordId?: number | undefined;
  },
): Promise<TrainingFile> {
  const { asOf } = head;
  const person = await personAsOf(db, { userId, asOf });
  if (!person)
    throw new AppError('VALIDATION_FAILED', { errors: [{ path: 'asOf', reason: 'before_first_record' }] });
  const versions = withCv ? (await cvOfPerson(services, db, wholeReach, userId)).versions : null;
  const cvs = versions?.filter(({ uploadedAt }) => new Date(uploadedAt) < asOf) ?? null;
  return { ...head, person, cvs: cvs && cvs.map((version) => asOfThen(version, asOf)) };
}

const asOfThen = (version: CvVersion, asOf: Date): CvVersion =>
  version.signedAt !== null && new Date(version.signedAt) < asOf
    ? version
    : { ...version, signedAt: null, signature: null, validUntil: null };

/** Rows that are read and written at a time. */
const batch = 200;

/** Writes the training file of one person as PDF into the returned document, batch by batch (EMP-02); errors destroy it. */
export function trainingFilePdf(services: Services, db: Kysely<DB>, file: TrainingFile): PDFKit.PDFDocument {
  const words = new FileWords(file.language, file.timeZone);
  const doc = openPdf({
    title: titleOf(file, words),
    language: file.language,
    layout: 'landscape',
    date: file.asOf,
    margin: 36,
  });
  write(services, db, doc, file, words).then(
    () => doc.end(),
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return doc;
}

const titleOf = ({ recordId, person }: TrainingFile, { texts }: FileWords): string =>
  `${recordId === undefined ? texts.file : texts.record}: ${person.name}`;

async function write(
  services: Services,
  db: Kysely<DB>,
  doc: PDFKit.PDFDocument,
  file: TrainingFile,
  words: FileWords,
): Promise<void> {
  const { texts } = words;
  const { person, asOf, cvs, recordId } = file;
  const of: FileOf = { userId: person.userId, asOf, recordId };
  const title = titleOf(file, words);
  const pages = new FilePages(doc, paperFooter(file, title));
  const isWhole = recordId === undefined;
  const what = isWhole ? (cvs === null ? texts.scope : texts.scopeWithCv) : texts.scopeOfRecord;
  const copyOf = isWhole ? paperTexts.copyOf.trainingFile : paperTexts.copyOf.trainingRecord;
  pages.head(title, words.facts(person), [
    ...paperLines(file, `${person.name}, ${person.email}. ${what}`, copyOf),
    `${texts.zone} ${file.timeZone}.`,
  ]);

  const completions = pages.table(texts.completions, words.completionColumns());
  for await (const rows of inBatches((part) => completionsAsOf(services, db, of, part)))
    for (const row of rows) {
      completions.row(words.completion(row));
      file.wrote?.(row);
    }
  pages.end(completions, texts.none);

  if (isWhole) await writeRest(db, pages, { file, words, of });

  if (words.statements.all.length > 0) {
    const statements = pages.table(texts.statements, [
      { title: '[]', width: 30 },
      { title: texts.statement, width: 740, wraps: true },
    ]);
    for (const { number, text } of words.statements.all) statements.row([`[${String(number)}]`, text]);
    pages.end(statements, texts.none);
  }
  if (words.contents.all.length > 0) {
    const contents = pages.table(texts.contents, words.contentColumns());
    for (const { number, text, beside } of words.contents.all)
      contents.row([`{${String(number)}}`, ...beside, text]);
    pages.end(contents, texts.none);
  }
}

/** The parts of a training file in addition to completions: open trainings, the versions of the CV, absences, and removals. */
async function writeRest(
  db: Kysely<DB>,
  pages: FilePages,
  {
    file: { cvs },
    words,
    of,
  }: { readonly file: TrainingFile; readonly words: FileWords; readonly of: FileOf },
): Promise<void> {
  const { texts } = words;
  const open = pages.table(texts.open, words.openColumns());
  for await (const rows of inBatches((part) => openAsOf(db, of, part)))
    for (const row of rows) open.row(words.open(row));
  pages.end(open, texts.none);

  if (cvs) {
    const table = pages.table(texts.cvs, words.cvColumns());
    for (const version of cvs) table.row(words.cv(version));
    pages.end(table, texts.none);
  }

  const absences = await absencesAsOf(db, of);
  if (absences.length > 0) {
    const table = pages.table(texts.absences, words.absenceColumns());
    for (const absence of absences) table.row(words.absence(absence));
    pages.end(table, texts.none);
  }

  const removed = pages.table(texts.removed, words.removedColumns());
  for await (const rows of inBatches((part) => removedAsOf(db, of, part)))
    for (const row of rows) removed.row(words.removed(row));
  pages.end(removed, texts.none);
}

/** Reads part after part until one is not full; other requests are answered between two. */
async function* inBatches<Row>(
  read: (part: Part) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += batch) {
    const rows = await read({ limit: batch, offset });
    yield rows;
    if (rows.length < batch) return;
    await breathe();
  }
}
