import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { cardOf, departmentOf, findModules, guideFile, unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { guardPage } from './guard.ts';
import type { Person } from './learner-world.ts';

/** Drops the PDF, checks what was proposed, gives the module its title. */
async function createModule(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Module' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Module' });
  await dialog.locator('input[type=file]').setInputFiles(await guideFile('infusion pump handling', 3));
  await expect(dialog.getByLabel('Title')).toHaveValue('Infusion Pump Handling');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(dialog).toHaveCount(0);
  await findModules(page, title);
  await expect(cardOf(page, title).getByText('Content Available')).toBeVisible();
}

/** Puts the module into a new matrix of the learner's department. */
async function createMatrix(page: Page, title: string, matrix: string, department: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${title}` }).check();
  await page.getByRole('button', { name: 'Create/Add to Training Matrix' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create/Add to Training Matrix' });
  await dialog.getByText('New matrix').click();
  await dialog.getByLabel('Matrix name').fill(matrix);
  await dialog.getByRole('combobox', { name: 'Department' }).fill(department);
  await page.getByRole('option', { name: department }).click();
  await dialog.getByRole('button', { name: 'Show who needs it' }).click();
  const question = page.getByRole('dialog', { name: `Create the matrix ${matrix}?` });
  await question.getByRole('radio', { name: /^Later/ }).check();
  await question.getByRole('button', { name: 'Create matrix' }).click();
  const done = page.getByRole('dialog', { name: `Added to ${matrix}` });
  await expect(done.getByText('1 module was added.')).toBeVisible();
  await done.getByRole('link', { name: 'Assign in the Training Matrix' }).click();
}

/** Assigns the matrix to the learner, the effect shown first. */
async function assign(page: Page, title: string, matrix: string, learner: Person): Promise<void> {
  const choice = page.getByRole('dialog', { name: `Assign ${matrix}` });
  await choice.getByRole('searchbox', { name: 'People' }).fill(learner.email);
  await choice.getByRole('checkbox', { name: `${learner.firstName} ${learner.lastName}` }).check();
  await choice.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: `Assign ${matrix}?` });
  await expect(effect.getByText('1 assignment for 1 person')).toBeVisible();
  await expect(effect.getByText(title)).toBeVisible();
  await effect.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toastOf(page)).toContainText('Template assigned');
  await expect(toastOf(page)).toContainText('1 assignment for 1 person');
  await expect(cardOf(page, matrix).getByText('1 user assigned')).toBeVisible();
}

/** Reads the document to its end, screen by screen, each as long as it takes to count. */
async function readAll(page: Page): Promise<void> {
  const text = page.getByRole('region', { name: /^Document .*\.pdf$/ });
  const complete = page.getByRole('button', { name: 'Mark as Completed' });
  await expect(text.locator('canvas').first()).toBeVisible();
  await text.focus();
  await expect(async () => {
    if (await complete.isDisabled()) await page.keyboard.press('PageDown');
    await expect(complete).toBeEnabled({ timeout: 2500 });
  }).toPass({ timeout: 60_000, intervals: [0] });
  await expect(page.getByText('3 of 3 pages read')).toBeVisible();
}

async function signCompletion(page: Page, learner: Person): Promise<string> {
  await page.getByRole('button', { name: 'Mark as Completed' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign the completion' });
  await dialog.getByRole('checkbox', { name: 'I have read the agreement and accept it.' }).check();
  await dialog.getByRole('button', { name: 'Accept and continue' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(learner.password);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog.getByText('Your signature is recorded.')).toBeVisible();
  const certificate = await dialog.getByRole('link', { name: 'Open the certificate' }).getAttribute('href');
  await dialog.getByRole('button', { name: 'Done' }).click();
  return certificate ?? '';
}

test('[MOD-03] [MOD-04] [MTX-03] [MTX-05] [LRN-01] [VIEW-03] [SIG-02] [LRN-05] [RPT-01] [RPT-02] a PDF becomes a module, a matrix, an assignment, a signed completion, a certificate and a row of the exported report', async ({
  page,
  browser,
  baseURL,
  signIn,
  world,
}) => {
  // Two people, a whole document to read, a signature and two exports.
  test.setTimeout(300_000);
  const title = unique('Infusion Pump Handling');
  const matrix = unique('Pump Users');
  const learner = await world.learnerApart({ firstName: 'Noemi', lastName: unique('Sommer') });

  await signIn('admin', '/training-modules');
  await createModule(page, title);
  await createMatrix(page, title, matrix, (await departmentOf(world, learner)).label);
  await assign(page, title, matrix, learner);

  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const desk = await context.newPage();
  const guards = [guardPage(desk)];
  const { email, password } = learner;
  await desk.request.post('/api/auth/login', { data: { email, password } });
  await desk.goto('/employee');
  const opened = context.waitForEvent('page');
  await desk
    .getByRole('button', { name: `Start ${title}` })
    .first()
    .click();
  const viewer = await opened;
  guards.push(guardPage(viewer));
  await expect(viewer.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Mark as Completed' })).toBeDisabled();
  await readAll(viewer);
  const certificate = await signCompletion(viewer, learner);
  const paper = await viewer.request.get(certificate);
  expect(paper.headers()['content-type']).toContain('application/pdf');
  expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await desk.reload();
  await expect(desk.getByRole('link', { name: `Certificate for ${title}` }).first()).toBeVisible();
  for (const guard of guards) guard.check();
  await context.close();

  await page.goto(`/reports/completion?q=${encodeURIComponent(learner.email)}`);
  await page.getByRole('row').filter({ hasText: learner.email }).click();
  const drawer = page.getByRole('dialog', { name: learner.lastName });
  const row = drawer.getByRole('row').filter({ hasText: title });
  await expect(row.getByText('Completed', { exact: true })).toBeVisible();
  await expect(row.getByText(`${learner.firstName} ${learner.lastName},`)).toBeVisible();
  await expect(row.getByText('Not valid')).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Close' }).click();

  for (const format of ['CSV', 'PDF'] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(
      new RegExp(String.raw`^completion-report-${format}-\d{4}-\d\d-\d\d\.${format}$`, 'i'),
    );
    const bytes = await readFile(await file.path());
    if (format === 'PDF') expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    else for (const part of [learner.email, title]) expect(bytes.toString()).toContain(part);
  }
});
