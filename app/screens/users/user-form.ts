import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { userChange, userForm } from '#shared/contract/people-schemas.ts';
import type { Role } from '#shared/domain/access/permissions.ts';
import { changedKeys } from '#app/lib/three-way.ts';
import type { PersonRow } from '#app/features/people/people.ts';
import { validateBy } from '#app/lib/forms.ts';

/** What an administrator enters of a person; the empty text represents none. */
export interface UserValues extends Record<string, unknown> {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  organizationId: string;
  departmentId: string;
  jobTitle: string;
  managerId: string;
  isActive: boolean;
}

/** What Add User asks as well: the first password, where one is chosen, and why. */
export type NewUserValues = UserValues & { presetPassword: string; reason: string };
/** What Edit asks as well: why. */
export type EditValues = UserValues & { reason: string };

/** The fields in the order of the form. */
export const userFields = [
  'firstName',
  'lastName',
  'email',
  'role',
  'jobTitle',
  'organizationId',
  'departmentId',
  'managerId',
  'isActive',
] as const satisfies readonly (keyof UserValues)[];
/** One of {@link userFields}. */
export type UserField = (typeof userFields)[number];

/** The form of a new person (SPEC §5 defaults). */
export const newUser: UserValues = {
  email: '',
  firstName: '',
  lastName: '',
  role: 'learner',
  organizationId: '',
  departmentId: '',
  jobTitle: '',
  managerId: '',
  isActive: true,
};

/** The form of a stored person. */
export function valuesOf(person: PersonRow): UserValues {
  return {
    email: person.email ?? '',
    firstName: person.firstName ?? '',
    lastName: person.lastName ?? '',
    role: person.role ?? 'learner',
    organizationId: person.organizationId === null ? '' : String(person.organizationId),
    departmentId: person.departmentId == null ? '' : String(person.departmentId),
    jobTitle: person.jobTitle ?? '',
    managerId: person.managerId ?? '',
    isActive: person.isActive ?? true,
  };
}

/** The fields of the call: numbers for ids, null for none. */
export function bodyOf(values: UserValues): BodyInput<typeof peopleContract.create> {
  const id = (text: string): number | null => (text === '' ? null : Number(text));
  return {
    email: values.email,
    firstName: values.firstName,
    lastName: values.lastName,
    role: values.role,
    organizationId: id(values.organizationId),
    departmentId: id(values.departmentId),
    jobTitle: values.jobTitle.trim() || null,
    managerId: values.managerId || null,
    isActive: values.isActive,
  };
}

/** Only the fields that the person changed, compared with what they saw: two people who change different fields both keep their changes. */
export function changedFields(from: UserValues, to: UserValues): readonly UserField[] {
  const changed: readonly string[] = changedKeys(from, to);
  return userFields.filter((field) => changed.includes(field));
}

/** The body of a change: only {@link changedFields}. */
export function changeOf(from: UserValues, to: UserValues): BodyInput<typeof peopleContract.update> {
  const body: Readonly<Record<string, unknown>> = bodyOf(to);
  return Object.fromEntries(changedFields(from, to).map((field) => [field, body[field]]));
}

/** What GET /api/users/training-effect is asked about a place. */
export interface PlaceQuery {
  userId?: string;
  organizationId?: string;
  departmentId?: string;
  jobTitle?: string;
  isActive?: 'true' | 'false';
}

const placeFields = ['organizationId', 'departmentId', 'jobTitle', 'isActive'] as const;

/** The place of a new person, null while it is in no organization: then no matrix concerns it. */
export function placeOfNew({
  organizationId,
  departmentId,
  jobTitle,
  isActive,
}: UserValues): PlaceQuery | null {
  if (organizationId === '') return null;
  const text = jobTitle.trim();
  return {
    organizationId,
    ...(departmentId === '' ? {} : { departmentId }),
    ...(text === '' ? {} : { jobTitle: text }),
    isActive: isActive ? 'true' : 'false',
  };
}

/** What changes of a person's place, null where nothing does. */
export function placeChange(userId: string, from: UserValues, to: UserValues): PlaceQuery | null {
  const changed = changedFields(from, to);
  const fields = placeFields.filter((field) => changed.includes(field));
  if (fields.length === 0) return null;
  return { userId, ...Object.fromEntries(fields.map((field) => [field, String(to[field]).trim()])) };
}

/**
 * The own changes on top of what another person has saved meanwhile (DESIGN 'The wire', If-Match). Who leaves an
 * organization leaves its department too, so both go together.
 */
export function onTop(from: UserValues, mine: UserValues, theirs: UserValues): UserValues {
  const fields = new Set(changedFields(from, mine));
  if (fields.has('organizationId') || fields.has('departmentId')) {
    fields.add('organizationId').add('departmentId');
  }
  return { ...theirs, ...Object.fromEntries([...fields].map((field) => [field, mine[field]])) };
}

/** What Add User sends; without a chosen password one is generated. */
export function newUserBody({ presetPassword, reason, ...values }: NewUserValues) {
  const body = { ...bodyOf(values), ...(presetPassword === '' ? {} : { presetPassword }) };
  return reason.trim() === '' ? body : { ...body, reason };
}

/** What is wrong in Add User, by field (SPEC §5). */
export function newUserRefusals(values: NewUserValues): Record<string, string> {
  return validateBy(userForm)(newUserBody(values));
}

/** What Edit sends: an empty body when nothing was changed. */
export function changeBody(seen: PersonRow, { reason, ...values }: EditValues) {
  const change = changeOf(valuesOf(seen), values);
  if (Object.keys(change).length === 0 || reason.trim() === '') return change;
  return { ...change, reason };
}

/** What is wrong in Edit, by field (SPEC §5). */
export function changeRefusals(seen: PersonRow, values: EditValues): Record<string, string> {
  return validateBy(userChange)(changeBody(seen, values));
}
