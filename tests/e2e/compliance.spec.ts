import { readFile } from 'node:fs/promises';
import { createDatabase } from '#server/db/database.ts';
import { fillMissingDays } from '#server/domains/assignments/figures/days.ts';
import { unique } from './admin-world.ts';
import { serverFacts } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';

/** Each card's figure is a link that says whose figure it is. */
const figures = /^(?:Total Users|Compliant|Overdue|Pending) \d+$/;

const path = '/api/compliance/metrics';

test('[CMP-01] [CMP-02] [CMP-03] [SHELL-10] cards, groups that add up, organizations with departments, roles and the people behind a figure', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learnerApart({ lastName: unique('Verspätet') });
  const module = await textModule(world.admin, unique('Late'), 'Read this text to the end before you work.');
  await world.give(person, module, -3);
  await signIn('admin', '/compliance');
  await expect(page.getByRole('heading', { name: 'Compliance by Organization' })).toBeVisible();
  for (const label of ['Total Users', 'Compliant', 'Overdue', 'Pending'])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'High Risk Users' }).getByRole('row').nth(1)).toBeVisible();
  // Every active person is in one group of the bar.
  const bar = page.getByRole('region', { name: 'Active people by training status' });
  const counts = await bar.getByRole('link', { name: /: \d+$/ }).allTextContents();
  expect(counts).toHaveLength(4);
  const active = await bar.getByText(/active people$/).textContent();
  expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(Number.parseInt(active ?? '', 10));
  await checkLooks(page, 'compliance');
  await page.setViewportSize({ width: 1440, height: 900 });
  // From the organization to its department to its people.
  const organizations = page.getByRole('region', { name: 'Compliance by Organization' });
  await organizations.getByRole('button', { name: `Departments of ${world.organizationName}` }).click();
  await checkLooks(page, 'compliance-departments');
  await page.setViewportSize({ width: 1440, height: 900 });
  await organizations
    .getByRole('link', { name: new RegExp(`^${world.organizationName}`) })
    .first()
    .click();
  await expect(page).toHaveURL(/organization=\d+/);
  await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue(world.organizationName);
  const people = page.locator('#people');
  await expect(people.getByRole('link', { name: person.lastName })).toBeVisible();
  await people
    .getByRole('row')
    .filter({ hasText: person.lastName })
    .getByRole('button', { name: 'Send Reminder' })
    .click();
  await expect(page.getByRole('dialog').getByText(person.lastName)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The figure of a card and its list have the same people.
  const card = page.getByRole('link', { name: figures });
  const overdue = Number(await card.nth(2).textContent());
  await card.nth(2).click();
  await expect(people.getByRole('row')).toHaveCount(overdue + 1);
  await card.nth(1).click();
  await expect(people.getByRole('heading', { name: 'Compliant people' })).toBeVisible();
  await expect(people.getByRole('link', { name: person.lastName })).toHaveCount(0);
  await page.goBack();
  await people.getByRole('link', { name: person.lastName }).click();
  await expect(page).toHaveURL(new RegExp(`/employee/${person.id}`));
});

test('[CMP-01] [SHELL-11] on a phone the number of overdue trainings stands beside the name of who has them', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learnerApart({ lastName: unique('Risk') });
  for (const days of [-3, -4]) {
    const module = await textModule(world.admin, unique('Late'), 'Read this text to the end.');
    await world.give(person, module, days);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn('admin', '/compliance');
  // How far an organization is stands beside its name.
  const organization = page
    .getByRole('region', { name: 'Compliance by Organization' })
    .getByRole('row')
    .filter({ hasText: world.organizationName })
    .first();
  await organization.scrollIntoViewIfNeeded();
  await expect(organization.getByText(/^\d+(\.\d)?%$/)).toBeInViewport({ ratio: 1 });
  await expect(
    organization.getByText(/^Compliance: (Critical|Needs Improvement|Good|Excellent)$/),
  ).toBeInViewport({
    ratio: 1,
  });
  const row = page.locator('#people').getByRole('row').filter({ hasText: person.lastName });
  await row.scrollIntoViewIfNeeded();
  await expect(row.getByText('2 overdue trainings')).toBeInViewport({ ratio: 1 });
  await expect(row.getByRole('button', { name: /^Send Reminder to/ })).toBeInViewport({ ratio: 1 });
  const figure = await row.getByText('2 overdue trainings').boundingBox();
  const button = await row.getByRole('button', { name: /^Send Reminder to/ }).boundingBox();
  expect((figure?.x ?? 0) + (figure?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(row.getByText('2 overdue trainings')).toBeHidden();
});

test('[CMP-01] the period moves the trend, which is a chart and a table, and never the cards', async ({
  page,
  signIn,
}) => {
  // What the product does by itself within a minute.
  const database = createDatabase(serverFacts().databaseUrl);
  await fillMissingDays(database.db);
  await database.close();
  await signIn('admin', '/compliance?period=1y');
  await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('1 Year');
  const cards = page.getByRole('link', { name: figures });
  await expect(cards.first()).toBeVisible();
  const before = await cards.allTextContents();
  await page.getByRole('combobox', { name: 'Period' }).click();
  await page.getByRole('option', { name: '7 Days' }).click();
  await expect(page).toHaveURL(/period=7d/);
  await expect(page.getByRole('switch', { name: 'Show as table' })).toBeVisible();
  expect(await cards.allTextContents()).toEqual(before);
  await expect(page.locator('.recharts-line')).toHaveCount(2);
  await checkLooks(page, 'compliance-trend');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('switch', { name: 'Show as table' }).click();
  const table = page.getByRole('region', { name: 'Compliance trend' });
  await expect(table.getByRole('row')).toHaveCount(9);
  await checkLooks(page, 'compliance-trend-table');
});

test('[CMP-01] the export works with the filters of the screen; one that fails says why', async ({
  page,
  signIn,
  guard,
}) => {
  await signIn('admin', '/compliance?period=7d');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^compliance-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('\r\noverall,');
  guard.allow(503, '/api/compliance/export');
  await page.route(
    (url) => url.pathname === '/api/compliance/export',
    (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  );
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The export failed' })).toBeVisible();
});

test('[SHELL-07] a dashboard that does not come says so and offers Retry; an inspector sees the own organizations only', async ({
  page,
  signIn,
  guard,
}) => {
  guard.allow(503, path);
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  );
  await signIn('inspector', '/compliance');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await checkLooks(page, 'compliance-error');
  await page.unrouteAll();
  await retry.click();
  const organizations = page.getByRole('region', { name: 'Compliance by Organization' });
  await expect(organizations.getByRole('rowheader').first()).toBeVisible();
  await expect(organizations.getByText('No organization')).toHaveCount(0);
});

/** A day that is over in every zone; the people of these tests are younger. */
const dayBefore = () => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

test('[RPT-04] [CMP-01] as of a day: the address carries it, every number leads on within it, and one click shows now', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learnerApart({ lastName: unique('Heute') });
  const module = await textModule(world.admin, unique('Late'), 'Read this text to the end before you work.');
  await world.give(person, module, -3);
  await signIn('admin', '/compliance');
  const people = page.locator('#people');
  await expect(people.getByRole('button', { name: /^Send Reminder to/ }).first()).toBeVisible();
  const cards = page.getByRole('link', { name: figures });
  const now = Number(await cards.first().textContent());
  await page.getByLabel('As of').fill(dayBefore());
  await expect(page).toHaveURL(new RegExp(`asOf=${dayBefore()}`));
  await expect(page.getByRole('status').getByText(/^As the records were on/)).toBeVisible();
  // The people of the demo were there, who came today was not; and nobody is reminded of a day that is over.
  await expect.poll(async () => Number(await cards.first().textContent())).toBeLessThan(now);
  await expect(people.getByRole('button', { name: /^Send Reminder to/ })).toHaveCount(0);
  await cards.first().click();
  await expect(page).toHaveURL(new RegExp(`asOf=${dayBefore()}`));
  await expect(people.getByRole('row').nth(1)).toBeVisible();
  await expect(people.getByText(person.lastName)).toHaveCount(0);
  await checkLooks(page, 'compliance-as-of');
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  expect((await download).suggestedFilename()).toBe(`compliance-${dayBefore()}.csv`);
  await page.getByRole('button', { name: 'Show now' }).click();
  await expect(page).not.toHaveURL(/asOf/);
  await expect.poll(async () => Number(await cards.first().textContent())).toBeGreaterThanOrEqual(now);
});

test('[RPT-04] [SHELL-07] a day that is counted in the background says how far it is, and comes by itself', async ({
  page,
  signIn,
  guard,
}) => {
  guard.allow(409, path);
  let [asked, isCounted] = [0, false];
  await page.route(
    (url) => url.pathname === path && url.searchParams.has('asOf'),
    async (route) => {
      if (isCounted) return route.continue();
      asked += 1;
      const done = Math.min(96_000, 24_000 * asked);
      const problem = { code: 'PREPARING', detail: 'Later.', status: 409, done, total: 100_000 };
      return route.fulfill({
        status: 409,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem),
      });
    },
  );
  await signIn('admin', `/compliance?asOf=${dayBefore()}`);
  await expect(page.getByText('Calculating the figures for that day')).toBeVisible();
  await expect(page.getByText(/^(24|48|72|96),000 of 100,000 people/)).toBeVisible();
  await expect(page.getByText(/^96,000 of 100,000 people/)).toBeVisible({ timeout: 20_000 });
  await checkLooks(page, 'compliance-preparing');
  isCounted = true;
  await expect(page.getByRole('link', { name: figures }).first()).toHaveText(/^[1-9]/);
});
