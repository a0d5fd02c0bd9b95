import { extname } from 'node:path';
import { maySeeCv } from '#shared/domain/hr/cvs.ts';
import type { PaperKind } from '#shared/domain/papers/paper-kinds.ts';
import { noReach, resolveReach, wholeReach } from '#shared/domain/access/permissions.ts';
import {
  certificatesOf,
  type Certificate,
  type CertificatePrinter,
} from '#server/domains/certificates/index.ts';
import { documentReach, findDocumentFile } from '#server/domains/hr/index.ts';
import type { Requester } from '#server/platform/access/requester.ts';
import { openVerified } from '#server/platform/files/file-records.ts';
import type { PaperHead } from '#server/platform/papers/paper-texts.ts';
import type { Services } from '#server/platform/services.ts';
import { trainingFileOf, trainingFilePdf, type TrainingFile } from '../training-file.ts';
import type { CompletionAsOf } from '../training-file.queries.ts';
import type { BinderPerson } from './binder-people.queries.ts';
import { signatureSheet } from './signature-sheet.ts';
import type { ZipEntries } from './zip-entries.ts';

/** A file of a folder that the product made, for the register. */
export interface FolderPaper {
  readonly kind: PaperKind;
  readonly sha256: string;
  readonly scope: Readonly<Record<string, unknown>>;
}

/** The content of the folder of one person. */
export interface Folder {
  readonly name: string;
  readonly file: TrainingFile;
  readonly completions: number;
  readonly certificates: number;
  /** The version of the CV in it; null: there is none, or the reader may not see it. */
  readonly cv: number | null;
  /** The stored file of the CV is damaged and stays out. */
  readonly isCvDamaged: boolean;
  readonly papers: readonly FolderPaper[];
}

const page = 100;

/** Writes the folder of one person into an archive: training file, signature sheet, certificates and CV, one after the other (INS-04). */
export async function writeFolder(
  services: Services,
  entries: ZipEntries,
  {
    head,
    person,
    folder,
    requester,
    printer,
    checkWanted,
  }: {
    readonly head: PaperHead;
    readonly person: BinderPerson;
    readonly folder: string;
    readonly requester: Requester;
    readonly printer: CertificatePrinter;
    readonly checkWanted: () => void;
  },
): Promise<Folder> {
  const withCv = maySeeCv(requester, person);
  const printPage = async (offset: number): Promise<readonly Printed[]> => {
    const ask = { limit: page, offset, sort: 'number', asOf: head.asOf } as const;
    const { certificates } = await certificatesOf(services, wholeReach, person.id, ask);
    return certificates.map((certificate) => printed(services, printer, head, certificate));
  };
  // The threads print while the training file is written.
  const first = printPage(0);
  first.catch(() => undefined);
  const completions: CompletionAsOf[] = [];
  const file = await trainingFileOf(services, services.db, { ...head, userId: person.id, withCv });
  const papers: FolderPaper[] = [];
  const wrote = (completion: CompletionAsOf): number => completions.push(completion);
  papers.push({
    kind: 'training_file',
    sha256: await entries.stream(
      `${folder}/training-file.pdf`,
      trainingFilePdf(services, services.db, { ...file, wrote }),
    ),
    scope: { userId: person.id, cv: withCv },
  });
  papers.push({
    kind: 'signature_sheet',
    sha256: await entries.stream(`${folder}/signature-sheet.pdf`, signatureSheet(file, completions)),
    scope: { userId: person.id, cv: withCv },
  });
  let certificates = 0;
  for (let printed = await first; ; printed = await printPage(certificates)) {
    for (const { number, pdf } of printed) {
      checkWanted();
      const sha256 = entries.bytes(`${folder}/certificates/${number}.pdf`, await pdf);
      certificates += 1;
      papers.push({ kind: 'certificate', sha256, scope: { number } });
    }
    if (printed.length < page) break;
  }
  const cv = await writeCv(services, entries, folder, file, requester);
  return { name: folder, file, completions: completions.length, certificates, papers, ...cv };
}

/** A certificate of a folder, which a thread prints. */
interface Printed {
  readonly number: string;
  readonly pdf: Promise<Buffer>;
}

function printed(
  { config }: Services,
  printer: CertificatePrinter,
  head: PaperHead,
  certificate: Certificate,
): Printed {
  const verifyUrl = new URL(certificate.verifyUrl, config.publicUrl).href;
  const pdf = printer.print(certificate, { ...head, verifyUrl });
  // Another file of the folder may fail before this one is awaited.
  pdf.catch(() => undefined);
  return { number: certificate.number, pdf };
}

/** The newest signed version of the CV, with the uploaded file. */
async function writeCv(
  services: Services,
  entries: ZipEntries,
  folder: string,
  { cvs }: TrainingFile,
  requester: Requester,
): Promise<Pick<Folder, 'cv' | 'isCvDamaged'>> {
  const version = cvs?.find(({ signature }) => signature !== null);
  if (!version) return { cv: null, isCvDamaged: false };
  // Of the HR area, an inspection may include CVs only (INS-01).
  const reach = documentReach(requester, resolveReach(requester, 'hr.documents') ?? noReach);
  const stored = await findDocumentFile(services.db, reach, version.id, { download: true });
  const opened = await openVerified(services, stored).catch(() => null);
  if (!opened) return { cv: null, isCvDamaged: true };
  await opened.close();
  const name = `cv-v${String(version.number)}${extname(version.file.name)
    .toLowerCase()
    .replaceAll(/[^.\da-z]/g, '')}`;
  await entries.stream(`${folder}/${name}`, await services.files.read(stored.sha256));
  return { cv: version.number, isCvDamaged: false };
}
