import { readSignedRecords } from '#server/domains/hr/index.ts';
import { signDemo } from './demo-signatures.ts';
import { insertRows, nextIds } from './insert-rows.ts';
import { demoDocuments, type DemoDocument } from './library-hr.ts';
import {
  insertDocuments,
  plainVersion,
  type DemoHrOrganization,
  type DemoHrPerson,
  type HrSeed,
} from './hr-seed.ts';

/** Returns the days until the review of a document: past, soon, and later in turns. */
const reviewIn = (place: number, index: number): number | null =>
  index === 3 ? null : (([24, -11, 190, 330] as const)[(place + index) % 4] ?? 200);

interface Made {
  readonly organization: DemoHrOrganization;
  readonly document: DemoDocument;
  readonly id: number;
  /** The effective version. */
  readonly versionId: number;
}

/** Creates organization documents in versions, and requests to read them (HR-04). */
export async function seedDocuments(seed: HrSeed): Promise<void> {
  const { tx, organizations } = seed;
  const wanted = organizations.flatMap((organization) =>
    demoDocuments.map((document, index) => ({ organization, document, index })),
  );
  const ids = await nextIds(tx, 'hr_documents', wanted.length);
  const count = wanted.reduce((sum, { document }) => sum + (document.revised ? 2 : 1), 0);
  const versionIds = await nextIds(tx, 'hr_document_versions', count);
  const versions: Record<string, unknown>[] = [];
  const made: Made[] = [];
  for (const [place, { organization, document, index }] of wanted.entries()) {
    const id = ids[place] ?? 0;
    const reviewOn = reviewIn(organization.place, index);
    let versionId = 0;
    for (const number of document.revised ? [1, 2] : [1]) {
      versionId = versionIds[versions.length] ?? 0;
      const file = seed.file(`document ${document.title} ${String(number)}`);
      const days = number === 1 ? 320 - organization.place * 8 : 40 + organization.place;
      versions.push({
        ...plainVersion,
        id: versionId,
        document_id: id,
        number,
        file_id: file.id,
        original_name: file.name,
        note: number === 2 ? 'Contact and day of reporting added' : null,
        effective_on: seed.day(-days + 7),
        review_on: reviewOn === null ? null : seed.day(reviewOn),
        uploaded_by: organization.actor.id,
        uploaded_at: seed.ago(days),
      });
    }
    made.push({ organization, document, id, versionId });
  }
  const documents = made.map(({ organization, document, id, versionId }) => ({
    id,
    kind: 'organization',
    organization_id: organization.id,
    title: document.title,
    category: document.category,
    owner_id: organization.actor.id,
    current_version_id: versionId,
    created_by: organization.actor.id,
    revision: 1,
    created_at: seed.ago(320),
    updated_at: seed.ago(40),
  }));
  await insertDocuments(seed, documents, versions);
  await askToRead(seed, made);
}

async function askToRead({ tx, people, ago, day }: HrSeed, made: readonly Made[]): Promise<void> {
  const wanted = made.flatMap((one, at) =>
    one.document.asked
      ? people
          .filter((person) => person.organizationId === one.organization.id && person.isActive)
          .map((person, index) => ({ one, person, done: isDone(person, at, index), index }))
      : [],
  );
  const ids = await nextIds(tx, 'hr_acknowledgements', wanted.length);
  const rows = wanted.map(({ one, person, done, index }, place) => ({
    id: ids[place] ?? 0,
    version_id: one.versionId,
    user_id: person.id,
    requested_by: one.organization.actor.id,
    requested_at: ago(30 - one.organization.place),
    // Revised documents are due for reading soon; for the others the due date has passed.
    due_on: day(one.document.revised ? 6 : 14 - (30 - one.organization.place)),
    acknowledged_at: done ? ago(29 - one.organization.place - index * 1.3) : null,
  }));
  await insertRows(tx, 'hr_acknowledgements', rows);
  const signed = new Map(
    wanted.flatMap(({ person }, place) => {
      const row = rows[place];
      return row?.acknowledged_at ? [[row.id, { person, at: new Date(row.acknowledged_at) }] as const] : [];
    }),
  );
  const records = await readSignedRecords(tx.db, 'hr_acknowledgements', [...signed.keys()]);
  await signDemo(
    tx,
    records.flatMap(({ id, text, contentHash }) => {
      const one = signed.get(id);
      if (!one) return [];
      const { person, at } = one;
      return [
        {
          recordType: 'hr_acknowledgements',
          recordId: id,
          text,
          contentHash,
          signerId: person.id,
          printedName: person.name,
          signedAt: at,
          timeZone: person.timeZone,
          meaning: 'document_acknowledged',
        } as const,
      ];
    }),
  );
}

/** Most have read; the learner of the demo has one open and one done. */
function isDone(person: DemoHrPerson, document: number, index: number): boolean {
  if (person.neverSignedIn || person.email === 'new@demo.example') return false;
  if (person.email === 'learner@demo.example') return document === 1;
  return index < 14 && (index + document) % 3 !== 0;
}
