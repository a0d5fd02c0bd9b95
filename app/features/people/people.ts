import { fullName, type NameFacts } from '#shared/domain/people/names.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';

/** A person in the list of people. */
export type PersonRow = ResponseOf<typeof peopleContract.list>[number];

/** Returns a person's name as shown in lists; the email if there is no name. */
export function nameOf(person: NameFacts & { readonly email?: string | undefined }): string {
  return fullName(person) || (person.email ?? '');
}
