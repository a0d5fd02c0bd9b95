/** A company directory for tests: an API token that may manage people, and calls of SCIM with it. */
import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { directoryContract } from '#shared/contract/directory.ts';
import type { Answer, CallOptions, TestClient } from './client.ts';
import type { TestDatabase } from './database.ts';
import type { TestServer } from './server.ts';
import { start, type Started } from './started.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from './world.ts';

/** The schemas that directories write. */
export const scimUrns = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** What answers of SCIM have, as far as tests read it. */
export interface ScimBody {
  readonly id: string;
  readonly userName: string;
  readonly displayName: string;
  readonly externalId: string;
  readonly active: boolean;
  readonly title: string;
  readonly name: { readonly givenName: string; readonly familyName: string; readonly formatted: string };
  readonly emails: readonly { readonly value: string }[];
  readonly members: readonly { readonly value: string; readonly display?: string }[];
  readonly groups: readonly { readonly value: string; readonly display: string }[];
  readonly meta: { readonly location: string; readonly version: string };
  readonly schemas: readonly string[];
  readonly totalResults: number;
  readonly startIndex: number;
  readonly itemsPerPage: number;
  readonly Resources: readonly ScimBody[];
  readonly status: string;
  readonly scimType: string;
  readonly detail: string;
  readonly reason: string;
  readonly [attribute: string]: unknown;
}

/** A company directory. */
export interface Directory {
  readonly client: TestClient;
  send(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer<ScimBody>>;
  /** Creates a person, who must be accepted. */
  person(fields: object): Promise<ScimBody>;
  /** Creates a group, which must be accepted. */
  group(displayName: string, memberIds?: readonly string[]): Promise<ScimBody>;
  patch(path: string, ...operations: readonly object[]): Promise<Answer<ScimBody>>;
  find(filter: string): Promise<readonly string[]>;
}

/** Makes a directory with a new token: of one organization, or of all. */
export async function makeDirectory(
  server: TestServer,
  admin: TestClient,
  organizationId: number | null = null,
): Promise<Directory> {
  const today = server.services.clock.now().toISOString().slice(0, 10);
  const made = await admin.call(apiTokensContract.create, {
    body: {
      name: 'Directory',
      scopes: ['people.provision'],
      organizationId,
      lastDay: addDays(today, 30),
      reason: 'The directory manages people.',
    },
  });
  if (made.body.token === null) throw new Error('no token was made');
  const client = server.client({ headers: { authorization: `Bearer ${made.body.token}` } });
  const send: Directory['send'] = async (method, path, body, options) => {
    const headers = { 'content-type': 'application/scim+json', ...options?.headers };
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await client.fetch(
      method,
      `/scim/v2${path}`,
      text,
      text === undefined ? options : { ...options, headers },
    );
    const answer = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (answer === '' ? undefined : JSON.parse(answer)) as ScimBody,
    };
  };
  const created = async (path: string, body: object): Promise<ScimBody> => {
    const answer = await send('POST', path, body);
    if (answer.status !== 201)
      throw new Error(`${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    client,
    send,
    person: (fields) => created('/Users', { schemas: [scimUrns.user], active: true, ...fields }),
    group: (displayName, memberIds = []) =>
      created('/Groups', {
        schemas: [scimUrns.group],
        displayName,
        members: memberIds.map((value) => ({ value })),
      }),
    patch: (path, ...operations) =>
      send('PATCH', path, { schemas: [scimUrns.patch], Operations: operations }),
    find: async (filter) => {
      const { status, body } = await send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      if (status !== 200) throw new Error(`${filter}: ${JSON.stringify(body)}`);
      return body.Resources.map(({ userName }) => userName);
    },
  };
}

/** With one directory of all organizations. */
export type StartedDirectory = Started & { readonly directory: Directory };

/** Starts a server with a directory. */
export const startWithDirectory = (): Promise<StartedDirectory> =>
  start(async (_db, server) => {
    const admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
    return { directory: await makeDirectory(server, admin) };
  });

/** With two organizations that have directories, and a directory of all. */
export type StartedDirectories = Started & {
  readonly boss: FixtureUser;
  /** The client of {@link boss}. */
  readonly admin: TestClient;
  readonly alpha: { readonly id: number };
  readonly beta: { readonly id: number };
  readonly whole: Directory;
  readonly ofAlpha: Directory;
  readonly ofBeta: Directory;
};

/** Starts a server with an administrator, two organizations and three directories. */
export const startWithDirectories = (): Promise<StartedDirectories> =>
  start(async (_db, server) => {
    const boss = await createUser(server.services, { role: 'admin' });
    const admin = await signIn(server.client(), boss);
    const alpha = await createOrganization(server.services, { name: 'Alpha Site' });
    const beta = await createOrganization(server.services, { name: 'Beta Site' });
    const whole = await makeDirectory(server, admin);
    const ofAlpha = await makeDirectory(server, admin, alpha.id);
    const ofBeta = await makeDirectory(server, admin, beta.id);
    return { boss, admin, alpha, beta, whole, ofAlpha, ofBeta };
  });

/** Removes the people and groups of all directories; their accounts stay. */
export const emptyDirectories = ({ services }: TestServer): Promise<void> =>
  asFixture(services, async (tx) => {
    await tx.db.deleteFrom('directoryMembers').execute();
    await tx.db.deleteFrom('directoryGroups').execute();
    await tx.db.deleteFrom('directoryPeople').execute();
  });

/** The stored account of a person. */
export const storedAccount = ({ db }: TestDatabase, id: string) =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** The attribute by which a directory names a person's manager. */
export const managedBy = (value: string) => ({ [scimUrns.enterprise]: { manager: { value } } });

/** Gives the people of a directory's group a role, as an administrator. */
export const giveRole = (admin: TestClient, groupId: string, to: 'manager' | null) =>
  admin.call(directoryContract.setRole, {
    params: { id: groupId },
    body: { role: to, reason: 'They lead teams.' },
  });
