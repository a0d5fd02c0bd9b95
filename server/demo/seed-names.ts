import { insertRows, nextIds } from './insert-rows.ts';
import type { HrSeed } from './hr-seed.ts';

const accounts = /^(admin|manager|learner|hr|inspector|new)@/;

/** Creates a request by a person who has married, for the approval of another last name (AUTH-16). */
export async function seedNames({ tx, people, organizations, ago }: HrSeed): Promise<void> {
  const [first] = organizations;
  const person = people.find(
    ({ organizationId, isActive, neverSignedIn, email }) =>
      organizationId === first?.id && isActive && !neverSignedIn && !accounts.test(email),
  );
  if (!person) return;
  const [id] = await nextIds(tx, 'name_requests', 1);
  const [firstName = person.name] = person.name.split(' ');
  await insertRows(tx, 'name_requests', [
    { id, user_id: person.id, first_name: firstName, last_name: 'Whitfield', requested_at: ago(2) },
  ]);
}
