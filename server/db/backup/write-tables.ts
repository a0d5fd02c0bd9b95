import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { tableFile, type BackedUpTable, type Manifest } from './manifest.ts';
import { copyTarget, dataTables, lastEventSql, type DataTable } from './tables.ts';
import { writePart } from './write-part.ts';

/** The facts of a snapshot in addition to its rows. */
export type SnapshotFacts = Pick<
  Manifest,
  'takenAt' | 'systemId' | 'installation' | 'serverVersion' | 'migrations' | 'lastEvent' | 'sequences'
>;

/** Starts the snapshot from which the whole backup is read. It locks no row and does not delay sealing. */
export async function startSnapshot(client: PoolClient): Promise<SnapshotFacts> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(`set local statement_timeout = 0`);
  await client.query(`set local idle_in_transaction_session_timeout = 0`);
  // COPY writes times and numbers as the session wants them: the same everywhere.
  await client.query(`set local timezone = 'UTC'`);
  await client.query(`set local datestyle = 'ISO, YMD'`);
  await client.query(`set local intervalstyle = 'postgres'`);
  const facts = await client.query<Omit<SnapshotFacts, 'sequences' | 'lastEvent'>>(
    `select to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "takenAt", audit.system_id() as "systemId",
       (select id from installation) as installation,
       current_setting('server_version') as "serverVersion",
       array(select name from migrations.kysely_migration order by name) as migrations`,
  );
  const sequences = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by 1`,
  );
  const [row] = facts.rows;
  if (!row) throw new Error('the database told nothing of itself');
  const last = await client.query<NonNullable<Manifest['lastEvent']>>(lastEventSql);
  return { ...row, lastEvent: last.rows[0] ?? null, sequences: sequences.rows };
}

/** Writes every table of the snapshot, compressed, with the count and the hash of its rows (OPS-04). */
export async function writeTables(
  client: PoolClient,
  folder: string,
  onTable: (table: BackedUpTable) => void,
): Promise<BackedUpTable[]> {
  const written: BackedUpTable[] = [];
  for (const table of await dataTables(client)) {
    const done = await writeTable(client, folder, table);
    onTable(done);
    written.push(done);
  }
  return written;
}

async function writeTable(client: PoolClient, folder: string, table: DataTable): Promise<BackedUpTable> {
  const source = client.query(copyTo(`copy ${copyTarget(table)} to stdout`));
  const part = await writePart(source, folder, tableFile(table), createGzip({ level: 4 }));
  return { ...table, columns: [...table.columns], rows: source.rowCount, ...part };
}
