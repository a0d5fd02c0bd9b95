import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { guardPage } from '../e2e/guard.ts';
import { compareLines } from './compare.ts';
import { crawl } from './crawl.ts';
import { readDeclared } from './declared.ts';
import { enter } from './enter.ts';
import { fileNameOf, root } from './facts.ts';
import { addressOf, chosenUnits } from './units.ts';

/** Where the tests leave what they saw for the runner. */
const results = join(root, 'test-results/walk/seen');

for (const unit of chosenUnits()) {
  const { path, walker, scope } = unit;
  test(`[SHELL-05] every control of ${path} does what is declared, as ${walker}`, async ({ page }) => {
    const address = addressOf(unit, 'demo');
    const guard = guardPage(page);
    await enter(page, walker, address);
    const lines = await crawl({ page, address, scope });
    mkdirSync(results, { recursive: true });
    const file = join(results, `${fileNameOf(path)}--${walker.replace(' ', '-')}.json`);
    writeFileSync(file, JSON.stringify({ path, walker, lines }, null, 1));
    // The list of a person's sessions is as long for who walks next.
    await page.request.get(`${new URL(address).origin}/api/logout`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    guard.check();
    if (process.env.WALK_DECLARE === '1') return;
    const rows = compareLines(lines, readDeclared(path).get(walker) ?? []);
    expect(rows.filter(({ result }) => result !== 'as declared')).toEqual([]);
  });
}
