import type { Kysely, RawBuilder } from 'kysely';
import type { DB } from '#server/db/db.d.ts';
import type { FigureFault } from '#server/domains/assignments/index.ts';

/** What the statements of a check of `verify` name (AUD-04). */
export async function faultsOf(
  db: Kysely<DB>,
  statements: Iterable<RawBuilder<FigureFault>> | AsyncIterable<RawBuilder<FigureFault>>,
): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const statement of statements) {
    const { rows } = await statement.execute(db);
    names.push(...rows.map(({ name, detail }) => `${name}: ${detail}`));
  }
  return names;
}
