/** Import of absences with a file (USR-10): choose, errors, effect, confirmation, result, and the person who is away. */
import { addDays } from '#shared/domain/calendar/calendar.ts';
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

test('[USR-10] absences are imported with a file, on a desk and on a phone', async ({ page }) => {
  test.setTimeout(180_000);
  const baseURL = facts.url;
  await page.request.post(`${baseURL}/api/auth/login`, {
    data: { email: accounts.admin, password: demoPassword },
  });
  const people = (await (
    await page.request.get(`${baseURL}/api/users?limit=50&role=learner&isActive=true&sort=name`)
  ).json()) as { readonly id: string; readonly email: string }[];
  const absencesOf = async (id: string) =>
    (await (await page.request.get(`${baseURL}/api/users/${id}/absences`)).json()) as {
      readonly today: string;
      readonly absences: readonly object[];
    };
  const free: string[] = [];
  for (const { id, email } of people)
    if (free.length < 2 && (await absencesOf(id)).absences.length === 0) free.push(id, email);
  const [personId = '', email = ''] = free;
  const { today } = await absencesOf(personId);

  await page.setViewportSize(desk);
  await page.goto(`${baseURL}/users/import`);
  await page.getByRole('link', { name: 'Import absences' }).click();
  await expect(page.getByText('No imports yet')).toBeVisible();
  await checkLooks(page, 'import-absences');
  await page.setViewportSize(desk);
  const head = 'E-Mail;Von;Bis;Art;Bemerkung';
  const choose = (name: string, text: string) =>
    page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

  await choose(
    'away.csv',
    `${head}\n${email};${today};31.02.2019;Urlaub;\nnobody@away.example;${today};;fishing;\n`,
  );
  await expect(page.getByRole('heading', { name: 'away.csv', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('2 rows have errors')).toBeVisible({ timeout: 30_000 });
  const table = page.getByRole('table', { name: 'Rows' });
  await expect(table).toContainText('This is not a date. Write it as 2024-06-30.');
  await expect(table).toContainText('There is no such person. Import people first.');
  await expect(table).toContainText('Write leave, parental or sick.');
  await checkLooks(page, 'import-absences-errors');
  await page.setViewportSize(desk);

  await page.goto(`${baseURL}/users/import-absences`);
  await choose('away.csv', `${head}\n${email};${today};${addDays(today, 20)};Urlaub;Madeira\n`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('1 absence recorded')).toBeVisible({ timeout: 30_000 });
  await expect(table).toContainText('LeaveIn the file: Urlaub');
  await checkLooks(page, 'import-absences-effect');
  await checkLooks(page, 'import-absences-effect', [360]);
  await expectNothingCut(page, 'the effect of an import of absences on a phone');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Import absences' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The list of HR.');
  await checkLooks(page, 'import-absences-confirm');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible({ timeout: 30_000 });

  await page.goto(`${baseURL}/employee/${personId}`);
  await expect(page.getByText('Away').first()).toBeVisible();
});
