import type { Readable } from 'node:stream';
import { fullName } from '#shared/domain/people/names.ts';
import { openPrinter, type CertificatePrinter } from '#server/domains/certificates/index.ts';
import type { PaperFacts } from '#server/platform/papers/issue-paper.ts';
import type { PaperHead } from '#server/platform/papers/paper-texts.ts';
import { recordAccesses } from '#server/platform/command/record-access.ts';
import { committedInstant } from '#server/platform/postgres/committed-instant.ts';
import type { Services } from '#server/platform/services.ts';
import { translate } from '#server/platform/texts/translate.ts';
import { newZip } from '#server/platform/zip/new-zip.ts';
import {
  AccessLost,
  carryOutExport,
  mostBytes,
  type ExportToWrite,
  type WrittenExport,
} from '../exports/carry-out-export.ts';
import { organizationNames } from '../place-names.ts';
import { calendarDay } from '../requested-scope.ts';
import { requesterAsOf } from '#server/platform/papers/name-as-of.ts';
import { binderIndex, type IndexLine } from './binder-index.ts';
import { binderPeople, countReached, type BinderPerson } from './binder-people.queries.ts';
import { binderTexts } from './binder-texts.ts';
import { writeFolder } from './person-folder.ts';
import { ZipEntries } from './zip-entries.ts';

/** Writes a binder into the file store, one file at a time: memory does not grow with the people (INS-04). */
export const writeBinder = (services: Services, id: number, stopping?: AbortSignal): Promise<void> =>
  carryOutExport(services, id, (work) => write(services, work), stopping);

async function write(services: Services, work: ExportToWrite): Promise<WrittenExport> {
  const { asked, person: requester, reach, progress } = work;
  const { filters, language, timeZone } = asked;
  const asOf = await committedInstant(
    services.db,
    filters.asOf === undefined ? undefined : new Date(filters.asOf),
  );
  const requestedBy = await requesterAsOf(services.db, requester.id, asOf);
  const head: PaperHead = { asOf, language, timeZone, requestedBy };
  const people = await binderPeople(
    services.db,
    {
      userIds: filters.chosen === undefined ? null : (asked.people ?? []),
      org: filters.org,
      teamOf: filters.team === true ? requester.id : null,
    },
    reach,
    asOf,
  );
  // A binder with fewer people than were chosen would not show who is missing.
  const chosen = filters.chosen === undefined ? [] : (asked.people ?? []);
  if (people.length === 0 || (await countReached(services.db, reach, chosen)) < chosen.length)
    throw new AccessLost();
  progress.total = people.length;
  await recordReading(services, work, people, asOf);

  const zip = newZip();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const storing = services.files.put(output, { maxBytes: mostBytes });
  const writing = withPrinter((printer) => writeEntries(services, { work, head, people, zip, printer }));
  // The first error is the reason. Without this function the other promise would never settle: the store would wait for an
  // end, the entries for a reader.
  const fail = (error: unknown): void =>
    void output.destroy(error instanceof Error ? error : new Error(String(error)));
  output.on('error', () => undefined);
  writing.catch(fail);
  storing.catch(fail);
  const [written, stored] = await Promise.allSettled([writing, storing]);
  if (written.status === 'rejected') throw written.reason;
  if (stored.status === 'rejected') throw stored.reason;
  return {
    stored: stored.value,
    rows: people.length,
    fileName: `training-binder-${calendarDay(asOf, timeZone)}.zip`,
    asOf,
    binder: { people: people.map(({ id }) => id), ...written.value },
  };
}

async function withPrinter<T>(work: (printer: CertificatePrinter) => Promise<T>): Promise<T> {
  const printer = openPrinter();
  try {
    return await work(printer);
  } finally {
    await printer.close();
  }
}

async function writeEntries(
  services: Services,
  {
    work: { asked, person: requester, progress, checkWanted },
    head,
    people,
    zip,
    printer,
  }: {
    readonly work: ExportToWrite;
    readonly head: PaperHead;
    readonly people: readonly BinderPerson[];
    readonly zip: ReturnType<typeof newZip>;
    readonly printer: CertificatePrinter;
  },
): Promise<Pick<NonNullable<WrittenExport['binder']>, 'withCvOf' | 'papers'>> {
  const { asOf, timeZone, language } = head;
  const names = await organizationNames(services.db, asOf.toISOString());
  const organizations = new Map(names.map(({ id, name }) => [id, name]));
  const entries = new ZipEntries(zip, asOf);
  const folders = folderNames(people);
  const lines: IndexLine[] = [];
  const withCvOf: string[] = [];
  const papers: (PaperFacts & { readonly sha256: string })[] = [];
  const common = { format: 'pdf', asOf, timeZone } as const;
  for (const [at, person] of people.entries()) {
    checkWanted();
    const folder = await writeFolder(services, entries, {
      head,
      person,
      folder: folders[at] ?? person.id,
      requester,
      printer,
      checkWanted,
    });
    const { organizationId } = person;
    papers.push(...folder.papers.map((paper) => ({ ...common, ...paper, organizationId })));
    const withCv = folder.file.cvs !== null;
    if (withCv) withCvOf.push(person.id);
    const { name, organizationName, departmentName, email } = folder.file.person;
    lines.push({
      name: folder.name,
      completions: folder.completions,
      certificates: folder.certificates,
      cv: folder.cv,
      isCvDamaged: folder.isCvDamaged,
      person: name,
      email,
      organization: organizationName,
      department: departmentName,
      withCv,
    });
    progress.done += 1;
  }
  const { filters } = asked;
  const scope =
    filters.chosen !== undefined
      ? translate(language, binderTexts.scopes.people, { people: people.length })
      : filters.team === true
        ? translate(language, binderTexts.scopes.team, { name: head.requestedBy, people: people.length })
        : translate(language, binderTexts.scopes.organization, {
            name: organizations.get(Number(filters.org)) ?? '',
            people: people.length,
          });
  const sha256 = await entries.stream('index.pdf', binderIndex(head, scope, lines));
  papers.push({ ...common, kind: 'binder', sha256, organizationId: null, scope: { ...filters } });
  zip.addBuffer(Buffer.from(entries.sums.join('')), 'manifest.sha256', entries.options);
  zip.end();
  return { withCvOf, papers };
}

/** Every reading of a training file is in the trail before anybody gets it (AUD-01). */
async function recordReading(
  { db, config, clock, version }: Services,
  { asked, person: requester }: ExportToWrite,
  people: readonly BinderPerson[],
  asOf: Date,
): Promise<void> {
  const facts = { actorId: requester.id, version, exportId: asked.id, asOf: asOf.toISOString() };
  await recordAccesses(
    db,
    { keys: config, at: clock.now() },
    { action: 'training_file.exported', objectType: 'users' },
    people.map(({ id, organizationId }) => ({
      id,
      facts: { ...facts, subjectId: id, organizationId, format: 'zip' },
    })),
  );
}

/** Returns a folder for each person that every system can unpack; two people of one name get a number. */
function folderNames(people: readonly BinderPerson[]): readonly string[] {
  const taken = new Map<string, number>();
  return people.map((person) => {
    const name =
      (fullName({ firstName: person.lastName, lastName: person.firstName }) || person.id)
        .normalize('NFC')
        .replaceAll(/[^\p{L}\p{N} _.-]/gu, '_')
        .replace(/^[. ]+/, '')
        .replace(/[. ]+$/, '')
        .slice(0, 60)
        .trim() || person.id;
    const key = name.toLowerCase();
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return before === 0 ? name : `${name} (${String(before + 1)})`;
  });
}
