import fs from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { main } from '#server/main.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readme = fs.readFileSync(path.join(root, 'README.md'), 'utf8');
const production = readme.slice(readme.indexOf('## Run it in production'), readme.indexOf('## Development'));
const recipe = /^```\n([^]*?)^```/m.exec(production)?.[1] ?? '';
const commands = [
  ...new Set(
    [...production.matchAll(/bin\/traintrail ([a-z][^\n`#]*)/g)].map(([, command = '']) => command.trim()),
  ),
];

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('[OPS-02] the recipe of the README builds before it serves, and exports what more than one command needs', () => {
  expect(recipe).toMatch(
    /npm ci --omit=dev && npm run build[^]*traintrail migrate[^]*create-admin[^]*traintrail serve/,
  );
  for (const name of ['DATABASE_URL', 'SECRET_KEY', 'PUBLIC_URL']) {
    expect(recipe.indexOf(`export ${name}=`)).toBeGreaterThan(-1);
    expect(recipe.indexOf(`export ${name}=`)).toBeLessThan(recipe.indexOf('traintrail migrate'));
  }
  expect(commands).toContain('create-admin --email you@example.org');
});

test.each(commands)('[OPS-02] the README calls `traintrail %s` as it wants to be called', async (command) => {
  // The options are read first: a wrong call ends with 2, a right one goes on to the configuration.
  vi.stubEnv('PORT', 'no port');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const code = await main(command.split(' '));
  expect([code, said.mock.calls.join('')]).toEqual([1, expect.stringContaining('PORT must be')]);
});

test('[OPS-02] the table of the README has exactly the variables that are read', () => {
  const folder = path.join(root, 'server/platform/config');
  const readers = fs.readdirSync(folder).filter((name) => !name.endsWith('.test.ts'));
  const config = readers.map((name) => fs.readFileSync(path.join(folder, name), 'utf8')).join('\n');
  const read = [...config.matchAll(/\bread\.(?:text|url|integer|flag|choice)\(\s*'([A-Z\d_]+)'/g)];
  const rows = [...production.matchAll(/^\| ((?:`[A-Z\d_]+`(?:, )?)+)/gm)];
  const told = rows.flatMap(([, names = '']) => [...names.matchAll(/[A-Z\d_]+/g)].map(([name]) => name));
  expect(told.toSorted()).toEqual([...new Set(read.map(([, name = '']) => name))].toSorted());
});
