import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Sources of the server that are no tests, by their path below server/. */
function sources(): readonly (readonly [file: string, text: string])[] {
  return fs
    .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file))
    .map((file) => [file, fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')] as const);
}

/** Files whose text has what a rule forbids. */
const found = (files: ReturnType<typeof sources>, forbidden: RegExp, among: (file: string) => boolean) =>
  files.flatMap(([file, text]) => (among(file) && forbidden.test(text) ? [file] : []));

const reads = /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const isActive = /\bis_active and (\w+\.)?erased_at is null/;

test('[OPS-06] routes bind handlers and read nothing themselves', () => {
  const isRoute = (file: string) => file.endsWith('.routes.ts');
  const planted = ["ctx.db.selectFrom('users')", 'sql<Row>`select 1`'].map(
    (text) => ['planted.routes.ts', text] as const,
  );
  expect(found(planted, reads, isRoute)).toHaveLength(2);
  expect(found(sources(), reads, isRoute)).toEqual([]);
});

test('[USR-03] who is active is written once', () => {
  const elsewhere = (file: string) => !/active-person\.ts$|^db\//.test(file);
  expect(found([['planted.ts', 'u.is_active and u.erased_at is null']], isActive, elsewhere)).toHaveLength(1);
  expect(found(sources(), isActive, elsewhere)).toEqual([]);
});
