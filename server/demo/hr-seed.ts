import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { CvSubject } from './hr-papers.ts';
import { insertRows } from './insert-rows.ts';

/** A person of the demo as the HR area needs one. */
export interface DemoHrPerson extends CvSubject {
  readonly email: string;
  readonly organizationId: number;
  readonly timeZone: string;
  readonly isActive: boolean;
  readonly neverSignedIn: boolean;
}

/** An organization with the person who acts for it. */
export interface DemoHrOrganization {
  readonly id: number;
  readonly name: string;
  readonly timeZone: string;
  /** Place in the demo data: 0 is the one of the demo accounts. */
  readonly place: number;
  readonly actor: DemoHrPerson;
}

/** The common values of the parts of the seed. */
export interface HrSeed {
  readonly tx: CommandTransaction;
  readonly organizations: readonly DemoHrOrganization[];
  readonly people: readonly DemoHrPerson[];
  /** The id of the row of a paper's file, and its name. */
  readonly file: (key: string) => { readonly id: number; readonly name: string };
  /** Today by the clock of the product. */
  readonly today: string;
  /** The time this number of days ago, as text for a row. */
  readonly ago: (days: number) => string;
  /** The date this number of days from today. */
  readonly day: (days: number) => string;
}

/** Columns of a version in addition to those that a seed names. */
export const plainVersion = {
  note: null,
  effective_on: null,
  review_on: null,
  signed_at: null,
  valid_until: null,
};

/** Documents with their versions: the rows refer to each other, so that the check is at the end of the command. */
export async function insertDocuments(
  { tx }: HrSeed,
  documents: readonly Readonly<Record<string, unknown>>[],
  versions: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  await insertRows(tx, 'hr_documents', documents);
  await insertRows(tx, 'hr_document_versions', versions);
}
