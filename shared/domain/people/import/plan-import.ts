import { nameKey } from '#shared/domain/text/plain-line.ts';
import { Places } from './places-of-import.ts';
import { resolveManagers } from './managers-of-import.ts';
import type { ImportField } from './fields.ts';
import {
  newKey,
  type PlanEntry,
  type ImportOptions,
  type ImportPlan,
  type ImportContext,
  type PersonAfter,
  type PersonNow,
  type PlannedRow,
  type RowOutcome,
} from './plan-types.ts';
import type { ImportedPerson, ReadRow, RowProblem } from './read-row.ts';

/**
 * Plans a whole import (USR-06): the person of each row, the changes, the problems, and the missing people. Pure: the same file and
 * people give the same plan, whatever the order of managers. Planned again after the import, the file changes nothing.
 */
export function planImport(
  rows: readonly ReadRow[],
  world: ImportContext,
  options: ImportOptions,
): ImportPlan {
  const places = new Places(world, options);
  const find = finder(world);
  const seen = new Map<string, number>();
  const entries = rows.map((read) => {
    const problems: RowProblem[] = [];
    const now = find(read.person, problems);
    problems.unshift(...read.problems.filter((problem) => !isAlreadyStored(problem, now)));
    for (const key of keysOf(read.person, now)) {
      const first = seen.get(key);
      if (first === undefined) seen.set(key, read.person.line);
      else {
        problems.push({ field: null, value: '', reason: 'import_twice', otherLine: first });
        break;
      }
    }
    const place = places.of(read.person, now, problems);
    const after = { ...afterOf(read.person, now), ...place };
    const entry: PlanEntry = {
      row: read.person,
      now,
      key: now?.id ?? newKey(read.person.line),
      after,
      problems,
    };
    if (now === null) requireForNew(entry);
    refuseRetired(entry, world);
    return entry;
  });
  resolveManagers(entries, world, options);
  const titles = newTitles(entries, world, options);
  for (const entry of entries) if (entry.now?.id === world.importerId) refuseOwn(entry);
  return {
    rows: entries.map(planned),
    newDepartments: places.created(),
    newJobTitles: titles,
    missing: options.completeFile ? missingOf(entries, world) : [],
  };
}

/** A person whose job title looks like a formula must not keep a file from being imported that leaves it as it is. */
function isAlreadyStored({ field, value, reason }: RowProblem, now: PersonNow | null): boolean {
  if (reason !== 'import_formula' || now === null) return false;
  return (
    (field === 'external_id' && value === now.externalId) ||
    (field === 'first_name' && value === now.firstName) ||
    (field === 'last_name' && value === now.lastName) ||
    (field === 'job_title' && value === now.jobTitle)
  );
}

function finder(world: ImportContext) {
  const byEmail = new Map(world.people.map((person) => [person.email.toLowerCase(), person]));
  const byExternalId = new Map(
    world.people.flatMap((person) => (person.externalId === null ? [] : [[person.externalId, person]])),
  );
  return ({ email, externalId }: ImportedPerson, problems: RowProblem[]): PersonNow | null => {
    const ofId = externalId == null ? undefined : byExternalId.get(externalId);
    const ofEmail = email == null ? undefined : byEmail.get(email.toLowerCase());
    if (ofId && ofEmail && ofId !== ofEmail)
      problems.push({ field: 'email', value: email ?? '', reason: 'import_two_people' });
    else if (!ofId && externalId != null && ofEmail && ofEmail.externalId !== null)
      problems.push({ field: 'external_id', value: externalId, reason: 'import_other_external_id' });
    return ofId ?? ofEmail ?? null;
  };
}

function keysOf({ email, externalId }: ImportedPerson, now: PersonNow | null): readonly string[] {
  return [
    ...(now === null ? [] : [`person ${now.id}`]),
    ...(email == null ? [] : [`email ${email.toLowerCase()}`]),
    ...(externalId == null ? [] : [`id ${externalId}`]),
  ];
}

function afterOf(
  row: ImportedPerson,
  now: PersonNow | null,
): Omit<PersonAfter, 'organizationId' | 'departmentId' | 'newDepartment'> {
  const isSameEmail = row.email != null && row.email.toLowerCase() === now?.email.toLowerCase();
  return {
    email: (isSameEmail ? null : row.email) ?? now?.email ?? '',
    externalId: row.externalId ?? now?.externalId ?? null,
    firstName: row.firstName ?? now?.firstName ?? null,
    lastName: row.lastName ?? now?.lastName ?? null,
    role: row.role ?? now?.role ?? 'learner',
    managerKey: now?.managerId ?? null,
    jobTitle: row.jobTitle === undefined ? (now?.jobTitle ?? null) : row.jobTitle,
    isActive: row.isActive ?? now?.isActive ?? true,
  };
}

function requireForNew({ row, problems }: PlanEntry): void {
  const told = new Set(problems.map(({ field }) => field));
  if (row.email == null && !told.has('email') && !told.has(null))
    problems.push({ field: 'email', value: '', reason: 'import_email_needed' });
  for (const [field, value] of [
    ['first_name', row.firstName],
    ['last_name', row.lastName],
  ] as const) {
    if (value == null && !told.has(field)) problems.push({ field, value: '', reason: 'import_name_needed' });
  }
}

/** An address that belonged to another person never returns, neither for a new person nor for one who has an account (USR-08). */
function refuseRetired({ row: { email }, now, problems }: PlanEntry, world: ImportContext): void {
  if (email == null || email.toLowerCase() === now?.email.toLowerCase()) return;
  const former = world.retiredEmails.get(email.toLowerCase());
  if (former !== undefined && former !== now?.id)
    problems.push({ field: 'email', value: email, reason: 'import_email_retired' });
}

function newTitles(
  entries: readonly PlanEntry[],
  world: ImportContext,
  options: ImportOptions,
): readonly string[] {
  const known = new Set(world.people.map(({ jobTitle }) => (jobTitle === null ? null : nameKey(jobTitle))));
  const found = new Map<string, string>();
  for (const { row, problems } of entries) {
    const { jobTitle } = row;
    if (jobTitle == null) continue;
    const key = nameKey(jobTitle);
    if (known.has(key)) continue;
    if (!options.createJobTitles)
      problems.push({ field: 'job_title', value: jobTitle, reason: 'import_job_title_unknown' });
    else if (!found.has(key)) found.set(key, jobTitle);
  }
  return [...found.values()].toSorted();
}

const ownFields: ReadonlySet<ImportField> = new Set(['email', 'first_name', 'last_name', 'role', 'active']);

/** People cannot change their own name, role or account by a file. */
function refuseOwn(entry: PlanEntry): void {
  const field = changedFields(entry).find((changed) => ownFields.has(changed));
  if (field !== undefined) entry.problems.push({ field, value: '', reason: 'import_own_account' });
}

function changedFields({ now, after }: PlanEntry): readonly ImportField[] {
  if (now === null) return [];
  const pairs: readonly (readonly [ImportField, boolean])[] = [
    ['external_id', after.externalId !== now.externalId],
    ['email', after.email !== now.email],
    ['first_name', after.firstName !== now.firstName],
    ['last_name', after.lastName !== now.lastName],
    ['role', after.role !== now.role],
    ['organization', after.organizationId !== now.organizationId],
    ['department', after.departmentId !== now.departmentId || after.newDepartment !== null],
    ['job_title', after.jobTitle !== now.jobTitle],
    ['manager', after.managerKey !== now.managerId],
    ['active', after.isActive !== now.isActive],
  ];
  return pairs.filter(([, isChanged]) => isChanged).map(([field]) => field);
}

const places: ReadonlySet<ImportField> = new Set(['organization', 'department', 'job_title']);

function planned(entry: PlanEntry): PlannedRow {
  const { row, now, after, problems } = entry;
  const fields = changedFields(entry);
  const outcome = (): RowOutcome => {
    if (problems.length > 0) return 'bad';
    if (now === null) return 'created';
    if (after.isActive !== now.isActive) return after.isActive ? 'reactivated' : 'deactivated';
    if (fields.some((field) => places.has(field))) return 'moved';
    return fields.length > 0 ? 'changed' : 'unchanged';
  };
  return { line: row.line, outcome: outcome(), userId: now?.id ?? null, after, fields, problems };
}

function missingOf(entries: readonly PlanEntry[], world: ImportContext): readonly string[] {
  const inFile = new Set(entries.map(({ key }) => key));
  const organizations = new Set(entries.map(({ after }) => after.organizationId));
  return world.people
    .filter(
      ({ id, role, isActive, organizationId }) =>
        isActive &&
        role !== 'admin' &&
        organizationId !== null &&
        organizations.has(organizationId) &&
        id !== world.importerId &&
        !inFile.has(id),
    )
    .map(({ id }) => id);
}
