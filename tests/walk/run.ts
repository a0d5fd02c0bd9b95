/**
 * `npm run walk`: takes every control of every screen from the page as each role, looks at every screen with each filling, and writes
 * docs/walk.md from what is declared. `-- --screen /users` walks one screen, `--only walk.spec.ts` without its looks; `--declare`
 * writes what was seen into tests/walk/declared, to be read before it is kept.
 */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeDeclared } from './declared.ts';
import { root } from './facts.ts';
import { failuresOf, walkTable, type SeenScreen } from './table.ts';

const { values } = parseArgs({
  options: {
    screen: { type: 'string', multiple: true },
    declare: { type: 'boolean' },
    only: { type: 'string' },
  },
});
const folder = join(root, 'test-results/walk');
const seenFolder = join(folder, 'seen');
if (values.screen === undefined && values.only === undefined)
  rmSync(folder, { recursive: true, force: true });

const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config=tests/walk/playwright.config.ts',
    ...(values.only === undefined ? [] : [values.only]),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      // Three widths and whole pages (tests/e2e/looks.ts).
      WALK: '1',
      WALK_SCREENS: values.screen?.join() ?? '',
      WALK_DECLARE: values.declare === true ? '1' : '',
    },
  },
);
const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));

const files = existsSync(seenFolder) ? readdirSync(seenFolder).toSorted() : [];
const seen = files.map((file) => JSON.parse(readFileSync(join(seenFolder, file), 'utf8')) as SeenScreen);
if (values.declare === true) {
  for (const { path, walker, lines } of seen) {
    if (values.screen === undefined || values.screen.includes(path)) writeDeclared(path, walker, lines);
  }
}
writeFileSync(join(root, 'docs/walk.md'), walkTable());
const failed = failuresOf(seen);
process.stdout.write(`${String(seen.length)} walks, ${String(failed)} controls not as declared\n`);
process.exitCode = code === 0 && failed === 0 ? 0 : 1;
