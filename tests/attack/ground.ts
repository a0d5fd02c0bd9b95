/** Where attacks take place: the real server on a database of its own, with the world of the access tests and secrets planted in it. */
import { createAccessWorld, type AccessWorld } from '#tests/access/access-world.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/cluster.ts';
import type { ReachPerson } from '#tests/harness/reach-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { createUser, issuePasswordTo, signIn } from '#tests/harness/world.ts';
import { viewersOf } from '#tests/access/reach.ts';
import type { Persona } from '#tests/access/access-world.ts';

/** Somebody who calls. */
export interface Caller {
  readonly name: string;
  /** Null: nobody is signed in. */
  readonly person: ReachPerson | null;
  /** The columns of the access table that say what this caller may do; with several, a refusal is one in all of them. */
  readonly columns: readonly Persona[];
}

/** The place. */
export interface Ground {
  readonly database: TestDatabase;
  readonly server: TestServer;
  readonly world: AccessWorld;
  readonly callers: readonly Caller[];
  /** A signed-in client of a caller; `fresh` signs in anew. */
  readonly clientOf: (caller: Caller, fresh?: boolean) => Promise<TestClient>;
  /** Texts that no answer may contain, and the one caller who may read it all the same. */
  readonly secrets: () => Promise<readonly Secret[]>;
  readonly close: () => Promise<void>;
}

/** A text that belongs to one person. */
export interface Secret {
  readonly what: string;
  readonly text: string;
  /** Whose answers may contain it: the person's own, or those of administrators. */
  readonly mayRead: (caller: Caller) => boolean;
}

function columnsOf(person: ReachPerson): readonly Persona[] {
  if (!person.isActive) return ['inactive'];
  if (person.mustChangePassword) return ['mustChange'];
  const granted = person.grants.map(({ kind }) => kind);
  return [person.role, ...granted];
}

/** Starts the server and creates the world; who starts it closes it. */
export async function createGround(database: TestDatabase): Promise<Ground> {
  const server = await startTestServer({ db: database, declaredCodes: false });
  const world = await createAccessWorld(server);
  const [alpha] = world.reach.organizations;
  const callers: readonly Caller[] = [
    { name: 'anonymous', person: null, columns: ['anonymous'] },
    ...[
      ...viewersOf(world.reach),
      ['deactivated person', alpha.inactive] as const,
      ['person with a password to change', alpha.mustChange] as const,
    ].map(([name, person]) => ({ name, person, columns: columnsOf(person) })),
  ];
  const passwords = await plantPasswords(server, world);
  const clients = new Map<string, TestClient>();
  const clientOf = async (caller: Caller, fresh = false): Promise<TestClient> => {
    const known = clients.get(caller.name);
    if (known && !fresh) return known;
    const opened = await open(server, world, caller);
    clients.set(caller.name, opened);
    return opened;
  };
  return {
    database,
    server,
    world,
    callers,
    clientOf,
    secrets: async () => [
      ...passwords,
      ...(await storedSecrets(database)),
      ...callers.flatMap((caller) => cookiesOf(caller, clients.get(caller.name))),
    ],
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

async function open(server: TestServer, world: AccessWorld, { person }: Caller): Promise<TestClient> {
  if (person === null) return server.client();
  if (!person.isActive) return world.client('inactive', true);
  return signIn(server.client(), person);
}

/** Gives somebody in each organization a temporary password, which administrators alone may read. */
async function plantPasswords({ services }: TestServer, world: AccessWorld): Promise<readonly Secret[]> {
  const planted: Secret[] = [];
  for (const { organization, supervisor } of world.reach.organizations) {
    const { id } = await createUser(services, { organizationId: organization.id, managerId: supervisor.id });
    const { password } = await issuePasswordTo(services, id, `planted-for-${id}`);
    planted.push({
      what: `the temporary password of ${id}`,
      text: password,
      mayRead: ({ person }) => person?.role === 'admin',
    });
  }
  return planted;
}

const nobody = () => false;

/** What the database keeps of passwords, sessions and tokens: hashes and sealed texts, which no answer has. */
async function storedSecrets({ admin }: TestDatabase): Promise<readonly Secret[]> {
  const { rows } = await admin.query<{ what: string; text: string }>(
    `select 'the password hash of ' || id as what, password_hash as text from users where password_hash is not null
     union all select 'the hash of a one-time token', token_hash from one_time_tokens
     union all select 'the hash of a calendar feed', token_hash from calendar_feeds`,
  );
  return rows.map((row) => ({ ...row, mayRead: nobody }));
}

function cookiesOf(owner: Caller, client: TestClient | undefined): readonly Secret[] {
  return [...(client?.cookies ?? [])].map(([name, text]) => ({
    what: `the cookie ${name} of ${owner.name}`,
    text,
    mayRead: nobody,
  }));
}
