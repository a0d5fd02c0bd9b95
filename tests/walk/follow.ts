import type { Page } from '@playwright/test';
import { act, chooseAnother, keyedBy, settle } from './acts.ts';
import { see, type Scope, type Seen } from './controls.ts';
import type { Watch } from './watch.ts';

/** One step on the way from the fresh screen to what is walked or looked at. */
export interface Step {
  readonly key: string;
  /** The part in which its control stands. */
  readonly scope: Scope;
}

/** Goes a known way through a screen that was just opened, and answers what is at its end: null where a control of it is missing. */
export async function follow(
  page: Page,
  watch: Watch,
  plain: (name: string) => string,
  way: { readonly steps: readonly Step[]; readonly scope: Scope },
): Promise<Seen | null> {
  const find = async ({ key, scope }: Step) => keyedBy((await see(page, scope)).controls, plain).get(key);
  for (const step of way.steps) {
    let control = await find(step);
    // What comes with its data may come later.
    for (let looks = 0; !control && looks < 10; looks += 1) {
      await page.waitForTimeout(500);
      control = await find(step);
    }
    if (!control) return null;
    await act(page, control);
    await settle(page, watch);
    if (control.role === 'combobox') await chooseAnother(page, watch, control);
  }
  for (let looks = 0; way.scope === 'surface' && looks < 10; looks += 1) {
    const seen = await see(page, way.scope);
    if (seen.surfaces.length > 0) return seen;
    await page.waitForTimeout(500);
  }
  return see(page, way.scope);
}
