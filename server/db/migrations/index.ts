import fs from 'node:fs';
import path from 'node:path';
import type { Migration } from 'kysely/migration';
import { sqlMigration } from '#server/db/migrations/sql-migration.ts';

/** Where the files of the migrations are. */
export const migrationsFolder = import.meta.dirname;

/** Names of all migrations in their order: the names of their files. */
export const migrationNames: readonly string[] = fs
  .readdirSync(migrationsFolder)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.slice(0, -'.sql'.length))
  .toSorted();

/** The text of a migration's file. */
export const migrationText = (name: string): string =>
  fs.readFileSync(path.join(migrationsFolder, `${name}.sql`), 'utf8');

/** Every migration in its order (OPS-05); `released.sha256` keeps those that were released from being changed. */
export const migrations: Readonly<Record<string, Migration>> = Object.fromEntries(
  migrationNames.map((name) => [name, sqlMigration(migrationText(name))]),
);

/**
 * The migrations that a database of a former release has seen, as they still are (OPS-04, OPS-05); undefined when the names are
 * not the beginning of this version's, as those of a newer version.
 */
export function migrationsUpTo(names: readonly string[]): typeof migrations | undefined {
  const first = migrationNames.slice(0, names.length);
  if (names.length === 0 || first.join() !== names.toSorted().join()) return undefined;
  return Object.fromEntries(Object.entries(migrations).slice(0, names.length));
}
