import { fullName, type NameFacts } from '#shared/domain/people/names.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';

/** A person as the list of people has him. */
export type PersonRow = ResponseOf<typeof peopleContract.list>[number];

/** A person's name as it is in lists; the email where there is none. */
export function nameOf(person: NameFacts & { readonly email?: string | undefined }): string {
  return fullName(person) || (person.email ?? '');
}
