import fs from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor, type ESTree } from 'vite';
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

/** Objects that a call stores or raises: values of columns, events, errors. */
const storing = new Set(['AppError', 'emit', 'set', 'values', 'doUpdateSet']);
/** Names under which a sentence would be stored or sent. */
const spoken = new Set([
  'reason',
  'problem',
  'detail',
  'note',
  'voidedReason',
  'revokedReason',
  'cycleReason',
]);

/** Sentences that a source writes into errors, events and columns, where only codes may be. */
function proseIn(file: string, text: string): string[] {
  const found: string[] = [];
  const look = (node: ESTree.Node | ESTree.Node[] | null | undefined): void => {
    if (Array.isArray(node)) return node.forEach(look);
    if (node === null || node === undefined) return;
    const words =
      node.type === 'Literal'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? node.quasis.map(({ value }) => value.cooked).join('0')
          : null;
    if (typeof words === 'string' && /\p{L}{2,} \p{L}/u.test(words)) found.push(`${file}: ${words}`);
    if (node.type === 'ObjectExpression')
      for (const part of node.properties) look(part.type === 'Property' ? part.value : null);
    if (node.type === 'ConditionalExpression') look([node.consequent, node.alternate]);
    if (node.type === 'LogicalExpression') look([node.left, node.right]);
    if (node.type === 'ArrayExpression') for (const part of node.elements) look(part);
  };
  const called = ({ callee }: ESTree.CallExpression | ESTree.NewExpression): string =>
    callee.type === 'Identifier'
      ? callee.name
      : callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
        ? callee.property.name
        : '';
  const judge = (call: ESTree.CallExpression | ESTree.NewExpression): void => {
    if (storing.has(called(call))) look(call.arguments);
  };
  new Visitor({
    CallExpression: judge,
    NewExpression: judge,
    Property({ key, value }) {
      if (key.type === 'Identifier' && spoken.has(key.name)) look(value);
    },
  }).visit(parseSync(file, text).program);
  return [...new Set(found)];
}

test('[SHELL-09] errors, events and columns carry codes, whose sentences the catalogue has', () => {
  const planted = [
    "throw new AppError('NOT_FOUND', { reason: 'There is no such training' });",
    "tx.emit({ type: 'module.retired', note: `Retired by ${name} today` });",
    "db.updateTable('runs').set({ state, outcome: late ? 'It was too late' : null });",
    "await ctx.command(run, { reason: 'Because of a review' });",
  ];
  for (const text of planted) expect(proseIn('planted.ts', text)).toHaveLength(1);
  expect(proseIn('planted.ts', "new AppError('NOT_FOUND', { reason: 'module_not_found' })")).toEqual([]);
  const product = sources().filter(
    ([file]) =>
      !/^(?:db|demo)\/|^platform\/http\/openapi\/|mail-editing\.ts$|\.(?:texts|mails)\.ts$/.test(file),
  );
  expect(product.flatMap(([file, text]) => proseIn(file, text))).toEqual([]);
});
