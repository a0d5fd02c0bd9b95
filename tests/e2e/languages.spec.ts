import type { APIRequestContext, Page } from '@playwright/test';
import { trainingCategories } from '#shared/domain/people/training-categories.ts';
import type { Account } from './facts.ts';
import { expect, test } from './fixtures.ts';
import { expectNothingCut } from './looks.ts';
import { collectData, expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

/** Every screen behind the sign-in, once with each account that sees it in another way. */
const screens: readonly (readonly [Account, readonly string[]])[] = [
  [
    'admin',
    [
      '/Admin-Landing',
      '/users',
      '/organizations',
      '/training-modules',
      '/training-matrix',
      '/reports/completion',
      '/employee/{learner}',
      '/profile',
      '/settings',
    ],
  ],
  ['learner', ['/employee', '/profile', '/settings?tab=security', '/no/such/page']],
];

/** Names of languages, of zones and of units are the same everywhere; categories are data of the organization. */
const sameEverywhere = [
  /^(?:English|Español|Français|Deutsch|UTC|EST|CST|PST|GMT|CSV|PDF|Ctrl K)$/,
  new RegExp(`^(?:${trainingCategories.join('|')})$`),
];

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const [account, paths] of screens) {
  test(`[SHELL-09] no visible text of the screens of ${account} stands outside the catalogue`, async ({
    page,
    signIn,
    api,
  }) => {
    const learner = await ownId(await api('learner'));
    await usePseudoLanguage(page);
    const data = collectData(page);
    await signIn(account, '/Admin-Landing');
    for (const path of paths) {
      await test.step(path, async () => {
        await arrive(page, path.replace('{learner}', learner));
        await expectCatalogueOnly(page, [...sameEverywhere, await data.pattern()]);
      });
    }
  });

  test(`[SHELL-09] [SHELL-11] German at 360 px cuts nothing off the screens of ${account}`, async ({
    page,
    signIn,
    api,
  }) => {
    const learner = await ownId(await api('learner'));
    await page.route('**/api/auth/user', async (route) => {
      const answer = await route.fetch();
      const user = (await answer.json()) as { settings: object };
      await route.fulfill({
        response: answer,
        json: { ...user, settings: { ...user.settings, language: 'de' } },
      });
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(account, '/profile');
    for (const path of paths) {
      await test.step(path, async () => {
        await arrive(page, path.replace('{learner}', learner));
        await expect(page.locator('html')).toHaveAttribute('lang', 'de');
        await expectNothingCut(page, `${path} in German`);
      });
    }
  });
}

async function ownId(api: APIRequestContext): Promise<string> {
  const { id } = (await (await api.get('/api/auth/user')).json()) as { id: string };
  return id;
}
