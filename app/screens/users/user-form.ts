import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { userChange, userForm } from '#shared/contract/people-schemas.ts';
import type { Role } from '#shared/domain/access/permissions.ts';
import { changedKeys } from '#app/lib/three-way.ts';
import type { PersonRow } from '#app/features/people/people.ts';
import { validateBy } from '#app/lib/forms.ts';

/** The fields of a person that an administrator enters; an empty text represents none. */
export interface UserValues extends Record<string, unknown> {
  email: string;
  firstName: string;
  lastName: string;
  externalId: string;
  role: Role;
  organizationId: string;
  departmentId: string;
  jobTitle: string;
  managerId: string;
  isActive: boolean;
}

/** The additional fields of Add User: the first password, if one is chosen, and the reason. */
export type NewUserValues = UserValues & { presetPassword: string; reason: string };
/** The additional field of Edit: the reason. */
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
  'externalId',
  'isActive',
] as const satisfies readonly (keyof UserValues)[];
/** One of {@link userFields}. */
export type UserField = (typeof userFields)[number];

/** The form of a new person (SPEC §5 defaults). */
export const newUser: UserValues = {
  email: '',
  firstName: '',
  lastName: '',
  externalId: '',
  role: 'learner',
  organizationId: '',
  departmentId: '',
  jobTitle: '',
  managerId: '',
  isActive: true,
};

/** Returns the form of a stored person. */
export function valuesOf(person: PersonRow): UserValues {
  return {
    email: person.email ?? '',
    firstName: person.firstName ?? '',
    lastName: person.lastName ?? '',
    externalId: person.externalId ?? '',
    role: person.role ?? 'learner',
    organizationId: person.organizationId === null ? '' : String(person.organizationId),
    departmentId: person.departmentId == null ? '' : String(person.departmentId),
    jobTitle: person.jobTitle ?? '',
    managerId: person.managerId ?? '',
    isActive: person.isActive ?? true,
  };
}

/** Returns the fields of the call: numbers for ids, null for none. */
export function bodyOf(values: UserValues): BodyInput<typeof peopleContract.create> {
  const id = (text: string): number | null => (text === '' ? null : Number(text));
  return {
    email: values.email,
    firstName: values.firstName,
    lastName: values.lastName,
    externalId: values.externalId.trim() || null,
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

/** Returns the body of a change: only {@link changedFields}. */
export function changeOf(from: UserValues, to: UserValues): BodyInput<typeof peopleContract.update> {
  const body: Readonly<Record<string, unknown>> = bodyOf(to);
  return Object.fromEntries(changedFields(from, to).map((field) => [field, body[field]]));
}

/** The parameters of GET /api/users/training-effect. */
export interface PlaceQuery {
  userId?: string;
  organizationId?: string;
  departmentId?: string;
  jobTitle?: string;
  isActive?: 'true' | 'false';
}

const placeFields = ['organizationId', 'departmentId', 'jobTitle', 'isActive'] as const;

/** Returns the place of a new person; null without an organization: then no matrix applies. */
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

/** Returns the changes of a person's place; null if there are none. */
export function placeChange(userId: string, from: UserValues, to: UserValues): PlaceQuery | null {
  const changed = changedFields(from, to);
  const fields = placeFields.filter((field) => changed.includes(field));
  if (fields.length === 0) return null;
  return { userId, ...Object.fromEntries(fields.map((field) => [field, String(to[field]).trim()])) };
}

/**
 * Returns the person's own changes on top of those that another person has saved in the meantime (DESIGN 'The wire',
 * If-Match). A person who leaves an organization also leaves its department, so both fields go together.
 */
export function onTop(from: UserValues, mine: UserValues, theirs: UserValues): UserValues {
  const fields = new Set(changedFields(from, mine));
  if (fields.has('organizationId') || fields.has('departmentId')) {
    fields.add('organizationId').add('departmentId');
  }
  return { ...theirs, ...Object.fromEntries([...fields].map((field) => [field, mine[field]])) };
}

/** Returns the body of Add User; without a chosen password one is generated. */
export function newUserBody({ presetPassword, reason, ...values }: NewUserValues) {
  const body = { ...bodyOf(values), ...(presetPassword === '' ? {} : { presetPassword }) };
  return reason.trim() === '' ? body : { ...body, reason };
}

/** Returns the errors in Add User, by field (SPEC §5). */
export function newUserRefusals(values: NewUserValues): Record<string, string> {
  return validateBy(userForm)(newUserBody(values));
}

/** Returns the body that Edit sends: empty if nothing was changed. */
export function changeBody(seen: PersonRow, { reason, ...values }: EditValues) {
  const change = changeOf(valuesOf(seen), values);
  if (Object.keys(change).length === 0 || reason.trim() === '') return change;
  return { ...change, reason };
}

/** Returns the errors in Edit, by field (SPEC §5). */
export function changeRefusals(seen: PersonRow, values: EditValues): Record<string, string> {
  return validateBy(userChange)(changeBody(seen, values));
}
