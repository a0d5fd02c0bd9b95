import { test } from '@playwright/test';
import { expectFooterInView } from '../e2e/dialog-footer.ts';
import { guardPage } from '../e2e/guard.ts';
import { checkLooks, expectNothingAwaited } from '../e2e/looks.ts';
import { collectData, expectCatalogueOnly, usePseudoLanguage } from '../e2e/pseudo.ts';
import { dialogsOf, prepareToOpen, type Dialog } from './dialogs.ts';
import { arrive, enter } from './enter.ts';
import { fileNameOf, type Filling } from './facts.ts';
import { sameEverywhere } from './same-everywhere.ts';
import { addressOf, chosenUnits } from './units.ts';
import type { Page } from '@playwright/test';

/** Opens a dialog as somebody does who just came; the answer tells whether it still stands. */
async function open(page: Page, dialog: Dialog, filling: Filling): Promise<() => Promise<void>> {
  const { unit } = dialog;
  const address = addressOf(unit, filling);
  const reach = await prepareToOpen(page, new URL(address).origin);
  await enter(page, unit.walker, address);
  await arrive(page, address);
  const stands = await reach(dialog);
  await expectNothingAwaited(page);
  return stands;
}

const pictureOf = ({ unit, name, steps }: Dialog): string =>
  `${fileNameOf(unit.path)}--dialog-${(name === '…' ? (steps.at(-1)?.key ?? '') : name)
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-|-$/g, '')}`;

for (const dialog of dialogsOf(chosenUnits())) {
  const { unit, name, steps } = dialog;
  const told = `the dialog ${JSON.stringify(name)} of ${unit.path} behind ${steps.map(({ key }) => key).join(' → ')} as ${unit.walker}`;

  // A dialog without anything in it opens nowhere.
  for (const filling of ['demo', 'long'] as const) {
    test(`[SHELL-10] [SHELL-11] ${told} with ${filling} looks right in both themes at three widths`, async ({
      page,
    }) => {
      const guard = guardPage(page);
      const stands = await open(page, dialog, filling);
      await checkLooks(page, `walk/${pictureOf(dialog)}--${filling}`);
      await expectFooterInView(page, told);
      // Who turns a phone keeps what is open.
      await stands();
      guard.check();
    });
  }

  test(`[SHELL-09] no visible text of ${told} stands outside the catalogue`, async ({ page }) => {
    await usePseudoLanguage(page);
    const data = collectData(page);
    await open(page, dialog, 'demo');
    await expectCatalogueOnly(page, [...sameEverywhere, data.pattern]);
  });
}
