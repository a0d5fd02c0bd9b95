import type { APIRequestContext, Page } from '@playwright/test';
import { trainingCategories } from '#shared/domain/people/training-categories.ts';
import { columnTitle } from '#shared/domain/reports/column-titles.ts';
import { exportColumns, type ExportColumn } from '#shared/domain/reports/data-sets.ts';
import type { Account } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { openChasing } from './language-chasing.ts';
import { openEverything } from './language-dialogs.ts';
import { expectNothingCut } from './looks.ts';
import { speak } from './speak.ts';
import { collectData, expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

type Tour = readonly (readonly [Account, readonly string[]])[];

/** Every screen behind the sign-in, once with each account that sees it in another way. */
const tours: readonly (readonly [who: string, tour: Tour])[] = [
  [
    'admin',
    [
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
    ],
  ],
  [
    'the administrator who chases and reports',
    [
      [
        'admin',
        ['/admin', '/compliance', '/reports/export', '/outbox', '/outbox/schedule', '/hr-cv-repository'],
      ],
    ],
  ],
  [
    'learner',
    [['learner', ['/employee', '/profile', '/profile/documents', '/settings?tab=security', '/no/such/page']]],
  ],
  [
    'manager, hr and inspector',
    [
      ['manager', ['/manager', '/team-reports', '/employee/{learner}', '/settings?tab=organization']],
      ['hr', ['/hr-dashboard', '/hr-cv-repository', '/profile']],
      ['inspector', ['/reports/completion', '/compliance', '/employee/{learner}']],
    ],
  ],
];

/** Names of languages, of zones and of units are the same everywhere; categories are data of the organization. */
const sameEverywhere = [
  /^(?:English|Español|Français|Deutsch|UTC|EST|CST|PST|GMT|CSV|PDF|Ctrl K)$/,
  new RegExp(`^(?:${trainingCategories.join('|')})$`),
];

/** Columns are called as in the file, whose titles the server writes in the same words. */
const columnTitles = new RegExp(
  `^(?:${(Object.keys(exportColumns) as ExportColumn[]).map((name) => RegExp.escape(columnTitle(name, 'en'))).join('|')})$`,
);

/** Waits until everything of a screen is there. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const [who, tour] of tours) {
  test(`[SHELL-09] no visible text of the screens of ${who} stands outside the catalogue`, async ({
    page,
    signIn,
    api,
  }) => {
    const learner = await ownId(await api('learner'));
    await usePseudoLanguage(page);
    const data = collectData(page);
    for (const [account, paths] of tour) {
      for (const [at, path] of paths.map((text) => text.replace('{learner}', learner)).entries()) {
        await test.step(`${path} of ${account}`, async () => {
          await (at === 0 ? signIn(account, path) : page.goto(path));
          await settle(page);
          const columns = path === '/reports/export' ? [columnTitles] : [];
          await expectCatalogueOnly(page, [...sameEverywhere, ...columns, data.pattern]);
        });
      }
    }
  });

  test(`[SHELL-09] [SHELL-11] German at 360 px cuts nothing off the screens of ${who}`, async ({
    page,
    signIn,
    api,
  }) => {
    const learner = await ownId(await api('learner'));
    await useGerman(page);
    for (const [account, paths] of tour) {
      for (const [at, path] of paths.map((text) => text.replace('{learner}', learner)).entries()) {
        await test.step(`${path} of ${account}`, async () => {
          await (at === 0 ? signIn(account, path) : page.goto(path));
          await settle(page);
          await expect(page.locator('html')).toHaveAttribute('lang', 'de');
          await expectNothingCut(page, `${path} of ${account} in German`);
        });
      }
    }
  });
}

test('[SHELL-09] no visible text of bell, reminders, outbox and schedule stands outside the catalogue', async ({
  page,
  signIn,
}) => {
  await usePseudoLanguage(page);
  const data = collectData(page);
  await signIn('admin', '/admin');
  await openChasing(page, async (what) => {
    await test.step(what, async () => expectCatalogueOnly(page, [...sameEverywhere, data.pattern]));
  });
});

test('[SHELL-09] [SHELL-11] German at 360 px cuts nothing off bell, reminders, outbox and schedule', async ({
  page,
  signIn,
}) => {
  await useGerman(page);
  await signIn('admin', '/admin');
  await openChasing(page, (what) => expectNothingCut(page, `${what} in German`));
});

test('[SHELL-09] no visible text of the dialogs and menus of access, people and matrices stands outside the catalogue', async ({
  page,
  signIn,
  world,
}) => {
  await usePseudoLanguage(page);
  const data = collectData(page);
  await signIn('admin', '/profile');
  await openEverything(page, world, async (what) => {
    await test.step(what, async () => expectCatalogueOnly(page, [...sameEverywhere, data.pattern]));
  });
});

test('[SHELL-09] [SHELL-11] German at 360 px cuts nothing off the dialogs and menus of access, people and matrices', async ({
  page,
  signIn,
  world,
}) => {
  await useGerman(page);
  await signIn('admin', '/profile');
  await openEverything(page, world, (what) => expectNothingCut(page, `${what} in German`));
});

/** Shows the page in German on a phone, whatever the account has chosen. */
async function useGerman(page: Page): Promise<void> {
  await speak(page, 'de');
  await page.setViewportSize({ width: 360, height: 740 });
}

async function ownId(api: APIRequestContext): Promise<string> {
  const { id } = (await (await api.get('/api/auth/user')).json()) as { id: string };
  return id;
}
