/**
 * The database of a test run (DESIGN rule 11): one throw-away cluster, or the server that DATABASE_URL names, with one
 * migrated template that every test file clones. Nothing here needs vitest: benchmarks and browser tests use it too.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Kysely } from 'kysely';
import { createDatabase } from '#server/db/database.ts';
import type { DB } from '#server/db/db.d.ts';
import { migrateToLatest } from '#server/db/migrate.ts';
import { defaultAppRole } from '#server/db/permissions.ts';
import { migrationLock } from '#server/db/schema/audit-ddl.ts';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { sizingFor, thisMachine } from '#server/platform/postgres/sizing.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { withConnection } from '#tests/harness/with-connection.ts';
import { observeStatements } from './observe-statements.ts';
import { roomInMemory } from './room-in-memory.ts';

observeStatements();

/**
 * Statement by which the superuser of a throw-away cluster moves the clock of one database (tests only);
 * the application's role may not run it, and `verify` names a database whose clock has been moved.
 */
const moveClockSql = (offsetMilliseconds: number): string =>
  offsetMilliseconds === 0
    ? `create or replace function app_now() returns timestamptz language sql stable parallel safe as 'select now()'`
    : `create or replace function app_now() returns timestamptz language sql stable parallel safe
         as $clock$ select now() + interval '${String(Math.trunc(offsetMilliseconds))} milliseconds' $clock$`;

/** How to reach the databases of a run; plain data, so that it can be handed to other processes. */
export interface ClusterFacts {
  /** The superuser, through the socket or as DATABASE_URL says. */
  readonly adminUrl: string;
  /** The superuser over TCP. */
  readonly tcpAdminUrl: string;
  /** Name of the migrated template. */
  readonly template: string;
  readonly appRole: string;
  readonly appPassword: string;
  /** Every database of this run begins so. */
  readonly prefix: string;
}

/** A running test cluster. */
export interface TestCluster {
  readonly facts: ClusterFacts;
  /** Drops what the run made and stops the embedded server. */
  readonly stop: () => Promise<void>;
}

/** A database of its own for one test file or one program. */
export interface TestDatabase {
  readonly name: string;
  /** For the application's role: what a server or command of the product gets as DATABASE_URL. */
  readonly url: string;
  /** For the superuser: DATABASE_ADMIN_URL. */
  readonly adminUrl: string;
  /** The application's role through the product's own query builder. */
  readonly db: Kysely<DB>;
  /** The superuser, for what only an attacker or an administrator of the database can do. */
  readonly admin: pg.Pool;
  /** Moves `app_now()` of this database by so much from the real time; 0 brings it back. Running servers follow. */
  readonly moveClock: (offset: ClockOffset) => Promise<void>;
  /** Closes both pools and drops the database. */
  readonly drop: () => Promise<void>;
}

/** Distance from the real time; the parts add up. */
export interface ClockOffset {
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly milliseconds?: number;
}

/** What a clone may be made with. */
export interface CloneOptions {
  /** Connect over TCP instead of the socket. */
  readonly tcp?: boolean;
  /** An empty database instead of a clone of the migrated template. */
  readonly empty?: boolean;
}

/**
 * Fewer buffers than an installation has, for databases that are small and come and go: every start and end of a connection, and every
 * database that is created or dropped, costs time in proportion to them. Plans are those of an installation.
 */
const fewBuffers = { ...sizingFor(thisMachine()), sharedBuffers: 256 * 2 ** 20 };

async function asAdmin<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Starts the cluster and migrates the template. With `serverUrl` (a superuser's) that server is used instead. */
export async function startTestCluster(serverUrl?: string): Promise<TestCluster> {
  const embedded =
    serverUrl === undefined
      ? await startEmbedded({ durable: false, tcp: true, throwAwayIn: roomInMemory(), sizing: fewBuffers })
      : undefined;
  const adminUrl = serverUrl ?? connectionUrl(embedded!.superuserConnection);
  const run = `tt_${randomBytes(4).toString('hex')}`;
  const facts: ClusterFacts = {
    adminUrl,
    tcpAdminUrl: embedded?.tcpConnection ? connectionUrl(embedded.tcpConnection) : adminUrl,
    template: `${run}_template`,
    // On a server that is not ours the role is the run's own, so that two runs do not change each other's password.
    appRole: embedded ? defaultAppRole : `${run}_app`,
    appPassword: randomBytes(18).toString('base64url'),
    prefix: run,
  };
  const stop = async (): Promise<void> => {
    if (embedded) await embedded.stop();
    else await removeRun(facts);
  };
  try {
    await asAdmin(adminUrl, async (client) => {
      const { rows } = await client.query<{ superuser: boolean }>(
        'select rolsuper as superuser from pg_roles where rolname = current_user',
      );
      if (rows[0]?.superuser !== true) throw new Error('DATABASE_URL of the tests must name a superuser');
      await client.query(`create database ${facts.template} template template0 encoding 'UTF8'`);
    });
    const appRole = { name: facts.appRole, password: facts.appPassword };
    await migrateToLatest(withConnection(adminUrl, { database: facts.template }), appRole);
    await asAdmin(adminUrl, (client) =>
      client.query(`alter database ${facts.template} with is_template true allow_connections false`),
    );
    return { facts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function removeRun(facts: ClusterFacts): Promise<void> {
  await asAdmin(facts.adminUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, $1)`,
      [`${facts.prefix}_`],
    );
    for (const { datname } of rows) {
      await client.query(`alter database ${datname} with is_template false`);
      await client.query(`drop database if exists ${datname} with (force)`);
    }
    await client.query(`drop role if exists ${facts.appRole}`);
  });
}

/** Changes the schema under the lock of migrations: what a test prepares is no event of the trail. */
export async function declareAsMigration(admin: pg.Pool, statement: string): Promise<void> {
  await admin.query(`begin; select pg_advisory_xact_lock(${migrationLock}); ${statement}; commit`);
}

let clones = 0;

/**
 * Lets connections of a pool be lost without an error: a test that cuts connections cuts idle ones too, and a pool that has ended may
 * still be closing some when its database is dropped.
 */
export function forgiveLoss(pool: pg.Pool): void {
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
}

/** Clones the template (some 40 ms), opens the application's and the superuser's pool. */
export async function cloneDatabase(facts: ClusterFacts, options: CloneOptions = {}): Promise<TestDatabase> {
  clones += 1;
  const name = `${facts.prefix}_${process.pid}_${clones}`;
  const base = options.tcp === true ? facts.tcpAdminUrl : facts.adminUrl;
  const { appRole, appPassword } = facts;
  await asAdmin(facts.adminUrl, async (client) => {
    await createFrom(client, name, options.empty === true ? undefined : facts.template);
    // Rights on the database itself and its settings are not part of a clone.
    await client.query(`revoke temporary, create on database ${name} from public`);
    await client.query(`grant connect on database ${name} to ${appRole}`);
    await client.query(
      `alter role ${appRole} in database ${name} set idle_in_transaction_session_timeout = '60s'`,
    );
  });
  const adminUrl = withConnection(base, { database: name });
  const url = withConnection(adminUrl, { user: appRole, password: appPassword });
  const database = createDatabase(url);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 4 });
  forgiveLoss(admin);
  return {
    name,
    url,
    adminUrl,
    db: database.db,
    admin,
    moveClock: async (offset) => {
      await declareAsMigration(admin, moveClockSql(offsetMilliseconds(offset)));
      await admin.query('notify app_clock');
    },
    drop: async () => {
      await database.close();
      await admin.end();
      await asAdmin(facts.adminUrl, (client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Keeps a database as it is, for clones; it is closed. Answers how to clone it. */
export async function keepAsTemplate(facts: ClusterFacts, database: TestDatabase): Promise<ClusterFacts> {
  await database.db.destroy();
  await database.admin.end();
  await asAdmin(facts.adminUrl, (client) =>
    client.query(`alter database ${database.name} with is_template true allow_connections false`),
  );
  return { ...facts, template: database.name };
}

function offsetMilliseconds({ days = 0, hours = 0, minutes = 0, milliseconds = 0 }: ClockOffset): number {
  return ((days * 24 + hours) * 60 + minutes) * 60_000 + milliseconds;
}

async function createFrom(client: pg.Client, name: string, template: string | undefined): Promise<void> {
  if (template === undefined) {
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    return;
  }
  try {
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  } catch (error) {
    // Before PostgreSQL 15 there is no choice, and copying files is what it does.
    if (!(error instanceof pg.DatabaseError) || error.code !== '42601') throw error;
    await client.query(`create database ${name} template ${template}`);
  }
}
