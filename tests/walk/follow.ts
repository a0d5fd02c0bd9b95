import type { Page } from '@playwright/test';
import { act, chooseAnother, keyedBy, settle } from './acts.ts';
import { see, type Scope, type Seen } from './controls.ts';
import type { Step } from './levels.ts';
import type { Watch } from './watch.ts';

/**
 * Goes a known way through a screen and answers what is at its end: null where a control of it is missing. From its beginning,
 * or from the step with this number; `passing` hears what was there before each step.
 */
export async function follow(
  page: Page,
  watch: Watch,
  plain: (name: string) => string,
  way: { readonly steps: readonly Step[]; readonly scope: Scope },
  { from = 0, passing }: { from?: number; passing?: (at: number, seen: Seen) => void } = {},
): Promise<Seen | null> {
  for (const [at, step] of way.steps.entries()) {
    if (at < from) continue;
    let seen = await see(page, step.scope);
    const find = () => keyedBy(seen.controls, plain).get(step.key);
    // What comes with its data may come later.
    for (let looks = 0; !find() && looks < 10; looks += 1) {
      await page.waitForTimeout(500);
      seen = await see(page, step.scope);
    }
    const control = find();
    if (!control) return null;
    passing?.(at, seen);
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
