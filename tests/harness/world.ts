/**
 * The fixture world of the tests: organizations, departments, people, grants. Everything is inserted with SQL in one
 * audited command (DESIGN rule 4), without events: who needs the effect of an event runs the real command.
 */
import { randomBytes } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { GrantKind, Role } from '#shared/domain/access/permissions.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import {
  issueTemporaryPassword,
  makeStoredPassword,
  preparePassword,
  type IssuedPassword,
} from '#server/domains/accounts/index.ts';
import { storedPassword } from '#server/domains/accounts/own-password.ts';
import type { KeySource } from '#server/platform/crypto/keys.ts';
import type { Services } from '#server/platform/services.ts';

/** The password of everybody in the world who was not given another one. */
export const FIXTURE_PASSWORD = 'walk-seven-green-lamps';

/** An organization as a test asks for it; everything has a default. */
export interface OrganizationInput {
  readonly name?: string;
  readonly slug?: string;
  readonly description?: string | null;
  readonly type?: string;
  readonly timeZone?: string;
  readonly titlePattern?: string | null;
  readonly showOnLanding?: boolean;
  readonly isActive?: boolean;
  readonly maxSessionTimeout?: number;
}

/** An organization of the world. */
export interface FixtureOrganization {
  readonly id: number;
  readonly name: string;
  readonly slug: string;
  readonly timeZone: string;
}

/** A department of the world. */
export interface FixtureDepartment {
  readonly id: number;
  readonly name: string;
  readonly organizationId: number;
}

/** A grant beside the role (AUTH-14); an inspector's ends in 30 days unless said. */
export interface GrantInput {
  readonly kind: GrantKind;
  readonly organizationId: number;
  readonly validUntil?: Date;
}

/** A person as a test asks for it; everything has a default. */
export interface UserInput {
  readonly id?: string;
  readonly email?: string;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly role?: Role;
  readonly organizationId?: number | null;
  readonly departmentId?: number | null;
  readonly managerId?: string | null;
  readonly jobTitle?: string | null;
  readonly isActive?: boolean;
  readonly mustChangePassword?: boolean;
  readonly onboardingCompleted?: boolean;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly grants?: readonly GrantInput[];
  /** Another password, hashed as the product does (some 30 ms), or null for none. */
  readonly password?: string | null;
}

/** A person of the world. */
export interface FixtureUser {
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly role: Role;
  readonly organizationId: number | null;
  readonly departmentId: number | null;
  readonly managerId: string | null;
}

/** What {@link signIn} needs of a client of the harness. */
export interface SigningInClient {
  post(path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }>;
}

const suffix = () => randomBytes(5).toString('hex');

let counter = 0;
const nextNumber = () => (counter += 1);

let fixtureHash: Promise<string> | undefined;

/** Made without a key and cheaply, so that a world is made fast: the first sign-in renews it as it renews an old one. */
const cheap = { memoryCost: 8, timeCost: 1, parallelism: 1 };

async function hashOf(keys: KeySource, userId: string, password: string | null): Promise<string | null> {
  if (password === null) return null;
  if (password !== FIXTURE_PASSWORD) return makeStoredPassword(keys, userId, password);
  return storedPassword(keys, userId, await (fixtureHash ??= hash(FIXTURE_PASSWORD, cheap)));
}

/** Runs SQL of a test in one audited command of the system; the way to prepare what no fixture function makes. */
export async function asFixture<T>(
  services: Services,
  work: (tx: CommandTransaction) => Promise<T>,
): Promise<T> {
  return runCommand(services, { actorId: null, action: 'test.fixture' }, work);
}

/** Issues a temporary password to a person, as an administrator does: a generated one, or the given. */
export async function issuePasswordTo(
  services: Services,
  userId: string,
  typed?: string,
): Promise<IssuedPassword> {
  const prepared = await preparePassword(
    services.config,
    userId,
    typed === undefined ? undefined : { password: typed, path: 'password' },
  );
  return asFixture(services, (tx) =>
    issueTemporaryPassword(tx, typed === undefined ? 'generated' : 'set', prepared),
  );
}

/** Makes organizations; in the order of the input. */
export async function createOrganizations(
  services: Services,
  inputs: readonly OrganizationInput[],
): Promise<FixtureOrganization[]> {
  return asFixture(services, (tx) => insertOrganizations(tx, inputs));
}

/** Makes one organization with a name of its own. */
export async function createOrganization(
  services: Services,
  input: OrganizationInput = {},
): Promise<FixtureOrganization> {
  return only(await createOrganizations(services, [input]));
}

/** Makes one department. */
export async function createDepartment(
  services: Services,
  input: { readonly organizationId: number; readonly name?: string },
): Promise<FixtureDepartment> {
  return asFixture(services, async (tx) => only(await insertDepartments(tx, [input])));
}

/** Makes people with their grants in one command; managers must stand before or outside the list. */
export async function createUsers(services: Services, inputs: readonly UserInput[]): Promise<FixtureUser[]> {
  return asFixture(services, (tx) => insertUsers(tx, inputs));
}

/** Makes one person: an active learner who has signed in before, unless the input says otherwise. */
export async function createUser(services: Services, input: UserInput = {}): Promise<FixtureUser> {
  return only(await createUsers(services, [input]));
}

/** Signs a person in through the API; the client keeps the cookie. Fails the test when it is refused. */
export async function signIn<Client extends SigningInClient>(
  client: Client,
  person: { readonly email: string; readonly password: string },
): Promise<Client> {
  const answer = await client.post('/api/auth/login', { email: person.email, password: person.password });
  if (answer.status !== 200) {
    throw new Error(
      `${person.email} could not sign in: ${String(answer.status)} ${JSON.stringify(answer.body)}`,
    );
  }
  return client;
}

/** Inserts organizations in an open command. */
export async function insertOrganizations(
  tx: CommandTransaction,
  inputs: readonly OrganizationInput[],
): Promise<FixtureOrganization[]> {
  const rows = inputs.map((input) => {
    const number = nextNumber();
    const { isActive = true } = input;
    return {
      name: input.name ?? `Organization ${String(number)}`,
      slug: input.slug ?? `organization-${String(number)}-${suffix()}`,
      description: input.description ?? null,
      type: input.type ?? 'Medical Training',
      timeZone: input.timeZone ?? 'UTC',
      titlePattern: input.titlePattern ?? null,
      showOnLanding: input.showOnLanding ?? false,
      maxSessionTimeout: input.maxSessionTimeout ?? 480,
      isActive,
      archivedAt: isActive ? null : new Date(),
    };
  });
  if (rows.length === 0) return [];
  const made = await tx.db
    .insertInto('organizations')
    .values(rows)
    .returning(['id', 'name', 'slug', 'timeZone'])
    .execute();
  return inOrder<{ readonly slug: string }, FixtureOrganization>(rows, made, (row) => row.slug);
}

/** Inserts departments in an open command. */
export async function insertDepartments(
  tx: CommandTransaction,
  inputs: readonly { readonly organizationId: number; readonly name?: string }[],
): Promise<FixtureDepartment[]> {
  const rows = inputs.map((input) => ({
    organizationId: input.organizationId,
    name: input.name ?? `Department ${String(nextNumber())}`,
  }));
  if (rows.length === 0) return [];
  const made = await tx.db
    .insertInto('departments')
    .values(rows)
    .returning(['id', 'name', 'organizationId'])
    .execute();
  return inOrder(rows, made, (row) => `${String(row.organizationId)} ${row.name}`);
}

/** Inserts people and their grants in an open command. */
export async function insertUsers(
  tx: CommandTransaction,
  inputs: readonly UserInput[],
): Promise<FixtureUser[]> {
  if (inputs.length === 0) return [];
  const people = await Promise.all(inputs.map((input) => userRow(tx.services.config, input)));
  await tx.db
    .insertInto('users')
    .values(people.map(({ row }) => row))
    .execute();
  const grants = people.flatMap(({ user }, index) =>
    (inputs[index]?.grants ?? []).map((grant) => ({
      userId: user.id,
      kind: grant.kind,
      organizationId: grant.organizationId,
      validUntil: grant.validUntil ?? (grant.kind === 'inspector' ? inDays(30) : null),
    })),
  );
  if (grants.length > 0) await tx.db.insertInto('userGrants').values(grants).execute();
  return people.map(({ user }) => user);
}

async function userRow(keys: KeySource, input: UserInput) {
  const number = nextNumber();
  const password = input.password === undefined ? FIXTURE_PASSWORD : input.password;
  const user: FixtureUser = {
    id: input.id ?? `u_${randomBytes(16).toString('hex')}`,
    email: input.email ?? `person-${String(number)}-${suffix()}@world.example`,
    password: password ?? '',
    firstName: input.firstName ?? `First${String(number)}`,
    lastName: input.lastName ?? `Last${String(number)}`,
    role: input.role ?? 'learner',
    organizationId: input.organizationId ?? null,
    departmentId: input.departmentId ?? null,
    managerId: input.managerId ?? null,
  };
  const row = {
    id: user.id,
    email: user.email,
    firstName: input.firstName === null ? null : user.firstName,
    lastName: input.lastName === null ? null : user.lastName,
    role: user.role,
    organizationId: user.organizationId,
    departmentId: user.departmentId,
    managerId: user.managerId,
    jobTitle: input.jobTitle ?? null,
    isActive: input.isActive ?? true,
    mustChangePassword: input.mustChangePassword ?? false,
    onboardingCompleted: input.onboardingCompleted ?? !(input.mustChangePassword ?? false),
    settings: JSON.stringify(input.settings ?? {}),
    passwordHash: await hashOf(keys, user.id, password),
  };
  return { user, row };
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

function only<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined) throw new Error('the fixture made nothing');
  return item;
}

/** Puts rows that the database gave back into the order in which they were asked for. */
function inOrder<Key, Made extends Key>(
  wanted: readonly Key[],
  made: readonly Made[],
  key: (row: Key) => string,
): Made[] {
  const byKey = new Map(made.map((row) => [key(row), row]));
  return wanted.map((row) => {
    const found = byKey.get(key(row));
    if (!found) throw new Error('the fixture lost a row');
    return found;
  });
}
