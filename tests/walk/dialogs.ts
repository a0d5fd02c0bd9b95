import { expect, test, type Page } from '@playwright/test';
import { unmarked } from '../e2e/pseudo.ts';
import { act, keyedBy, settle } from './acts.ts';
import { follow } from './follow.ts';
import type { Step } from './levels.ts';
import { see, type Scope } from './controls.ts';
import { keyOf, readDeclared, type Line } from './declared.ts';
import { surfacesOf } from './effects.ts';
import { collectNames } from './names.ts';
import { watchPage, type Watch } from './watch.ts';
import { fullestFirst, type Unit } from './units.ts';

/** A dialog, and the way to it that its screen declares. */
export interface Dialog {
  readonly unit: Unit;
  /** As declarations name it. */
  readonly name: string;
  readonly steps: readonly Step[];
  /** In the data of another day its way may be closed. */
  readonly maybe: boolean;
}

const opensDialog = /^opens dialog (.*)$/;
const opensSurface = /^opens (?:dialog|menu|alertdialog)/;

function dialogsBelow(
  lines: readonly Line[],
  way: Pick<Dialog, 'unit' | 'steps' | 'maybe'>,
  scope: Scope,
): readonly Dialog[] {
  return lines.flatMap((line) => {
    const { unit } = way;
    const steps = [...way.steps, { key: unmarked(keyOf(line)), scope }];
    const maybe = way.maybe || line.maybe === true;
    const own = line.effects.flatMap((effect) => opensDialog.exec(effect)?.[1] ?? []);
    const next = line.effects.some((effect) => opensSurface.test(effect)) ? 'surface' : scope;
    return [
      ...own.map((name) => ({ unit, name: unmarked(name), steps, maybe })),
      ...dialogsBelow(line.below, { unit, steps, maybe }, next),
    ];
  });
}

/** How a dialog is told apart within its screen: by its name, or where it is called by its data, by its control. */
const kindOf = ({ unit, name, steps }: Dialog): string =>
  [unit.path, name, ...(name === '…' ? [steps.at(-1)?.key] : [])].join(' ');

/** Every dialog that these units declare, each once: what several roles see alike is looked at as the one who sees most. */
export function dialogsOf(units: readonly Unit[]): readonly Dialog[] {
  const all = fullestFirst(units).flatMap((unit) =>
    dialogsBelow(
      readDeclared(unit.path).get(unit.walker) ?? [],
      { unit, steps: [], maybe: false },
      unit.scope,
    ),
  );
  return [...Map.groupBy(all, kindOf).values()].flatMap(
    (same) => same.find(({ maybe }) => !maybe) ?? same.slice(0, 1),
  );
}

const completing = 'button Mark as Completed';

/** A document can be completed when all of it was seen. */
async function readThrough(page: Page, watch: Watch, plain: (name: string) => string): Promise<void> {
  for (;;) {
    const next = keyedBy((await see(page, 'body')).controls, plain).get('button Next page');
    if (!next || next.disabled) break;
    await act(page, next);
    await settle(page, watch);
  }
  const done = async () => keyedBy((await see(page, 'body')).controls, plain).get(completing)?.disabled;
  await expect.poll(done, 'What was seen is noted').toBe(false);
}

/** Opens dialogs on a page that was not yet led anywhere; nothing is written from the first step on. */
export async function prepareToOpen(
  page: Page,
  origin: string,
): Promise<(dialog: Dialog) => Promise<() => Promise<void>>> {
  const names = collectNames(page);
  const watch = await watchPage(page, origin);
  // Names in the marked language are those of the declarations, and marks that are data are taken off in both.
  const plain = (text: string): string => names.plain(unmarked(names.plain(text)));
  return async ({ name, steps, maybe }) => {
    if (steps[0]?.key === completing) await readThrough(page, watch, plain);
    watch.hold();
    const seen = await follow(page, watch, plain, { steps, scope: 'surface' });
    test.skip(seen === null && maybe, 'Its control is not there today');
    const stands = async (): Promise<void> => {
      const open = async () => surfacesOf(await see(page, 'surface'), { plain });
      await expect.poll(open, `The dialog ${name} is open`).toContain(`dialog ${name}`.trim());
    };
    await stands();
    return stands;
  };
}
