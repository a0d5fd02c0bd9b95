import { sql, type Transaction } from 'kysely';
import {
  catalogueDigest,
  compareCatalogues,
  ownCatalogue,
  readCatalogue,
  type Catalogue,
} from '#server/db/catalogue/catalogue.ts';
import { lastMigrationEvent } from '#server/db/catalogue/migration-events.ts';
import type { DB } from '#server/db/db.d.ts';
import { ddlTriggers } from '#server/db/schema/audit-ddl.ts';
import { checkLists } from './check-lists.ts';
import { checkSequences } from './check-sequences.ts';
import type { Findings } from './findings.ts';

const ddlObjects = new Set(Object.keys(ddlTriggers).map((name) => `event trigger ${name}`));

/** The clock of the product: a change of it has its own kind of finding. */
const clock = 'function app_now()';

/**
 * Checks that the database is exactly what the migrations made (DESIGN rules 4 and 11, AUD-04). It compares object by object with
 * the catalogue of this version: tables, columns with their defaults, constraints, indexes, triggers, rules, functions with their
 * settings, owners, grants, and the settings of the database and its roles. It also checks that the clock is the database's own.
 */
export async function checkGuards(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const couldRecord = (await lastMigrationEvent(tx))?.recordsDdl !== false;
  nameDifferences(await readPresent(tx), findings, couldRecord);
  await checkLists(tx, findings);
  await checkSequences(tx, findings);
  if (!couldRecord)
    findings.note(
      'ddl_not_recorded',
      'schema',
      'changes of the schema are not written to the trail: the role that migrated may not create event triggers',
    );
}

/**
 * Checks the guards of an older schema before anything repairs them. They are in order if the catalogue matches the record of the
 * last migration. If it does not match, or if no migration has recorded it yet, every difference from this version is named, even
 * objects that are only newer.
 */
export async function checkFormerGuards(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const present = await readPresent(tx);
  const last = await lastMigrationEvent(tx);
  if (last?.schema === catalogueDigest(present)) return;
  if (last?.schema) findings.add('guard_changed', 'schema', 'it is not what the last migration left');
  nameDifferences(present, findings, last?.recordsDdl !== false);
}

async function readPresent(tx: Transaction<DB>): Promise<Catalogue> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(tx);
  return readCatalogue(tx, rows[0]?.role ?? '');
}

function nameDifferences(present: Catalogue, findings: Findings, couldRecord: boolean): void {
  for (const { kind, object, detail } of compareCatalogues(ownCatalogue(), present)) {
    if (kind === 'missing' && !couldRecord && ddlObjects.has(object)) continue;
    if (object === clock)
      findings.add('clock_moved', 'app_now()', `the clock is not that of the database: ${detail}`);
    else findings.add(`guard_${kind}`, object, detail);
  }
}
