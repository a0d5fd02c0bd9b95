import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { callsOf, splitImports } from '../scripts/contract-for-the-page.ts';

const contract = join(import.meta.dirname, '../shared/contract');
const sources = readdirSync(contract).map((name) => readFileSync(join(contract, name), 'utf8'));

test('[PERF-02] the page gets method, path and id of every call, and no schema with them', () => {
  const calls = sources.map(callsOf).join('\n');
  const missing = catalogue.filter(
    ({ id, method, path }) =>
      !new RegExp(
        `id: '${RegExp.escape(id)}',\\s+method: '${method}',\\s+path: '${RegExp.escape(path)}'`,
      ).test(calls),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
  expect(calls).not.toMatch(/zod|\bz\.|summary:|response:/);
});

test('[PERF-02] an import of calls and schemas becomes two', () => {
  const source =
    "import { signInForm, accountsContract } from '#shared/contract/accounts.ts';\nexport const x = 1;";
  expect(splitImports(source)).toBe(
    "import { accountsContract } from '#shared/contract/accounts.ts?calls.ts';" +
      "import { signInForm } from '#shared/contract/accounts.ts';\nexport const x = 1;",
  );
  const types = "import type { Problem } from '#shared/contract/errors.ts';";
  expect(splitImports(types)).toBe(types);
});

test('[PERF-02] the page reads no schema off a call: forms import theirs by name', () => {
  const app = import.meta.dirname;
  const reads = readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((file) => {
      const found = /\b\w+Contract\.\w+\??\.(params|query|body|response|multipart|summary|audit)\b/.exec(
        readFileSync(file, 'utf8'),
      );
      return found ? [`${relative(app, file)}: ${found[0]}`] : [];
    });
  expect(reads).toEqual([]);
});
