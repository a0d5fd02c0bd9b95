/** Import of past completions with a file (USR-09): choose, certificate files, errors, effect, confirmation, result, reversal. */
import { accounts, demoPassword, type ServerFacts } from './facts.ts';
import { expect, test } from './fixtures.ts';
import { startForked, type Forked } from './forked.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: Forked;
let facts: ServerFacts;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = startForked('serve.ts');
  facts = (await server.message()) as ServerFacts;
});
test.afterAll(() => server.stop());

test('[USR-09] past completions are imported with a file and reversed, on a desk and on a phone', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const baseURL = facts.url;
  await page.request.post(`${baseURL}/api/auth/login`, {
    data: { email: accounts.admin, password: demoPassword },
  });
  const people = (await (await page.request.get(`${baseURL}/api/users?limit=50&role=learner`)).json()) as {
    readonly id: string;
    readonly email: string;
    readonly isActive: boolean;
  }[];
  const person = people.find(({ isActive }) => isActive);
  const modules = (await (await page.request.get(`${baseURL}/api/training-modules?limit=50`)).json()) as {
    readonly title: string;
    readonly organizationId: number | null;
  }[];
  const module = modules.find(({ organizationId }) => organizationId === null);
  if (!person || !module) throw new Error('a world without people or modules');

  await page.setViewportSize(desk);
  await page.goto(`${baseURL}/users/import`);
  await page.getByRole('link', { name: 'Import past completions' }).click();
  await expect(page.getByText('No imports yet')).toBeVisible();
  await checkLooks(page, 'import-completions');
  await page.setViewportSize(desk);
  const head = 'Email address;Course full name;Completion date;Certificate';
  const row = (day: string) => `${person.email};${module.title};${day};scan.png`;
  const choose = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await choose('binder.csv', `${head}\n${row('31.02.2019')}\nnobody@binder.example;No module;03.06.2019;\n`);
  await expect(page.getByRole('heading', { name: 'binder.csv', level: 1 })).toBeVisible();
  await page.getByLabel('Source of rows that name none').fill('Binder QA-3');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('2 rows have errors')).toBeVisible({ timeout: 30_000 });
  const table = page.getByRole('table', { name: 'Rows' });
  await expect(table).toContainText('This is not a date. Write it as 2024-06-30.');
  await expect(table).toContainText('There is no such person. Import people first.');
  await expect(table).toContainText('This file was not added to the import.');
  await checkLooks(page, 'import-completions-errors');
  await page.setViewportSize(desk);

  await page.goto(`${baseURL}/users/import-completions`);
  await choose('binder.csv', `${head}\n${row('03.06.2019')}\n`);
  await expect(page.getByRole('heading', { name: 'binder.csv', level: 1 })).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'Scan.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByText('1 file added')).toBeVisible();
  // The source is evidence: it is entered for each file.
  await expect(page.getByLabel('Source of rows that name none')).toHaveValue('');
  await page.getByLabel('Source of rows that name none').fill('Binder QA-3');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('1 completion recorded for 1 person and 1 module')).toBeVisible({
    timeout: 30_000,
  });
  await expect(table).toContainText('Jun 3, 2019In the file: 03.06.2019');
  await expect(table).toContainText('Binder QA-3');
  await checkLooks(page, 'import-completions-effect');
  await checkLooks(page, 'import-completions-effect', [360]);
  await expectNothingCut(page, 'the effect of an import of completions on a phone');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Import completions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The company moves in.');
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible({ timeout: 30_000 });

  await page.goto(`${baseURL}/employee/${person.id}`);
  await expect(page.getByText('recorded from source').first()).toBeVisible();
  await page.getByText('recorded from source').first().scrollIntoViewIfNeeded();
  await checkLooks(page, 'employee-recorded-from-source');
  await page.setViewportSize(desk);

  await page.goto(`${baseURL}/users/import-completions`);
  await page
    .getByRole('link', { name: /binder\.csv/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Reverse import' }).click();
  await dialog.getByLabel('Reason').fill('The wrong person.');
  await checkLooks(page, 'import-completions-reverse');
  await page.setViewportSize(desk);
  // As slow as 100,000 completions would be: it runs until it is cancelled, and the reversal waits meanwhile.
  const running = { state: 'reversing', progress: { done: 4, total: 10 } };
  let isSlow = true;
  let last: Record<string, unknown> = {};
  await page.route(/\/api\/completion-imports\/\d+$/, async (route) => {
    const answer = await route.fetch();
    last = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: isSlow ? { ...last, ...running } : last });
  });
  let cancels = 0;
  // Cancelled on the server it is in past-imports.test.ts: here, it has ended by now.
  await page.route(/\/api\/completion-imports\/\d+\/cancel$/, async (route) => {
    cancels += 1;
    await route.fulfill({ json: last });
  });
  await dialog.getByRole('button', { name: 'Reverse import' }).click();
  await expect(page.getByRole('button', { name: 'Cancel reversal' })).toBeVisible();
  await expect(page.getByText('The reversal continues in the background.')).toBeVisible();
  await checkLooks(page, 'import-completions-reversing');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Cancel reversal' }).click();
  await expect.poll(() => cancels).toBe(1);
  isSlow = false;
  await expect(page.getByText('The wrong person.')).toBeVisible({ timeout: 30_000 });
  // The page still asks for the import: an answer that comes after the test has no page.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
