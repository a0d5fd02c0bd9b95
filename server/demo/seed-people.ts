import { currentAgreement } from '#shared/domain/signatures/agreement.ts';
import {
  issueTemporaryPassword,
  makeStoredPassword,
  newUserId,
  preparePassword,
} from '#server/domains/accounts/index.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';
import { demoOrganizations, demoPeople, type DemoPerson } from './people.ts';

const dayMs = 86_400_000;

/** Organizations, departments, people, grants and accepted signature agreements of the demo data. */
export async function seedPeople(services: Services, password: string): Promise<void> {
  await runCommand(services, { action: 'demo.people', actorId: null }, async (tx) => {
    const organizations = await insertOrganizations(tx);
    const departments = await insertDepartments(tx, organizations);
    const ids = await insertPeople(tx, password, organizations, departments);
    await insertGrants(tx, ids, organizations);
    const newcomer = ids.get('new@demo.example');
    if (newcomer) {
      await issueTemporaryPassword(
        tx,
        'preset',
        await preparePassword(services.config, newcomer, { password, path: 'password' }),
      );
    }
  });
}

async function insertOrganizations(tx: CommandTransaction): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.db
    .insertInto('organizations')
    .values(
      demoOrganizations.map(({ departments: _departments, ...organization }) => ({
        ...organization,
        createdAt: daysAgo(tx, 1500),
      })),
    )
    .returning(['id', 'slug'])
    .execute();
  return new Map(rows.map((row) => [row.slug, row.id]));
}

async function insertDepartments(
  tx: CommandTransaction,
  organizations: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const wanted = demoOrganizations.flatMap(({ slug, departments }) =>
    departments.map((name) => ({ slug, name, organizationId: idOf(organizations, slug) })),
  );
  const rows = await tx.db
    .insertInto('departments')
    .values(wanted.map(({ name, organizationId }) => ({ name, organizationId })))
    .returning(['id', 'name', 'organizationId'])
    .execute();
  const slugs = new Map([...organizations].map(([slug, id]) => [id, slug]));
  return new Map(rows.map((row) => [`${slugs.get(row.organizationId) ?? ''}/${row.name}`, row.id]));
}

async function insertPeople(
  tx: CommandTransaction,
  password: string,
  organizations: ReadonlyMap<string, number>,
  departments: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const people = await Promise.all(
    demoPeople().map(async (person) => {
      const id = newUserId();
      return { person, id, passwordHash: await makeStoredPassword(tx.services.config, id, password) };
    }),
  );
  // Managers come before their reports, so that each line finds its manager.
  for (const [index, { person, id, passwordHash }] of people.entries()) {
    // A few have been invited and have not come yet.
    const isNew = person.mustChangePassword || (index > 8 && index % 17 === 0);
    await tx.db
      .insertInto('users')
      .values({
        ...personColumns(person, organizations, departments),
        managerId: person.manager === null ? null : (ids.get(person.manager) ?? null),
        id,
        passwordHash,
        createdAt: daysAgo(tx, isNew ? 3 + (index % 20) : 1490 - (index % 30) * 12),
        lastSignInAt: isNew ? null : daysAgo(tx, index % 20),
        onboardingCompleted: !isNew,
        onboardedAt: isNew ? null : daysAgo(tx, 300 - index),
      })
      .execute();
    ids.set(person.email, id);
  }
  await tx.db
    .insertInto('signatureAgreements')
    .values(
      [...ids]
        .filter(([email]) => email !== 'new@demo.example')
        .map(([, userId]) => ({
          userId,
          textVersion: String(currentAgreement.version),
          textHash: sha256Hex(currentAgreement.text),
          acceptedAt: daysAgo(tx, 380),
        })),
    )
    .execute();
  return ids;
}

function personColumns(
  person: DemoPerson,
  organizations: ReadonlyMap<string, number>,
  departments: ReadonlyMap<string, number>,
) {
  const {
    email,
    firstName,
    lastName,
    role,
    jobTitle,
    mustChangePassword,
    isActive,
    organization,
    department,
  } = person;
  return {
    email,
    firstName,
    lastName,
    role,
    jobTitle,
    mustChangePassword,
    isActive,
    organizationId: organization === null ? null : idOf(organizations, organization),
    departmentId: department === null ? null : idOf(departments, `${organization ?? ''}/${department}`),
  };
}

async function insertGrants(
  tx: CommandTransaction,
  ids: ReadonlyMap<string, string>,
  organizations: ReadonlyMap<string, number>,
): Promise<void> {
  const grants = demoPeople().flatMap((person) =>
    person.grants.map((grant) => ({
      userId: ids.get(person.email) ?? '',
      kind: grant.kind,
      organizationId: idOf(organizations, grant.organization),
      validUntil: grant.kind === 'inspector' ? daysAgo(tx, -180) : null,
    })),
  );
  await tx.db.insertInto('userGrants').values(grants).execute();
}

/** Returns the time this number of days ago, by the database's clock. */
export function daysAgo(tx: CommandTransaction, days: number): Date {
  return new Date(tx.services.clock.now().getTime() - days * dayMs);
}

/** Returns an id that the seed created earlier; the demo data refers only to records that it has created. */
export function idOf(ids: ReadonlyMap<string, number>, name: string): number {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`the demo data has no ${name}`);
  return id;
}
