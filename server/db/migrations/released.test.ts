import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames, migrationsFolder, migrationText, migrationsUpTo } from './index.ts';
import { readSteps } from './sql-migration.ts';

/** Name → SHA-256, as `sha256sum *.sql` writes it; a release adds its migrations. */
const released = new Map(
  fs
    .readFileSync(path.join(migrationsFolder, 'released.sha256'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => [line.slice(66, -'.sql'.length), line.slice(0, 64)] as const),
);

test('[OPS-05] released migrations are as they were released, and come before all others', () => {
  const now = migrationNames
    .slice(0, released.size)
    .map((name) => [name, createHash('sha256').update(migrationText(name)).digest('hex')]);
  expect(now).toEqual([...released]);
});

test('[OPS-05] names have a number of four digits that no other has', () => {
  for (const name of migrationNames) expect(name).toMatch(/^\d{4}-[a-z]+(?:-[a-z]+)*$/);
  const numbers = migrationNames.map((name) => name.slice(0, 4));
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('[OPS-05] a file is SQL with two kinds of instructions, in their order', () => {
  expect(
    readSteps(
      '-- What it does.\ncreate table a (id integer);\n\n--! attach audit\n--! command: seeds\ninsert into a values (1);\n',
    ),
  ).toEqual([
    { kind: 'sql', text: '-- What it does.\ncreate table a (id integer);\n\n' },
    { kind: 'attach audit' },
    { kind: 'command', reason: 'seeds' },
    { kind: 'sql', text: 'insert into a values (1);\n' },
  ]);
  expect(readSteps('-- Only words.\n')).toEqual([]);
  for (const wrong of ['--! audit\n', '--! command\n', '--!\n'])
    expect(() => readSteps(wrong)).toThrow('unknown instruction');
});

test('[OPS-04] only the beginning of this version is a former version', () => {
  const [first = '', second = '', third = ''] = migrationNames;
  expect(Object.keys(migrationsUpTo([second, first]) ?? {})).toEqual([first, second]);
  expect(Object.keys(migrationsUpTo(migrationNames) ?? {})).toEqual(migrationNames);
  for (const names of [[], [first, third], [first, 'x'], [...migrationNames, '9999-later']])
    expect(migrationsUpTo(names)).toBeUndefined();
});
