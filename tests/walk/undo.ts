import type { Page } from '@playwright/test';
import type { RawControl, Seen } from './controls.ts';

const options = '[role="option"]:not([data-combobox-disabled])';

/** Takes back what a control of two or more states did, by the same or its sibling control; false where there is no such way. */
export async function undo(page: Page, control: RawControl, before: Seen, after: Seen): Promise<boolean> {
  const same = before.url === after.url && before.surfaces.length === after.surfaces.length;
  if (!same || before.controls.length === 0) return false;
  const find = ({ role, name }: RawControl) =>
    after.controls.find((one) => one.role === role && one.name === name && !one.disabled);
  const on = /(?:checked|selected) true/;
  // Of a choice, what was chosen before; of a switch, itself.
  const chosen = before.controls.find(
    (one) => one.role === control.role && on.test(one.state) && !on.test(find(one)?.state ?? ''),
  );
  const target = ['radio', 'menuitemradio', 'menuitem', 'tab'].includes(control.role)
    ? ((chosen && find(chosen)) ?? find(control))
    : find(control);
  if (!target || target.state === (chosen ?? control).state) return false;
  const element = page.locator(`[data-walk="${target.mark}"]`);
  if (control.role === 'combobox') return chooseAgain(page, control, target);
  try {
    if (['checkbox', 'radio', 'switch'].includes(target.role)) {
      await element.focus();
      await page.keyboard.press('Space');
    } else if (/(?:checked|pressed|expanded)/.test(target.state)) await element.click({ timeout: 2000 });
    else return false;
    return true;
  } catch {
    // It went with what it did: the screen is opened anew.
    return false;
  }
}

/** Chooses what a list had for its choice. */
async function chooseAgain(page: Page, { state }: RawControl, { mark }: RawControl): Promise<boolean> {
  const value = /value (.*)$/.exec(state)?.[1] ?? '';
  const native = page.locator(`select[data-walk="${mark}"]`);
  try {
    if ((await native.count()) > 0) await native.selectOption(value, { timeout: 2000 });
    else if (value === '') return false;
    else {
      await page.locator(`[data-walk="${mark}"]`).click({ timeout: 2000 });
      await page
        .locator(options)
        .filter({ visible: true })
        .getByText(value, { exact: true })
        .first()
        .click({ timeout: 2000 });
    }
    return true;
  } catch {
    return false;
  }
}

/** Puts back what the page kept in the browser. */
export async function putBack(page: Page, { kept }: Seen): Promise<void> {
  await page.evaluate(({ local, session }) => {
    for (const [store, old] of [
      [localStorage, local],
      [sessionStorage, session],
    ] as const) {
      for (const key of Object.keys(store)) if (!/scroll/i.test(key)) store.removeItem(key);
      for (const [key, value] of old) store.setItem(key, value);
    }
  }, kept);
}
