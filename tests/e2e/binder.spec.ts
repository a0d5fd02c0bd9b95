import { readFile } from 'node:fs/promises';
import { unzip } from '#tests/harness/unzip.ts';
import { expect, test } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';

test('[INS-04] a manager has the binder of a team of 20 in three clicks: request it, and download it when it is ready', async ({
  page,
  signIn,
  world,
}) => {
  const manager = await world.learner({ role: 'manager', firstName: 'Nora', lastName: 'Lind' });
  // Last names without digits: Anders A, Anders B …
  const names = Array.from({ length: 20 }, (_, at) => `Anders ${String.fromCodePoint(65 + at)}`);
  for (const lastName of names) await world.learner({ managerId: manager.id, firstName: 'Zoe', lastName });
  let clicks = 0;
  const click = async (name: string): Promise<void> => {
    clicks += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  await signIn(manager, '/team');
  await click('Training binder');
  const dialog = page.getByRole('dialog', { name: 'Training binder' });
  await expect(dialog.getByText('Ready: 20 people')).toBeVisible({ timeout: 30_000 });
  await checkLooks(page, 'binder-ready', [360, 1440]);
  const [download] = await Promise.all([page.waitForEvent('download'), click('Download')]);
  expect(clicks).toBeLessThanOrEqual(3);
  expect(download.suggestedFilename()).toMatch(/^training-binder-\d{4}-\d\d-\d\d\.zip$/);
  const file = test.info().outputPath('binder.zip');
  await download.saveAs(file);
  const files = await unzip(await readFile(file));
  for (const name of names) expect([...files.keys()]).toContain(`${name} Zoe/training-file.pdf`);
  expect(files.has('index.pdf') && files.has('manifest.sha256')).toBe(true);

  // It is among the exports of its requester as well.
  await page.keyboard.press('Escape');
  await page.goto('/reports/export');
  await expect(page.getByText('Training binder · ZIP')).toBeVisible();
  await expect(page.getByText('20 people', { exact: false }).first()).toBeVisible();
});

test('[INS-04] selected people of a list, one person and an organization have a binder, and one that is prepared can be cancelled', async ({
  page,
  signIn,
  world,
}) => {
  const administrator = await world.learner({ role: 'admin' });
  const person = await world.learner({ firstName: 'Zoe', lastName: 'Dahl' });
  await page.route('**/api/exports?*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as { state: string; rowsDone: number }[];
    const json = rows.map((row) => ({ ...row, state: 'running', rowsTotal: 20, rowsDone: 7 }));
    await route.fulfill({ response: answer, json });
  });
  await page.route('**/api/exports/*/cancel', (route) => route.fulfill({ json: {} }));
  await signIn(administrator, `/employee/${person.id}`);
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/binders'));
  await page.getByRole('button', { name: 'Training binder' }).click();
  expect((await asked).postDataJSON()).toEqual({ userIds: [person.id] });
  const dialog = page.getByRole('dialog', { name: 'Training binder' });
  await expect(dialog.getByText('7 of 20 people')).toBeVisible();
  await checkLooks(page, 'binder-preparing', [360, 1440]);
  await dialog.getByRole('button', { name: 'Cancel binder' }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/organizations');
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click();
  const ofOrganization = page.waitForRequest((request) => request.url().endsWith('/api/binders'));
  await page.getByRole('menuitem', { name: 'Training binder' }).click();
  expect((await ofOrganization).postDataJSON()).toEqual({ organizationId: expect.any(Number) as unknown });
  await expect(dialog.getByText('7 of 20 people')).toBeVisible();

  await page.goto(`/users?q=${encodeURIComponent('Zoe Dahl')}`);
  await page.getByRole('checkbox', { name: /Dahl/ }).first().check();
  const ofPeople = page.waitForRequest((request) => request.url().endsWith('/api/binders'));
  await page.getByRole('button', { name: 'Training binder' }).click();
  expect((await ofPeople).postDataJSON()).toEqual({ userIds: [expect.any(String) as unknown] });
});
