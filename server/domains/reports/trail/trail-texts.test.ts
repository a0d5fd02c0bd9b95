import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { dataSetNames } from '#shared/domain/reports/data-sets.ts';
import { fieldOf } from '#shared/domain/audit/trail-parts.ts';
import { trailActions } from '#shared/trail/actions.ts';
import { fieldKinds } from '#shared/trail/fields.ts';
import { trailRecords } from '#shared/trail/records.ts';
import { silentFields } from '#shared/trail/silent-fields.ts';
import { trailValues } from '#shared/trail/values.ts';
import { auditedTables } from '#server/db/schema/audited-tables.ts';

const root = join(import.meta.dirname, '../../..');
const sourcesBelow = (folder: string, extension: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(extension) && !name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.includes('locales'));

const known = Object.values(trailActions).flatMap((group) => Object.keys(group));

/** Actions of commands that no request sends, as the sources write them, and those that the database writes by itself. */
function unattendedActions(): readonly string[] {
  const code = sourcesBelow(root, '.ts').flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    if (
      !/runCommand|recordAccess|record_access|countAttempts|act\(|CommandOptions|command\(|Refusal/.test(text)
    )
      return [];
    return [
      ...text.matchAll(/\baction(?:: | = )(?:\w+ \? )?'([a-zA-Z_]+\.[\w-]+)'(?: : '([a-zA-Z_]+\.[\w-]+)')?/g),
      ...text.matchAll(/record_access\('([\w.-]+)'/g),
      ...text.matchAll(/(?:act|countAttempts)\(\s*services,[^')]*'([a-zA-Z_]+\.[\w-]+)'/g),
    ].flatMap(([, ...found]) => found.filter((action) => action !== undefined));
  });
  const written = sourcesBelow(join(root, 'db/schema/functions'), '.sql').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/add_event\('\w+', '([\w.]+)'/g)].map(
      ([, action]) => action ?? '',
    ),
  );
  const migrations = readFileSync(join(root, 'db/migrations/support.ts'), 'utf8');
  const [, migration = ''] = /begin_command\('([\w.]+)'/.exec(migrations) ?? [];
  return [...new Set([...code, ...written, migration])];
}

/** The columns of a table as its schema file has them, each with the codes that its check allows. */
function columnsOf(table: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(root, `db/schema/tables/${table}.sql`), 'utf8');
  const body = text.slice(text.indexOf('(\n') + 2, text.indexOf('\n);'));
  const names = body
    .split('\n')
    .flatMap((line) => /^ {2}"?([a-z_0-9]+)"? /.exec(line)?.[1] ?? [])
    .filter((name) => name !== 'constraint');
  const codes = new Map(
    [...body.matchAll(/CHECK \(\(\(?(\w+) = ANY \(ARRAY\[([^\]]+)\]/g)].map(([, column = '', list = '']) => [
      column,
      [...list.matchAll(/'([^']+)'/g)].map(([, code]) => code ?? ''),
    ]),
  );
  return new Map(names.map((name) => [name, codes.get(name) ?? []]));
}

test('[AUD-03] every action of the contract, of jobs, of the command line and of the database has a sentence', () => {
  const declared = catalogue.flatMap(({ audit }) =>
    'command' in audit ? [audit.command] : 'access' in audit ? [audit.access] : [],
  );
  const unattended = unattendedActions();
  for (const expected of [
    'user.created',
    'mail.sent',
    'mail.placeNoted',
    'export.finished',
    'file.conversion-begun',
    'system.ddl',
    'audit.redact',
    'system.migrate',
    'account.signInFailed',
    'account.sessionEnded',
  ])
    expect([...declared, ...unattended], 'the search finds it').toContain(expected);
  const missing = [...declared, ...unattended].filter((action) => !known.includes(action));
  expect([...new Set(missing)]).toEqual([]);
  const sentences = Object.values(trailActions).flatMap((group) => Object.values(group));
  expect(sentences.filter(({ message }) => !message.startsWith('{actor} '))).toEqual([]);
  expect(new Set(known).size).toBe(known.length);
});

test('[AUD-03] every column of an audited table has a name or is silent by decision, and every code a text', () => {
  const untold: string[] = [];
  const withoutText: string[] = [];
  const unnamed: string[] = [];
  const used = new Set<string>();
  for (const { name } of auditedTables) {
    if (!(name in trailRecords)) unnamed.push(name);
    const columns = columnsOf(name);
    expect(columns.size, name).toBeGreaterThan(1);
    for (const [column, codes] of columns) {
      used.add(column).add(`${name}.${column}`);
      const field = fieldOf(name, column);
      const isSilent = silentFields.has(column) || silentFields.has(`${name}.${column}`);
      if (!field && !isSilent) untold.push(`${name}.${column}`);
      if (field?.kind === 'code')
        withoutText.push(...codes.map((code) => `${column}.${code}`).filter((key) => !(key in trailValues)));
      if (codes.length > 0 && field && field.kind !== 'code')
        withoutText.push(`${name}.${column} is told as ${field.kind}`);
    }
  }
  expect(untold).toEqual([]);
  expect(unnamed).toEqual([]);
  expect(withoutText).toEqual([]);
  expect(dataSetNames.filter((name) => !(`kind.${name}` in trailValues))).toEqual([]);
  expect([...fieldKinds.keys(), ...silentFields].filter((key) => !used.has(key))).toEqual([]);
});

test('[AUD-03] secrets and hashes are never told', () => {
  const secrets = auditedTables.flatMap(({ name, secrets: columns = [] }) =>
    columns.map((column) => fieldOf(name, column)?.kind ?? 'silent'),
  );
  expect(secrets.filter((kind) => kind !== 'silent' && kind !== 'secret')).toEqual([]);
});
