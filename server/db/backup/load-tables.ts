import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import type { ClientBase } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tableFile, type BackedUpTable, type Manifest } from './manifest.ts';
import { withGuardsDisabled } from './disabled-guards.ts';
import { copyTarget, dataTables, leftOutTables, qualified, schemas } from './tables.ts';
import { measuring } from './write-part.ts';

/**
 * Loads every table of a checked backup in one transaction (OPS-04): either all of it, with the hashes of the manifest, or
 * nothing. Throws an Error with a message for people.
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
    await withGuardsDisabled(client, schemas, async () => {
      const cleared = [...manifest.tables, ...leftOutTables].map(qualified);
      await client.query(`truncate ${cleared.join(', ')}`);
      for (const table of manifest.tables) {
        await loadTable(client, folder, table);
        onTable(table);
      }
      await setSequences(client, manifest);
    });
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
  const measure = measuring();
  const target = client.query(copyFrom(`copy ${copyTarget(table)} from stdin`));
  const source = createReadStream(path.join(folder, tableFile(table)));
  try {
    await pipeline(source, measure.through, createGunzip(), target);
  } catch (error) {
    if (error instanceof pg.DatabaseError) throw error;
    throw changedMeanwhile(table, error);
  }
  if (measure.part().sha256 !== table.sha256 || target.rowCount !== table.rows) throw changedMeanwhile(table);
}

const changedMeanwhile = ({ schema, name }: BackedUpTable, cause?: unknown): Error =>
  new Error(`The rows of ${schema}.${name} were changed while they were restored: nothing was restored.`, {
    cause,
  });

async function setSequences(client: ClientBase, manifest: Manifest): Promise<void> {
  for (const { name, value } of manifest.sequences)
    await client.query('select setval($1::regclass, $2)', [name, value]);
  // The application may not read the trail's sequence; the greatest id in the table has the same value.
  await client.query(
    `select setval('audit.event_ids', greatest(1, coalesce((select max(id) from audit.events), 1)))`,
  );
}
