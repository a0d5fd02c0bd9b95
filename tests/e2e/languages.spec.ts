import type { APIRequestContext, Page } from '@playwright/test';
import { trainingCategories } from '#shared/domain/people/training-categories.ts';
import { columnTitlesIn } from './column-titles.ts';
import { watchCalls, type Calls } from './calls.ts';
import type { Account } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { openChasing } from './language-chasing.ts';
import { openAccess, openMatrices, type Look } from './language-dialogs.ts';
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

/** Waits until everything of a screen is there. */
async function settle(page: Page, calls: Calls): Promise<void> {
  await expect(page.locator(`h1:not([${leaving}])`)).toBeVisible();
  await calls.answered();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

const leaving = 'data-leaving';

/** Goes to another screen within the page, as a link does: nothing is loaded anew. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(
    ([to, mark]) => {
      for (const heading of document.querySelectorAll('h1')) heading.setAttribute(mark, '');
      history.pushState(null, '', to);
    },
    [path, leaving] as const,
  );
}

for (const [who, tour] of tours) {
  test(`[SHELL-09] [SHELL-11] the screens of ${who} show no text from outside the catalogue, and German cuts nothing off them at 360 px`, async ({
    page,
    signIn,
    api,
  }) => {
    const learner = await ownId(await api('learner'));
    const { known, calls } = await useMarkedGerman(page);
    for (const [account, paths] of tour) {
      for (const [at, path] of paths.map((text) => text.replace('{learner}', learner)).entries()) {
        await test.step(`${path} of ${account}`, async () => {
          await (at === 0 ? signIn(account, path) : follow(page, path));
          await settle(page, calls);
          await expect(page.locator('html')).toHaveAttribute('lang', 'de');
          const texts = path === '/reports/export' ? [...known, columnTitlesIn('de')] : known;
          await expectCatalogueOnly(page, texts);
          await page.setViewportSize(phone);
          await settle(page, calls);
          await expectCatalogueOnly(page, texts);
          await expectNothingCut(page, `${path} of ${account} in German`);
          await page.setViewportSize(desk);
        });
      }
    }
  });
}

test('[SHELL-09] [SHELL-11] bell, reminders, outbox and schedule show no text from outside the catalogue, and German cuts nothing off them at 360 px', async ({
  page,
  signIn,
}) => {
  const { look } = await useMarkedGerman(page);
  await page.setViewportSize(phone);
  await signIn('admin', '/admin');
  await openChasing(page, look);
});

test('[SHELL-09] [SHELL-11] the dialogs and menus of access and people show no text from outside the catalogue, and German cuts nothing off them at 360 px', async ({
  page,
  signIn,
  world,
}) => {
  const { look } = await useMarkedGerman(page);
  await page.setViewportSize(phone);
  await signIn('admin', '/profile');
  await openAccess(page, world, look);
});

test('[SHELL-09] [SHELL-11] the dialogs and menus of the matrices show no text from outside the catalogue, and German cuts nothing off them at 360 px', async ({
  page,
  signIn,
  world,
}) => {
  const { look } = await useMarkedGerman(page);
  await page.setViewportSize(phone);
  await signIn('admin', '/profile');
  await openMatrices(page, world, look);
});

const desk = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/**
 * Shows the page in German, whatever the account has chosen, with marked vowels: one way through it shows both what does not
 * come from the catalogue and, by the longest words, what is cut off.
 */
async function useMarkedGerman(page: Page) {
  await speak(page, 'de');
  await usePseudoLanguage(page, 'de');
  const known = [...sameEverywhere, collectData(page).pattern];
  const calls = watchCalls(page);
  const look: Look = (what) =>
    test.step(what, async () => {
      // What opens fetches what it shows.
      await calls.answered();
      await expectCatalogueOnly(page, known);
      await expectNothingCut(page, `${what} in German`);
    });
  return { known, look, calls };
}

async function ownId(api: APIRequestContext): Promise<string> {
  const { id } = (await (await api.get('/api/auth/user')).json()) as { id: string };
  return id;
}
