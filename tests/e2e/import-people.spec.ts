/** Import of people with a file (USR-06): choose, columns, errors, effect, confirmation, progress, result. */
import { accounts, demoPassword, type ServerFacts } from './facts.ts';
import { expect, test } from './fixtures.ts';
import { startForked, type Forked } from './forked.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

let server: Forked;
let facts: ServerFacts;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = startForked('serve.ts');
  facts = (await server.message()) as ServerFacts;
});
test.afterAll(() => server.stop());

const head = 'Mail;First name;Surname;Password;Boss;Job title';
const good = `${head}\nmia@import.example;Mia;Manager;secret1;;Chef\nlee@import.example;Lee;Learner;secret2;mia@import.example;Chef\n`;

test('[USR-06] people are imported with a file, step by step, on a desk and on a phone', async ({
  page,
  guard,
}) => {
  guard.allow(422, '/api/people-imports');
  test.setTimeout(180_000);
  const baseURL = facts.url;
  await page.request.post(`${baseURL}/api/auth/login`, {
    data: { email: accounts.admin, password: demoPassword },
  });
  await page.setViewportSize(desk);
  await page.goto(`${baseURL}/users`);
  await page.getByRole('link', { name: 'Import people' }).click();
  await expect(page.getByText('No imports yet')).toBeVisible();
  await checkLooks(page, 'import-people');
  await page.setViewportSize(desk);
  const choose = (name: string, text: string) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await choose('one-column.csv', 'email\na@b.example\n');
  await expect(page.getByRole('main').getByRole('alert')).toContainText('only one column was found');

  const bad = 'Everybody of the company who works here since autumn, as the old system had them.csv';
  await choose(bad, good.replace('mia@import.example;Mia', 'no address;Mia'));
  await expect(page.getByRole('heading', { name: bad, level: 1 })).toBeVisible();
  await expect(page.getByText('These columns contain passwords')).toContainText('Password');
  await page.getByRole('combobox', { name: 'Manager' }).click();
  await page.getByRole('option', { name: 'Boss' }).click();
  await checkLooks(page, 'import-columns');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('2 rows have errors')).toBeVisible({ timeout: 30_000 });
  const table = page.getByRole('table', { name: 'Rows' });
  await expect(table).toContainText('This is not an email address.');
  await expect(table).toContainText('There is no such manager.');
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download errors' }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^import-\d+-errors\.csv$/);
  await checkLooks(page, 'import-errors');
  // On a phone the sentences of the errors have the whole width of the card.
  await page.setViewportSize({ width: 390, height: 844 });
  const card = page.getByRole('list', { name: 'Rows' }).locator('> li').first();
  const widthOf = async (part: typeof card) => (await part.boundingBox())?.width ?? 0;
  expect(await widthOf(card.locator('dd:has(ul)'))).toBeGreaterThan((await widthOf(card)) * 0.8);
  await page.setViewportSize(desk);

  await page.goto(`${baseURL}/users/import`);
  await choose('people.csv', good);
  // The columns of the file before are kept.
  await expect(page.getByRole('combobox', { name: 'Manager' })).toHaveValue('Boss');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '2 people created' })).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText('1 person becomes a manager')).toBeVisible();
  await checkLooks(page, 'import-effect');
  await checkLooks(page, 'import-effect', [360]);
  // On a phone a row is headed by the person, not by a number without a word.
  await expect(page.getByRole('list', { name: 'Rows' }).getByRole('listitem').first()).toHaveText(
    /^Mia Manager/,
  );
  await expectNothingCut(page, 'the effect of an import on a phone');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Import people' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The company moves in.');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible({ timeout: 30_000 });

  await page.goto(`${baseURL}/users?q=import.example`);
  await expect(page.getByText('Lee Learner').first()).toBeVisible();
  await page.goto(`${baseURL}/users/import`);
  await expect(page.getByRole('list', { name: 'Imports so far' })).toContainText('people.csv');

  await choose('people.csv', good);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Everything in this file is known already.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Import people' })).toBeHidden();
});

test('[PERF-03] of a long table only the rows near the view are drawn', async ({ page }) => {
  test.setTimeout(120_000);
  await page.request.post(`${facts.url}/api/auth/login`, {
    data: { email: accounts.admin, password: demoPassword },
  });
  await page.setViewportSize(desk);
  await page.goto(`${facts.url}/users/import`);
  const lines = Array.from({ length: 260 }, (_, index) => {
    const number = String(index + 1).padStart(3, '0');
    return `person${number}@long.example;Person;Number ${number}`;
  });
  const text = `Mail;First name;Surname\n${lines.join('\n')}\n`;
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const table = page.getByRole('table', { name: 'Rows' });
  await expect(table.getByRole('row')).toHaveCount(101, { timeout: 60_000 });
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(table).not.toContainText('Number 200');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();
  expect(await table.getByRole('row').count()).toBeLessThan(80);
  await table.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 20_000);
    await expect(table).toContainText('Number 260', { timeout: 500 });
  }).toPass();
  expect(await table.getByRole('row').count()).toBeLessThan(80);
});
