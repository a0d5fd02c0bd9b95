import { expect, test } from './fixtures.ts';
import { expectAccessible, expectNothingCut } from './looks.ts';
import { repeatedBelow } from './repeated.ts';

test('[SHELL-10] [SHELL-11] what these tests look with sees a nameless button, pale letters and a text that is cut off', async ({
  page,
}) => {
  const show = (body: string) =>
    page.setContent(
      `<html lang="en"><head><title>T</title></head><body><main><h1>T</h1>${body}</main></body></html>`,
    );
  await show('<button>Save</button>');
  await expectAccessible(page, 'a plain page');
  await show('<button></button>');
  await expect(expectAccessible(page, 'nameless')).rejects.toThrow(/button-name/);
  await show('<p style="color:#bbb;background:#fff">pale</p>');
  await expect(expectAccessible(page, 'pale', ['color-contrast'])).rejects.toThrow(/color-contrast/);
  // Behind an open dialog nothing is reached, in it everything.
  await show(
    '<button></button><div role="dialog" aria-modal="true" aria-label="D"><button>Done</button></div>',
  );
  await expectAccessible(page, 'a good dialog');
  await show(
    '<button>Save</button><div role="dialog" aria-modal="true" aria-label="D"><button></button></div>',
  );
  await expect(expectAccessible(page, 'a bad dialog')).rejects.toThrow(/button-name/);
  await show('<p style="width:60px;overflow:hidden;white-space:nowrap">far too long for this</p>');
  await expect(expectNothingCut(page, 'cut')).rejects.toThrow(/far too long/);
  await show(
    '<div style="width:60px;overflow:hidden"><span style="white-space:nowrap">out of its card</span></div>',
  );
  await expect(expectNothingCut(page, 'cut by a card')).rejects.toThrow(/out of its card/);
  await show(
    '<div style="width:60px;overflow:auto" tabindex="0"><span style="white-space:nowrap">scrolls</span></div>',
  );
  await expectNothingCut(page, 'what scrolls');
});

test('[SHELL-10] a fault in one of forty like rows is seen, though rows that differ by their words alone are looked at once', async ({
  page,
}) => {
  const good = (name: string) =>
    `<li><span>${name}</span> <button aria-label="Open ${name}">Open</button> <label><input type="checkbox"> Choose</label></li>`;
  const faults = {
    'button-name': good('one').replace('aria-label="Open one">Open', 'aria-label="">'),
    'color-contrast': good('one').replace('<span>', '<span style="color:#bbb;background:#fff">'),
    label: good('one').replace('> Choose', '>'),
    'aria-valid-attr-value': good('one').replace('aria-label="Open one"', 'aria-expanded="perhaps"'),
  };
  const show = (rows: readonly string[]) =>
    page.setContent(
      `<html lang="en"><head><title>T</title><style>li:has(:checked) span{color:#bbb}</style></head><body><main><h1>T</h1><ul>${rows.join('')}</ul></main></body></html>`,
    );
  const rows = Array.from({ length: 40 }, (_, place) => good(`row ${place}`));
  await show(rows);
  const left = await page.evaluate<number>(
    `(${repeatedBelow.toString()})([document.documentElement]).length`,
  );
  // The first two, for even and odd places, and the last are looked at.
  expect(left).toBe(37);
  await expectAccessible(page, 'forty good rows');
  for (const [rule, row] of Object.entries(faults)) {
    await show(rows.with(27, row));
    await expect(expectAccessible(page, `a fault of ${rule}`)).rejects.toThrow(new RegExp(`${rule}:`));
  }
  // A state that no attribute tells.
  await show(rows);
  await page.getByRole('checkbox').nth(27).check();
  await page.locator('h1').hover();
  await expect(expectAccessible(page, 'a chosen row', ['color-contrast'])).rejects.toThrow(/color-contrast/);
});
