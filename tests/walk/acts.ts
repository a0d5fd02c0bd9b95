import type { Page } from '@playwright/test';
import type { RawControl } from './controls.ts';
import { keyOf } from './declared.ts';
import { placeOf } from './effects.ts';
import type { Watch } from './watch.ts';

/**
 * Controls by what tells them apart: the first of each row, since the others are called the same but for the name in them. Links
 * with one name and two screens are told apart by the screen.
 */
export function keyedBy(
  controls: readonly RawControl[],
  plain: (name: string) => string,
): ReadonlyMap<string, RawControl> {
  const found = new Map<string, RawControl>();
  for (const control of controls) {
    const key = keyOf({ role: control.role, name: callOf(control, plain) });
    const old = found.get(key);
    if (!old || (old.disabled && !control.disabled)) found.set(key, control);
    else if (leadsTo(old) !== leadsTo(control)) {
      const name = `${control.name} (${leadsTo(control)})`;
      const twin = { ...control, name };
      const twinKey = keyOf({ role: control.role, name: callOf(twin, plain) });
      if (!found.has(twinKey)) found.set(twinKey, twin);
    }
  }
  return found;
}

/** What a control is called without the names of data and of its row, so that it is the same in each row. */
export function callOf({ name, row }: RawControl, plain: (name: string) => string): string {
  if (row === '') return plain(name);
  return plain(
    name.replaceAll(new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(row)}(?![\\p{L}\\d])`, 'gu'), '…'),
  );
}

/** The screen of a link, without what it filters there; nothing of another control. */
function leadsTo({ role, href }: RawControl): string {
  if (role !== 'link' || href === null || !href.startsWith('/')) return '';
  return placeOf(`http://localhost${href}`).split(/[?#]/)[0] ?? '';
}

/**
 * Waits until nothing is being fetched or drawn any more; what never rests is left after eight seconds, and a screen that was
 * `left` for another one is not waited for.
 */
export async function settle(
  page: Page,
  watch: Watch,
  rest = 160,
  left: () => boolean = () => false,
): Promise<void> {
  const end = Date.now() + 8000;
  let quietSince = Date.now();
  while (Date.now() < end) {
    if (left()) return page.waitForTimeout(rest * 2);
    const drawing =
      watch.busy() ||
      (watch.asked().writes.length === 0 &&
        (await page
          .evaluate(() =>
            [...document.querySelectorAll('[aria-busy="true"], output .mantine-Skeleton-root')].some(
              (element) => element.checkVisibility(),
            ),
          )
          .catch(() => true)));
    if (drawing) quietSince = Date.now();
    if (Date.now() - quietSince > rest) return;
    await page.waitForTimeout(100);
  }
}

/** Tries a control as a person does: the pointer, or the keyboard where the eye sees only its label. */
export async function act(page: Page, control: RawControl): Promise<readonly string[]> {
  const element = page.locator(`[data-walk="${control.mark}"]`);
  if (control.href !== null && /^(?:mailto|tel):/.test(control.href))
    return [control.href.split(':')[0] ?? ''];
  if (['checkbox', 'radio', 'switch'].includes(control.role)) {
    await element.focus();
    await page.keyboard.press('Space');
  } else if (control.role === 'row') {
    // Its middle may be a link or a button of its own.
    await element.focus();
    await page.keyboard.press('Enter');
  } else if (control.role === 'slider') {
    await element.focus();
    await page.keyboard.press('ArrowRight');
  } else if (((await element.boundingBox())?.y ?? 0) < 0 && control.href?.startsWith('#') === true) {
    // The way past the menu is only there for the keyboard.
    await element.focus();
    await page.keyboard.press('Enter');
  } else await element.click({ timeout: 15_000 });
  return [];
}

/** Chooses an entry of an open list that is not chosen yet. */
export async function chooseAnother(page: Page, watch: Watch, control: RawControl): Promise<void> {
  const native = page.locator(`select[data-walk="${control.mark}"]`);
  if ((await native.count()) > 0) {
    const values = await native
      .locator('option:not(:checked)')
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    if (values[0] !== undefined) await native.selectOption(values[0]);
    await settle(page, watch);
    return;
  }
  const option = page.locator('[role="option"]:not([aria-selected="true"]):not([data-combobox-disabled])');
  const shown = option.filter({ visible: true });
  if ((await shown.count()) === 0) return;
  await shown.last().click({ timeout: 10_000 });
  await settle(page, watch);
}
