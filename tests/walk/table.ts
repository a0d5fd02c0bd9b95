import { compareLines } from './compare.ts';
import { readDeclared, type Line } from './declared.ts';

/** What the tests saw of one screen as one walker. */
export interface SeenScreen {
  readonly path: string;
  readonly walker: string;
  readonly lines: readonly Line[];
}

const cell = (text: string): string =>
  text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('…', '…');

interface Section {
  readonly text: string;
  /** Controls that were tried, as each who walks. */
  readonly tried: number;
  readonly failed: number;
}

function sectionOf(path: string, seen: readonly SeenScreen[]): Section {
  const declared = readDeclared(path);
  const rows = new Map<string, string[]>();
  let tried = 0;
  let failed = 0;
  for (const { walker, lines } of seen) {
    for (const { control, effect, result } of compareLines(lines, declared.get(walker) ?? [])) {
      tried += 1;
      if (result !== 'as declared') failed += 1;
      const row = `${cell(control)} | ${cell(effect)} | ${result} |`;
      rows.set(row, [...(rows.get(row) ?? []), walker]);
    }
  }
  const lines = [...rows].map(([row, who]) => `| ${who.join(', ')} | ${row}`);
  return {
    text: [
      `## ${path}`,
      '',
      '| As | Control | Effect | Result |',
      '| --- | --- | --- | --- |',
      ...lines,
    ].join('\n'),
    tried,
    failed,
  };
}

/** docs/walk.md: every control of every screen with what it does. */
export function walkTable(seen: readonly SeenScreen[]): { readonly text: string; readonly failed: number } {
  const sorted = [...seen].toSorted(
    (a, b) => a.path.localeCompare(b.path) || a.walker.localeCompare(b.walker),
  );
  const sections = [...Map.groupBy(sorted, ({ path }) => path)].map(([path, own]) => sectionOf(path, own));
  const sum = (of: 'tried' | 'failed') => String(sections.reduce((all, section) => all + section[of], 0));
  const intro = [
    '# The whole walk',
    '',
    'Written by `npm run walk`, which takes every button, link, menu item, switch, tab, choice and list from the page as each role',
    'with the demo data, tries it, and compares what it causes with the declarations in `tests/walk/declared`',
    '([why so](decisions/026-walk.md)). To renew it: `npm run walk`; after a change of one screen',
    '`npm run walk -- --screen /path --declare`, read what it wrote, then walk again.',
    '',
    `**${String(sections.length)} screens, ${String(sorted.length)} walks, ${sum('tried')} controls tried, ${sum('failed')} not as declared.**`,
    '',
    'Of rows that repeat, the first of each kind stands for all: `…` is a name, `#` a figure, `{day}` a date. Writes are stopped at the',
    "browser's door, after their method, path and body were compared with the contract, so that every control starts from the same",
    'state; what the server does with them is proved by the tests of each call. Dialogs are walked one level down; a dialog that a dialog',
    'opens is only seen to open. Fields for text are not tried. Header, sidebar and what opens from them stand under _shell_.',
  ];
  return {
    text: `${[intro.join('\n'), ...sections.map(({ text }) => text)].join('\n\n')}\n`,
    failed: Number(sum('failed')),
  };
}
