import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql, type Kysely, type Transaction } from 'kysely';
import { auditRole } from '#server/db/permissions.ts';
import { catalogueSql } from './catalogue-sql.ts';

/** The description of one object by the database: name of a fact → its value. */
export type Facts = Readonly<Record<string, string | boolean>>;

/** Everything that the migrations create: object → its facts. */
export type Catalogue = ReadonlyMap<string, Facts>;

/** Reads the catalogue of a database in its current state. Names contain the role of the application as `application`. */
export async function readCatalogue<Schema>(tx: Transaction<Schema>, appRole: string): Promise<Catalogue> {
  const { rows: before } = await sql<{ path: string }>`select current_setting('search_path') as path`.execute(
    tx,
  );
  await sql`select pg_catalog.set_config('search_path', 'pg_catalog', true)`.execute(tx);
  const { rows } = await catalogueSql(appRole, auditRole).execute(tx.withoutPlugins());
  await sql`select set_config('search_path', ${before[0]?.path ?? ''}, true)`.execute(tx);
  return new Map(rows.map(({ object, facts }) => [object, facts]));
}

/** Reads the catalogue of a database in a separate transaction. */
export const readCatalogueOf = <Schema>(db: Kysely<Schema>, appRole: string): Promise<Catalogue> =>
  db.transaction().execute((tx) => readCatalogue(tx, appRole));

const file = new URL('../catalogue.json', import.meta.url);
let own: Catalogue | undefined;

/** Returns the catalogue of this version's schema, as `npm run db:types` wrote it from a freshly migrated database. */
export function ownCatalogue(): Catalogue {
  own ??= new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Facts>));
  return own;
}

/** Returns the text of a catalogue for its file: one object per line, so that a change of the schema is readable. */
export function catalogueText(catalogue: Catalogue): string {
  const lines = [...catalogue].map(
    ([object, facts]) => `${JSON.stringify(object)}: ${JSON.stringify(ordered(facts))}`,
  );
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** Returns the SHA-256 of a catalogue, hex: shows in one line whether a schema is exactly as created. */
export const catalogueDigest = (catalogue: Catalogue): string =>
  createHash('sha256').update(catalogueText(catalogue)).digest('hex');

const ordered = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** One object that differs from its creation, with the difference in words. */
export interface Difference {
  readonly kind: 'missing' | 'changed' | 'added';
  readonly object: string;
  readonly detail: string;
}

/** Returns the differences between the expected catalogue and the present one. */
export function compareCatalogues(expected: Catalogue, present: Catalogue): readonly Difference[] {
  const differences: Difference[] = [];
  for (const [object, facts] of expected) {
    const now = present.get(object);
    if (!now) differences.push({ kind: 'missing', object, detail: 'it is not there' });
    else if (now['switched off'] === true)
      differences.push({ kind: 'missing', object, detail: 'it is switched off' });
    else {
      const names = [...new Set([...Object.keys(facts), ...Object.keys(now)])]
        .filter((name) => facts[name] !== now[name])
        .toSorted();
      if (names.length > 0) differences.push({ kind: 'changed', object, detail: changed(names, now) });
    }
  }
  for (const object of present.keys())
    if (!expected.has(object))
      differences.push({ kind: 'added', object, detail: 'the product has no such object' });
  return withoutParts(differences);
}

const relation = /^(?:table|view|materialized view|foreign table) (.+)$/;

/** If a whole table is missing or new, its columns, constraints, indexes and triggers need no separate lines. */
function withoutParts(differences: readonly Difference[]): readonly Difference[] {
  const whole = differences.flatMap(({ kind, object }) => {
    const name = kind === 'changed' ? undefined : relation.exec(object)?.[1];
    return name === undefined ? [] : [{ kind, name }];
  });
  return differences.filter(
    ({ kind, object }) =>
      !whole.some(
        (table) =>
          table.kind === kind &&
          (object.startsWith(`column ${table.name}.`) || object.endsWith(` on ${table.name}`)),
      ),
  );
}

const changed = (names: readonly string[], now: Facts): string =>
  `not as the product made it; now ${names.map((name) => `${name}: ${short(now[name])}`).join(', ')}`;

const short = (value: string | boolean | undefined): string => {
  if (value === undefined) return 'none';
  if (value === true) return 'yes';
  const text = String(value);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
};
