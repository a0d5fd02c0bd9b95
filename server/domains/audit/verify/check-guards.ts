import { sql, type Transaction } from 'kysely';
import { compareCatalogues, ownCatalogue, readCatalogue } from '#server/db/catalogue/catalogue.ts';
import type { DB } from '#server/db/db.d.ts';
import type { Findings } from './findings.ts';

/** The clock of the product: what is done to it has a name of its own. */
const clock = 'function app_now()';

/**
 * DESIGN rules 4 and 11, AUD-04: the database has exactly what the migrations made, compared object by object with the catalogue of
 * this version: tables, columns with their defaults, constraints, indexes, triggers, rules, functions with their settings, owners
 * and grants, and the settings of database and roles. The clock is the database's own.
 */
export async function checkGuards(tx: Transaction<DB>, findings: Findings): Promise<void> {
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(tx);
  const present = await readCatalogue(tx, rows[0]?.role ?? '');
  for (const { kind, object, detail } of compareCatalogues(ownCatalogue(), present)) {
    if (object === clock)
      findings.add('clock_moved', 'app_now()', `the clock is not that of the database: ${detail}`);
    else findings.add(`guard_${kind}`, object, detail);
  }
}
