import { test } from '@playwright/test';
import { columnTitlesIn } from '../e2e/column-titles.ts';
import { guardPage } from '../e2e/guard.ts';
import { checkLooks } from '../e2e/looks.ts';
import { collectData, expectCatalogueOnly, usePseudoLanguage } from '../e2e/pseudo.ts';
import { arrive, enter } from './enter.ts';
import { fileNameOf, fillings, shellPath, type Filling } from './facts.ts';
import { sameEverywhere } from './same-everywhere.ts';
import { addressOf, chosenUnits, fullestFirst, type Unit } from './units.ts';

const screens = chosenUnits().filter(({ path }) => path !== shellPath);

/** Everybody sees the demo data; an empty and an overlong screen is looked at as who sees most of it. */
function lookersIn(filling: Filling): readonly Unit[] {
  if (filling === 'demo') return screens;
  const all = [...Map.groupBy(fullestFirst(screens), ({ path }) => path).values()];
  return all.flatMap((units) => units.slice(0, 1));
}

for (const filling of fillings) {
  for (const unit of lookersIn(filling)) {
    const { path, walker } = unit;
    test(`[SHELL-10] [SHELL-11] ${path} as ${walker} with ${filling} looks right in both themes at three widths`, async ({
      page,
    }) => {
      const address = addressOf(unit, filling);
      const guard = guardPage(page);
      // What is not there is asked for where an address names nothing.
      if (filling === 'none' || path === '/verify/$code') {
        const last = address.split('/').at(-1) ?? '';
        for (const part of ['training-modules', 'users', 'verify', 'certificates'])
          guard.allow(404, `/api/${part}/${last}`);
      }
      await enter(page, walker, address);
      await arrive(page, address);
      await checkLooks(page, `walk/${fileNameOf(path)}--${walker.replace(' ', '-')}--${filling}`);
      guard.check();
    });
  }
}

for (const unit of screens) {
  const { path, walker } = unit;
  test(`[SHELL-09] no visible text of ${path} as ${walker} stands outside the catalogue`, async ({
    page,
  }) => {
    const address = addressOf(unit, 'demo');
    await usePseudoLanguage(page);
    const data = collectData(page);
    await enter(page, walker, address);
    await arrive(page, address);
    const titles = path === '/reports/export' ? [columnTitlesIn('en')] : [];
    await expectCatalogueOnly(page, [...sameEverywhere, ...titles, data.pattern]);
  });
}
