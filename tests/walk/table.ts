import { compareLines } from './compare.ts';
import { readDeclared, type Line } from './declared.ts';
import { unitsOf } from './units.ts';

/** What the tests saw of one screen as one walker. */
export interface SeenScreen {
  readonly path: string;
  readonly walker: string;
  readonly lines: readonly Line[];
}

/** How many controls did not do what is declared. */
export function failuresOf(seen: readonly SeenScreen[]): number {
  const rows = seen.flatMap(({ path, walker, lines }) =>
    compareLines(lines, readDeclared(path).get(walker) ?? []),
  );
  return rows.filter(({ result }) => result !== 'as declared').length;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** Every control of a screen with what it does, and who has it. */
function rowsOf(path: string, walkers: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const declared = readDeclared(path);
  const rows = new Map<string, string[]>();
  for (const walker of walkers) {
    const lines = declared.get(walker) ?? [];
    // What is compared with itself is told as the walk tells it.
    for (const { control, effect } of compareLines(lines, lines)) {
      const row = `${cell(control)} | ${cell(effect)} |`;
      rows.set(row, [...(rows.get(row) ?? []), walker]);
    }
  }
  return rows;
}

function sectionOf(path: string, rows: ReadonlyMap<string, readonly string[]>): string {
  const lines = [...rows].map(([row, who]) => `| ${who.join(', ')} | ${row}`);
  return [`## ${path}`, '', '| As | Control | Effect |', '| --- | --- | --- |', ...lines].join('\n');
}

/** docs/walk.md: every declared control of every screen with what it does, and which walks declare nothing yet. */
export function walkTable(): string {
  const units = unitsOf();
  const missing = units.filter(({ path, walker }) => !readDeclared(path).has(walker));
  const sections = [...Map.groupBy(units, ({ path }) => path)]
    .map(([path, own]) => {
      const rows = rowsOf(
        path,
        own.map(({ walker }) => walker),
      );
      return { path, rows };
    })
    .filter(({ rows }) => rows.size > 0);
  const tried = sections.flatMap(({ rows }) => [...rows.values()]).reduce((sum, who) => sum + who.length, 0);
  const intro = [
    '# The whole walk',
    '',
    'What each button, link, menu item, switch, tab, choice and list does, for each role, with the demo data. `npm run walk` takes them from',
    'the page, tries each, and fails where one does something else than this, does nothing, is new or is gone ([why so](decisions/026-walk.md)).',
    '',
    'Written by `npm run walk` from `tests/walk/declared`; not to be edited. To renew it after a change of a screen:',
    '`npm run walk -- --screen /path --declare --only walk.spec.ts`, and read what it wrote like code.',
    '',
    `**${String(sections.length)} screens, ${String(units.length - missing.length)} of ${String(units.length)} walks declared, ${String(tried)} controls.**`,
    '',
    'Of rows that repeat, the first of each kind stands for all: `…` is a name, `#` a figure, `{day}` a date. Writes are stopped at the',
    "browser's door, after their method, path and body were compared with the contract, so that every control starts from the same",
    'state; what the server does with them is proved by the tests of each call. Dialogs are walked one level down; a dialog that a dialog',
    'opens is only seen to open. Fields for text are not tried. Header, sidebar and what opens from them stand under _shell_.',
  ];
  const open = missing.map(({ path, walker }) => `- ${path} as ${walker}`);
  const parts = [
    intro.join('\n'),
    ...(open.length > 0
      ? [`## Walks without a declaration\n\nThe walk fails on these.\n\n${open.join('\n')}`]
      : []),
    ...sections.map(({ path, rows }) => sectionOf(path, rows)),
  ];
  return `${parts.join('\n\n')}\n`;
}
