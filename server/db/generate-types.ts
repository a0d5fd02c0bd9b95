/** `npm run db:types` (STACK §3): writes the types of a migrated database, with unions where a check lists the values. */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

interface CheckRow {
  readonly table: string;
  readonly column: string;
  readonly nullable: boolean;
  readonly hasDefault: boolean;
  readonly definition: string;
}

const checksSql = `
  select c.relname as table, a.attname as column, not a.attnotnull as nullable, a.atthasdef as "hasDefault",
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_attribute a on a.attrelid = c.oid and array[a.attnum] = k.conkey
  where k.contype = 'c' and c.relnamespace = 'public'::regnamespace
  order by 1, 2`;

/** Values of a check of the form `column in ('a', 'b')`, or undefined for any other check. */
function listedValues(definition: string): string[] | undefined {
  const list =
    /^CHECK \(\(+\w+ = ANY \(ARRAY\[(.+)\]\)\)+$/.exec(definition)?.[1] ??
    /^CHECK \(\(\w+ = (.+)\)\)$/.exec(definition)?.[1];
  if (list === undefined) return undefined;
  const values = [...list.matchAll(/'([^']+)'::text/g)].map((match) => match[1] ?? '');
  return values.length > 0 && list.replaceAll(/'[^']+'::text|[,\s]/g, '') === '' ? values : undefined;
}

/** Writes the Kysely types of the database at `url` to `outFile`; fails when the generator fails. */
export async function generateTypes(url: string, outFile: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const columns: Record<string, string> = {};
  try {
    const { rows } = await client.query<CheckRow>(checksSql);
    for (const row of rows) {
      const values = listedValues(row.definition);
      if (values === undefined) continue;
      const union = [...values.map((value) => `'${value}'`), ...(row.nullable ? ['null'] : [])].join(' | ');
      columns[`${row.table}.${row.column}`] = row.hasDefault
        ? `ColumnType<${union}, ${union} | undefined, ${union}>`
        : union;
    }
  } finally {
    await client.end();
  }
  const cli = path.join(
    path.dirname(createRequire(import.meta.url).resolve('kysely-codegen/package.json')),
    'dist/cli/bin.js',
  );
  await run(process.execPath, [
    cli,
    '--dialect=postgres',
    '--camel-case',
    '--numeric-parser=number',
    '--date-parser=string',
    '--type-mapping={"int8":"number","xid8":"string","nummultirange":"string"}',
    `--overrides=${JSON.stringify({ columns })}`,
    '--exclude-pattern={migrations,pgboss}.*',
    `--url=${url}`,
    `--out-file=${outFile}`,
  ]);
}
