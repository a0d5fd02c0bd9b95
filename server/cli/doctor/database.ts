import { sql, type Kysely } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import { recordsDdl } from '#server/db/catalogue/migration-events.ts';
import { clockLimitMs } from '#server/platform/clock/clock.ts';
import { fingerprintOf } from '#server/platform/crypto/keys.ts';
import { readFolderId } from '#server/platform/installation/data-folder.ts';
import { openGenerations, readGenerations } from '#server/platform/installation/key-generations.ts';
import { readSealLag, readCheckSummary, sealLagLimit } from '#server/domains/audit/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import { connectionsOfProcess, listenerName } from '#server/platform/postgres/connections.ts';
import type { Examination } from './examination.ts';
import { copyExaminations } from './copies.ts';
import { examineFiles, examineGuards } from './records.ts';

/** Returns the examinations of a database that can be opened (OPS-10). */
export const databaseExaminations = (config: Config, db: Kysely<DB>): readonly Examination[] => [
  { name: 'database', look: () => lookAtServer(db) },
  { name: 'memory', look: () => lookAtMemory(db) },
  { name: 'installation', look: () => lookAtInstallation(config, db) },
  { name: 'integrity checks', look: () => lookAtIntegrity(config, db) },
  { name: 'connections', look: () => lookAtConnections(config, db) },
  { name: 'audit trail', look: () => lookAtSeals(config, db) },
  { name: 'audit guards', look: () => examineGuards(db) },
  ...copyExaminations(config, db),
  { name: 'stored files', look: () => examineFiles(config, db) },
];

async function lookAtServer(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ version: string; distance: number }>`
    select current_setting('server_version') as version,
      extract(epoch from app_now())::float8 - ${Date.now() / 1000}::float8 as distance`.execute(db);
  const { version = '?', distance = Number.NaN } = rows[0] ?? {};
  if (!(Math.abs(distance) * 1000 <= clockLimitMs)) {
    throw new Error(`its clock and this machine's are ${Math.round(distance)} seconds apart`);
  }
  const ddl = (await recordsDdl(db))
    ? ''
    : '; changes of the schema are not written to the audit trail, because the role of DATABASE_ADMIN_URL may not create event triggers';
  return `PostgreSQL ${version}, schema and role are right${ddl}`;
}

/**
 * Reports the memory settings of the database; an embedded one derives them from its machine, any other gets them from its
 * operator (PERF-03).
 */
async function lookAtMemory(db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select string_agg(name || ' ' || current_setting(name), ', ' order by place) as said
    from unnest(array['shared_buffers', 'work_mem', 'effective_cache_size', 'random_page_cost'])
      with ordinality as s (name, place)`.execute(db);
  return rows[0]?.said ?? '?';
}

/** Secret and folder of the installation, and whether its former keys open (OPS-09). */
async function lookAtInstallation(config: Config, db: Kysely<DB>): Promise<string> {
  const { formerSecrets, closed } = openGenerations(config, await readGenerations(db));
  if (closed.length > 0) throw new Error(`the former keys ${closed.join(', ')} do not open`);
  const id = readFolderId(config.dataDir) ?? 'not started yet';
  return `${id}, fingerprint of SECRET_KEY ${fingerprintOf(config)}, ${formerSecrets.length} former keys`;
}

/** Reports the result of the nightly checks, and whether their findings were signed (AUD-04). */
async function lookAtIntegrity(config: Config, db: Kysely<DB>): Promise<string> {
  const { lastEndedAt, openFindings } = await readCheckSummary(db);
  if (openFindings > 0)
    throw new Error(
      `${openFindings} ${openFindings === 1 ? 'finding' : 'findings'} that no administrator has signed for; see Integrity Checks`,
    );
  if (lastEndedAt === null) return 'none has run yet; the first one runs in the night';
  const ended = `the last one ended ${lastEndedAt.toISOString()}`;
  // An embedded database that was not running could not be checked in the meantime; its server does so at its start.
  if (config.database.kind === 'server' && Date.now() - lastEndedAt.getTime() > 2 * 86_400_000)
    throw new Error(`${ended}: is a worker running?`);
  return `${ended}, nothing is left to sign`;
}

/**
 * Checks that the connections suffice. Every running process has one listening connection; their number is multiplied by the
 * size of the pool configured here.
 */
async function lookAtConnections({ databasePool }: Config, db: Kysely<DB>): Promise<string> {
  const { rows } = await sql<{ processes: number; room: number }>`
    select (select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = ${listenerName}) as processes,
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0)
          - (select count(*)::int from pg_stat_activity where backend_type = 'client backend'
              and (datname is distinct from current_database() or usename is distinct from current_user)),
        (select rolconnlimit from pg_roles where rolname = current_user and rolconnlimit >= 0),
        (select datconnlimit from pg_database where datname = current_database() and datconnlimit >= 0)) as room`.execute(
    db,
  );
  const { processes = 0, room = 0 } = rows[0] ?? {};
  const running = Math.max(1, processes);
  const needed = running * connectionsOfProcess(databasePool);
  const use = `${running} ${running === 1 ? 'server or worker takes' : 'servers and workers take'} up to ${needed} connections`;
  if (needed > room)
    throw new Error(
      `${use}, the database has room for ${room}: raise its max_connections or lower DATABASE_POOL`,
    );
  return `${use} of ${room}`;
}

async function lookAtSeals(config: Config, db: Kysely<DB>): Promise<string> {
  const { seconds } = await readSealLag(db);
  // An embedded database that was not running could not seal in the meantime; its server does so at its start.
  if (config.database.kind === 'server' && seconds > sealLagLimit) {
    throw new Error(
      `its oldest event has waited ${Math.round(seconds)} s for a seal: is a server or worker running?`,
    );
  }
  return 'sealed up to now';
}
