import type { Language } from '#shared/domain/people/settings.ts';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ResponseInput } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import type { Reach } from '#shared/domain/access/permissions.ts';
import { fullName } from '#shared/domain/people/names.ts';
import type { DB } from '#server/db/db.d.ts';
import { completionsOf, listAssignments, type AssignmentRow } from '#server/domains/assignments/index.ts';
import { certificatesOf, type Certificate } from '#server/domains/certificates/index.ts';
import { openPdf } from '#server/platform/pdf/pdf-document.ts';
import type { Services } from '#server/platform/services.ts';
import { FileWords, type Completion, type CvVersion } from './training-file-words.ts';
import { FilePages } from './training-file-pages.ts';

/** What a training file is made of. */
export interface TrainingFile {
  readonly person: Pick<ResponseInput<typeof peopleContract.details>, 'user' | 'manager'>;
  readonly reach: Reach;
  /** The versions of the CV, the newest first; null for readers who may not see it (HR-05): nothing tells that there is one. */
  readonly cvs: readonly CvVersion[] | null;
  readonly language: Language;
  /** The reader's zone: instants are printed in it, but for signatures, which keep their own. */
  readonly timeZone: string;
  readonly generatedAt: Date;
  /** Who asked for it, by name. */
  readonly generatedBy: string;
}

/** Rows that are read and written at a time. */
const batch = 200;

/**
 * Writes the training file of one person as PDF into the returned document, batch by batch (EMP-02); errors destroy it. The
 * same data at the same time give the same bytes.
 */
export function trainingFilePdf(services: Services, db: Kysely<DB>, file: TrainingFile): PDFKit.PDFDocument {
  const words = new FileWords(file.language, file.timeZone);
  const doc = openPdf({
    title: `${words.texts.file}: ${fullName(file.person.user)}`,
    language: file.language,
    layout: 'landscape',
    date: file.generatedAt,
    margin: 36,
  });
  write(services, db, doc, file, words).then(
    () => doc.end(),
    (error: unknown) => doc.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return doc;
}

async function write(
  services: Services,
  db: Kysely<DB>,
  doc: PDFKit.PDFDocument,
  file: TrainingFile,
  words: FileWords,
): Promise<void> {
  const { texts } = words;
  const { user } = file.person;
  const generated = `${texts.generated}: ${words.instant(file.generatedAt)}, ${texts.by} ${file.generatedBy}`;
  const name = fullName(user) || user.email;
  const pages = new FilePages(doc, (page) => `${texts.file}: ${name} · ${generated} · ${texts.page} ${page}`);
  pages.head(`${texts.file}: ${name}`, words.facts(file.person), [
    generated,
    `${texts.zone} ${file.timeZone}.`,
  ]);

  const removed: AssignmentRow[] = [];
  const assignments = pages.table(texts.assignments, words.assignmentColumns());
  for await (const rows of inBatches((page) => assignmentsOf(db, file, page))) {
    for (const row of rows) {
      if (row.status === 'voided') removed.push(row);
      else assignments.row(words.assignment(row));
    }
  }
  pages.end(assignments, texts.none);

  const completions = pages.table(texts.completions, words.completionColumns());
  for await (const rows of inBatches((page) => completed(services, db, user.id, page)))
    for (const row of rows) completions.row(words.completion(row));
  pages.end(completions, texts.none);

  const certificates = pages.table(texts.certificates, words.certificateColumns());
  for await (const rows of inBatches((page) => certified(services, file, page)))
    for (const row of rows) certificates.row(words.certificate(row));
  pages.end(certificates, texts.none);

  if (file.cvs) {
    const cvs = pages.table(texts.cvs, words.cvColumns());
    for (const version of file.cvs) cvs.row(words.cv(version));
    pages.end(cvs, texts.none);
  }

  // Completed ones stand among the completions, with their reason.
  const open = removed.filter((row) => row.recordId === null);
  const voided = pages.table(texts.removed, words.removedColumns());
  for (const row of open) voided.row(words.removed(row));
  pages.end(voided, texts.none);
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Reads page after page until one is not full; other requests are answered between two. */
async function* inBatches<Row>(
  read: (page: Page) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let offset = 0; ; offset += batch) {
    const rows = await read({ limit: batch, offset });
    yield rows;
    if (rows.length < batch) return;
    await breathe();
  }
}

const assignmentsOf = (db: Kysely<DB>, { person, reach }: TrainingFile, page: Page) =>
  listAssignments(db, reach, { ...page, userId: person.user.id, include: 'voided', sort: 'assignedDate' });

async function completed(
  services: Services,
  db: Kysely<DB>,
  userId: string,
  page: Page,
): Promise<readonly Completion[]> {
  const { completions } = await completionsOf(services, db, userId, { ...page, sort: 'completedAt' });
  return completions;
}

async function certified(
  services: Services,
  { person, reach }: TrainingFile,
  page: Page,
): Promise<readonly Certificate[]> {
  const found = await certificatesOf(services, reach, person.user.id, { ...page, sort: 'number' });
  return found.certificates;
}
