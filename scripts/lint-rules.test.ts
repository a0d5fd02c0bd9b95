/**
 * Plants one violation per rule of DESIGN 'The house' in a copy of the project's skeleton and expects the linter to find
 * exactly it: a rule that does not fire protects nothing.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The areas by level: each may import those of lower levels, through their index.ts. */
const levels = [
  ['accounts'],
  ['signatures'],
  ['organizations'],
  ['people'],
  ['modules'],
  ['curricula'],
  ['assignments'],
  ['hr', 'certificates'],
  ['reminders'],
  ['reports'],
];
/** They subscribe: they may import every area, no area imports them. */
const listeners = ['notifications', 'webhooks', 'audit'];
/** They import no area, and no area imports them. */
const apart = ['mail'];
const areas = [...levels.flat(), ...listeners, ...apart];
const levelOf = (area: string): number => levels.findIndex((names) => names.includes(area));
const mayImport = (from: string, to: string): boolean =>
  ![from, to].some((area) => apart.includes(area)) &&
  !listeners.includes(to) &&
  (listeners.includes(from) || levelOf(from) > levelOf(to));

const imports = 'no-restricted-imports';
const importing = (what: string): string => `import { thing } from '${what}';\nexport const used = thing;\n`;

/** File → content, and the rule that must complain about it; null for a file that is in order. */
const planted: Record<string, readonly [content: string, rule: string | null]> = {
  'shared/domain/rules/to-server.ts': [importing('#server/db/connection.ts'), imports],
  'shared/domain/rules/to-app.ts': [importing('#app/lib/client.ts'), imports],
  'shared/domain/rules/to-node.ts': [importing('node:fs'), imports],
  'shared/domain/rules/to-framework.ts': [importing('kysely'), imports],
  'shared/domain/rules/to-contract.ts': [importing('#shared/contract/errors.ts'), imports],
  'shared/domain/rules/to-domain.ts': [importing('#shared/domain/calendar/calendar.ts'), null],
  'shared/contract/to-server.ts': [importing('../../server/db/connection.ts'), imports],
  'shared/contract/to-domain.ts': [importing('#shared/domain/calendar/calendar.ts'), null],
  'shared/contract/lazily-to-node.ts': [`export const fs = import('node:fs');\n`, imports],
  'app/screens/one/to-server.tsx': [importing('#server/db/connection.ts'), imports],
  'app/screens/one/relative-to-server.tsx': [importing('../../../server/db/connection.ts'), imports],
  'app/screens/one/to-node.tsx': [importing('node:path'), imports],
  'app/screens/one/to-feature.tsx': [importing('#app/features/training/parts.ts'), null],
  'app/features/training/to-screen.ts': [importing('#app/screens/one/parts.ts'), imports],
  'app/ui/to-feature.ts': [importing('#app/features/training/parts.ts'), imports],
  'app/lib/to-shell.ts': [importing('../shell/menu.ts'), imports],
  'server/platform/http/to-domain.ts': [importing('#server/domains/people/index.ts'), imports],
  'server/platform/http/relative-to-domain.ts': [importing('../../domains/people/index.ts'), imports],
  'server/db/migrations/to-domain.ts': [importing('#server/domains/people/index.ts'), imports],
  'server/to-app.ts': [importing('#app/lib/client.ts'), imports],
  'server/to-tests.ts': [importing('#tests/harness/world.ts'), imports],
  'server/domains/people/to-root.ts': [importing('#server/app.ts'), imports],
  'app/screens/one/type-cycle-a.ts': [
    `import type { B } from '#app/screens/one/type-cycle-b.ts';\nexport interface A {\n  readonly b: B;\n}\n`,
    'no-cycle',
  ],
  'app/screens/one/type-cycle-b.ts': [
    `import type { A } from '#app/screens/one/type-cycle-a.ts';\nexport type B = A | null;\n`,
    'no-cycle',
  ],
  'server/platform/type-cycle-a.ts': [
    `import type { B } from '#server/platform/type-cycle-b.ts';\nexport interface A {\n  readonly b: B;\n}\n`,
    'no-cycle',
  ],
  'server/platform/type-cycle-b.ts': [
    `import type { A } from '#server/platform/type-cycle-a.ts';\nexport type B = A | null;\n`,
    'no-cycle',
  ],
  'server/domains/people/cycle-a.ts': [
    `import { b } from './cycle-b.ts';\nexport const a = (): unknown => b;\n`,
    'no-cycle',
  ],
  'server/domains/people/cycle-b.ts': [
    `import { a } from './cycle-a.ts';\nexport const b = (): unknown => a;\n`,
    'no-cycle',
  ],
  'server/domains/people/default-export.ts': ['const one = 1;\nexport default one;\n', 'no-default-export'],
  'server/domains/people/with-any.ts': ['export const one = (x: any): unknown => x;\n', 'no-explicit-any'],
  'server/domains/people/floating.ts': [
    'const work = async (): Promise<void> => undefined;\nexport const start = (): void => {\n  work();\n};\n',
    'no-floating-promises',
  ],
  'server/domains/people/talking.ts': [`export const talk = (): void => console.log('x');\n`, 'no-console'],
  'server/domains/people/barrel.ts': [`export * from './people.store.ts';\n`, 'no-barrel-file'],
  'server/domains/people/index.ts': [`export * from './people.store.ts';\n`, null],
  'server/domains/people/people.store.ts': ['export const thing = 1;\n', null],
  'server/domains/people/CamelCase.ts': ['export const thing = 1;\n', 'filename-case'],
  'server/domains/people/long.ts': ['export const thing = 1;\n'.padEnd(24 + 300, '\n'), 'max-lines'],
  'server/domains/people/long-enough.test.ts': ['export const thing = 1;\n'.padEnd(24 + 300, '\n'), null],
  'server/domains/people/later.ts': ['// TODO: write it\nexport const thing = 1;\n', 'no-warning-comments'],
  'server/domains/people/swallowed.ts': [
    'export const quiet = (work: () => void): void => {\n  try {\n    work();\n  } catch {}\n};\n',
    'no-empty',
  ],
};

for (const from of areas) {
  for (const to of areas) {
    if (from === to) continue;
    const file = `server/domains/${from}/commands/to-${to}`;
    planted[`${file}.ts`] = [
      importing(`#server/domains/${to}/index.ts`),
      mayImport(from, to) ? null : imports,
    ];
    planted[`${file}-inside.ts`] = [importing(`#server/domains/${to}/${to}.store.ts`), imports];
    planted[`${file}-relative.ts`] = [importing(`../../${to}/index.ts`), imports];
  }
  planted[`server/domains/${from}/commands/to-itself.ts`] = [importing(`../${from}.store.ts`), null];
}

const root = path.resolve(import.meta.dirname, '..');
let project = '';
let found: Map<string, Set<string>>;

interface Diagnostics {
  readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
}

beforeAll(async () => {
  project = fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-lint-'));
  const configuration = [
    'oxlint.config.ts',
    'scripts/import-rules.ts',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
  ];
  const projects = ['shared', 'server', 'app', 'tests'].map((dir) => `${dir}/tsconfig.json`);
  for (const file of [...configuration, ...projects]) {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    fs.copyFileSync(path.join(root, file), path.join(project, file));
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
  for (const [file, [content]] of Object.entries(planted)) {
    fs.mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    fs.writeFileSync(path.join(project, file), content);
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve) => {
    const args = [oxlint, '--type-aware', '--format=json', 'shared', 'server', 'app'];
    execFile(process.execPath, args, { cwd: project, maxBuffer: 64_000_000 }, (_, stdout) => resolve(stdout));
  });
  found = new Map();
  for (const { code, filename } of (JSON.parse(output) as Diagnostics).diagnostics) {
    const rules = found.get(filename) ?? new Set();
    rules.add(/\(([\w-]+)\)$/.exec(code)?.[1] ?? code);
    found.set(filename, rules);
  }
});
afterAll(() => fs.rmSync(project, { recursive: true, force: true }));

test('each planted violation is found by its rule, and what is in order is left alone', () => {
  const expected = Object.entries(planted).map(([file, [, rule]]) => [file, rule === null ? [] : [rule]]);
  const actual = Object.keys(planted).map((file) => [file, [...(found.get(file) ?? [])].toSorted()]);
  expect(actual).toEqual(expected);
});
