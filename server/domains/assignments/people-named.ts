import { sql, type Kysely } from 'kysely';
import { AppError } from '#shared/contract/errors.ts';
import type { FieldError } from '#shared/reasons/reasons.ts';
import type { DB } from '#server/db/db.d.ts';

/** A person as dialogs and effects name one. */
export interface NamedPerson {
  readonly id: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly jobTitle: string | null;
  readonly isActive: boolean;
}

/** The largest number of people that the preview of an effect names; its figures count everybody (MTX-06). */
export const namedInEffect = 50;

/** Returns the people of a list of ids, in the order of their names. */
export async function namesOf(db: Kysely<DB>, userIds: readonly string[]): Promise<readonly NamedPerson[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<NamedPerson>`
    select id, first_name, last_name, email, job_title, is_active from users
    where id = any(${[...userIds]}::text[]) and erased_at is null
    order by lower(last_name), lower(first_name), id
  `.execute(db);
  return rows;
}

/** Refuses ids that belong to nobody, each at its place in the list (SEC-01). */
export async function requirePeople(
  db: Kysely<DB>,
  userIds: readonly string[],
  path: string,
): Promise<readonly NamedPerson[]> {
  const people = await namesOf(db, userIds);
  const known = new Set(people.map((person) => person.id));
  const errors = userIds.flatMap((id, index): readonly FieldError[] =>
    known.has(id) ? [] : [{ path: `${path}.${String(index)}`, reason: 'person_unknown' }],
  );
  if (errors.length > 0) throw new AppError('VALIDATION_FAILED', { errors: errors.slice(0, 50) });
  return people;
}
