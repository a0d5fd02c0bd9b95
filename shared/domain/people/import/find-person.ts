import type { ImportReason } from '#shared/reasons/imports.ts';
import type { CellProblem } from './read-row.ts';

/** The keys by which a row names a person who exists already. */
interface Keys {
  readonly email: string | null;
  readonly externalId: string | null;
}

/**
 * Returns a function that finds the person of a row by external ID or email (USR-09, USR-10), or says why there is none.
 *
 * @param importerId the person who imports, whose rows are refused with the reason `own`
 */
export function personFinder<
  Person extends { readonly id: string; readonly email: string; readonly externalId: string | null },
>(people: readonly Person[], importerId: string, own: ImportReason) {
  const byEmail = new Map(people.map((person) => [person.email.toLowerCase(), person]));
  const byExternalId = new Map(
    people.flatMap((person) => (person.externalId === null ? [] : [[person.externalId, person] as const])),
  );
  return ({
    email,
    externalId,
  }: Keys): { found: Person } | { problem: CellProblem<'email' | 'external_id'> } => {
    const ofId = externalId === null ? undefined : byExternalId.get(externalId);
    const ofEmail = email === null ? undefined : byEmail.get(email.toLowerCase());
    if (ofId && ofEmail && ofId.id !== ofEmail.id)
      return { problem: { field: 'external_id', value: externalId ?? '', reason: 'import_two_people' } };
    const found = ofId ?? ofEmail;
    if (found?.id === importerId) return { problem: { field: null, value: '', reason: own } };
    if (found) return { found };
    const field = email === null ? 'external_id' : 'email';
    return { problem: { field, value: email ?? externalId ?? '', reason: 'past_person_unknown' } };
  };
}
