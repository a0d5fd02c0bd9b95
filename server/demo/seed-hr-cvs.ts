import { addDays, addMonths } from '#shared/domain/calendar/calendar.ts';
import { CV_VALID_MONTHS, cvValidUntil } from '#shared/domain/hr/cvs.ts';
import { readSignedRecords } from '#server/domains/hr/index.ts';
import { signDemo } from './demo-signatures.ts';
import { cvPaper, fileName } from './hr-papers.ts';
import { insertRows, nextIds } from './insert-rows.ts';
import { insertDocuments, plainVersion, type DemoHrPerson, type HrSeed } from './hr-seed.ts';

type Fate = 'missing' | 'asked' | 'expired' | 'expiring' | 'waiting' | 'current';

const ofAccounts: Readonly<Record<string, Fate>> = {
  'learner@demo.example': 'expiring',
  'new@demo.example': 'asked',
  'manager@demo.example': 'current',
  'hr@demo.example': 'current',
  'admin@demo.example': 'current',
};
const turns: readonly Fate[] = [
  'current',
  'missing',
  'current',
  'expiring',
  'current',
  'expired',
  'current',
  'asked',
  'waiting',
  'current',
];

const fateOf = (person: DemoHrPerson, index: number): Fate =>
  ofAccounts[person.email] ?? (person.neverSignedIn ? 'missing' : (turns[index % turns.length] ?? 'current'));

/** Returns the day on which a CV was signed, chosen so that it has its state today. */
function signedOn(fate: Fate, index: number, today: string): string {
  const ends = addMonths(today, -CV_VALID_MONTHS);
  if (fate === 'expired') return addDays(ends, -(12 + ((index * 7) % 90)));
  if (fate === 'expiring') return addDays(ends, 8 + ((index * 5) % 45));
  return addDays(today, -(4 + ((index * 37) % 560)));
}

/** Creates CVs in each state, signed by their owners; some people have a request for theirs (HR-02). */
export async function seedCvs(seed: HrSeed): Promise<void> {
  const { tx, people, today } = seed;
  const fates = people.map((person, index) => ({ person, index, fate: fateOf(person, index) }));
  const holders = fates.filter(({ fate }) => fate !== 'missing' && fate !== 'asked');
  const documents = await nextIds(tx, 'hr_documents', holders.length);
  const versions = await nextIds(tx, 'hr_document_versions', holders.length);
  const made = holders.map(({ person, index, fate }, place) => {
    const day = signedOn(fate, index, today);
    const file = seed.file(cvPaper(person));
    const signedAt = fate === 'waiting' ? null : `${day}T14:05:00.000Z`;
    const id = versions[place] ?? 0;
    const documentId = documents[place] ?? 0;
    return {
      person,
      signedAt,
      document: {
        id: documentId,
        kind: 'cv',
        person_id: person.id,
        current_version_id: id,
        signed_version_id: signedAt === null ? null : id,
        created_by: person.id,
        revision: 1,
        created_at: `${day}T13:50:00Z`,
        updated_at: `${day}T14:05:00Z`,
      },
      version: {
        ...plainVersion,
        id,
        document_id: documentId,
        number: 1,
        file_id: file.id,
        original_name: fileName(`CV ${person.name}`),
        signed_at: signedAt,
        valid_until: signedAt === null ? null : cvValidUntil(day, CV_VALID_MONTHS),
        uploaded_by: person.id,
        uploaded_at: fate === 'waiting' ? seed.ago(1 + index / 7) : `${day}T13:50:00Z`,
      },
    };
  });
  await insertDocuments(
    seed,
    made.map(({ document }) => document),
    made.map(({ version }) => version),
  );
  await askForCvs(
    seed,
    fates.filter(({ fate }) => fate === 'asked').map(({ person }) => person),
  );
  await signCvs(seed, made);
}

async function askForCvs({ tx, organizations, ago }: HrSeed, people: readonly DemoHrPerson[]): Promise<void> {
  const ids = await nextIds(tx, 'hr_cv_requests', people.length);
  const asked = people.map((person, place) => ({
    id: ids[place],
    user_id: person.id,
    requested_by: organizations.find(({ id }) => id === person.organizationId)?.actor.id ?? null,
    requested_at: ago(6),
  }));
  await insertRows(tx, 'hr_cv_requests', asked);
}

async function signCvs(
  { tx }: HrSeed,
  made: readonly {
    readonly person: DemoHrPerson;
    readonly signedAt: string | null;
    readonly version: { readonly id: number };
  }[],
): Promise<void> {
  const signed = new Map(
    made.flatMap(({ person, signedAt, version }) =>
      signedAt === null ? [] : [[version.id, { person, signedAt: new Date(signedAt) }] as const],
    ),
  );
  const records = await readSignedRecords(tx.db, 'hr_document_versions', [...signed.keys()]);
  await signDemo(
    tx,
    records.flatMap(({ id, text, contentHash }) => {
      const one = signed.get(id);
      if (!one) return [];
      const { person, signedAt } = one;
      const signer = { signerId: person.id, printedName: person.name, timeZone: person.timeZone };
      return [
        {
          recordType: 'hr_document_versions',
          recordId: id,
          text,
          contentHash,
          signedAt,
          meaning: 'cv_is_mine',
          ...signer,
        } as const,
      ];
    }),
  );
}
