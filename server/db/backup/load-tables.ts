import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tableFile, type BackedUpTable, type Manifest } from './manifest.ts';
import { copyTarget, dataTables, qualified, quoted } from './tables.ts';
import { hashing } from './write-tables.ts';

/**
 * Loads every table of a backup in one transaction (OPS-04): either all of it stands, with the hashes of the manifest, or
 * nothing. Triggers and foreign keys sleep, because the rows carry what these once did. Throws an Error in words for a person.
 */
export async function loadTables(
  client: ClientBase,
  folder: string,
  manifest: Manifest,
  onTable: (table: BackedUpTable) => void,
): Promise<void> {
  await refuseOtherColumns(client, manifest);
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    await client.query('set local session_replication_role = replica');
    await client.query(`truncate ${manifest.tables.map(qualified).join(', ')} cascade`);
    for (const table of manifest.tables) {
      await loadTable(client, folder, table);
      onTable(table);
    }
    await setSequences(client, manifest);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await client.query('analyze');
}

async function refuseOtherColumns(client: ClientBase, manifest: Manifest): Promise<void> {
  const here = new Map((await dataTables(client)).map((table) => [qualified(table), table]));
  for (const table of manifest.tables) {
    const columns = here.get(qualified(table))?.columns;
    if (columns?.join() === table.columns.join()) continue;
    throw new Error(`The table ${table.schema}.${table.name} of the backup is not the one of this version.`);
  }
}

async function loadTable(client: ClientBase, folder: string, table: BackedUpTable): Promise<void> {
  const hash = createHash('sha256');
  const target = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  await pipeline(
    createReadStream(path.join(folder, tableFile(table))),
    createGunzip(),
    hashing(hash),
    target,
  );
  if (hash.digest('hex') !== table.sha256 || target.rowCount !== table.rows) {
    throw new Error(
      `The rows of ${table.schema}.${table.name} in the backup were changed: nothing was restored.`,
    );
  }
}

async function setSequences(client: ClientBase, manifest: Manifest): Promise<void> {
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [name, value]);
  // The application may not look at the trail's own sequence: the greatest number that was taken tells the same.
  await client.query(
    `select setval('audit.event_ids', greatest(1, coalesce((select max(id) from audit.events), 1)))`,
  );
}

/** True when nobody has used the database: no person, no command of anybody. */
export async function isUnused(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ used: boolean }>(
    `select exists (select 1 from ${quoted('public')}.users) as used`,
  );
  return rows[0]?.used === false;
}
