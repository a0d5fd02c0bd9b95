/** Assigning to more people than one command takes, as the dialogs show it (PERF-03). */
import { departmentOf, makeModule, unique } from './admin-world.ts';
import { startForked, type Forked } from './forked.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';

let small: Forked;
let url: string;
// Parted between two workers, the tests would start the server twice.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  small = startForked('serve-assigning.ts');
  url = String(await small.message());
});
test.afterAll(() => small.stop());

test('[PERF-03] [MTX-05] the dialog shows progress and result, goes on when closed, and the page finds it again', async ({
  page,
  signIn,
  world,
}) => {
  const administrator = await world.learner({ role: 'admin', firstName: 'Ina', lastName: 'Busch' });
  const last = unique('Many').replaceAll(' ', '');
  const [one] = [
    await world.learner({ firstName: 'Una', lastName: last }),
    await world.learner({ firstName: 'Duo', lastName: last }),
  ];
  const matrix = unique('For very many');
  const moduleId = await makeModule(world, unique('Fire Doors'));
  const { id: departmentId } = await departmentOf(world, await world.learnerApart());
  const made = await world.admin.post<{ matrixId: number }>('/api/training-modules/assign-to-matrix', {
    moduleIds: [moduleId],
    matrixName: matrix,
    departmentId,
  });
  await world.admin.post('/api/training/assign-module', { userId: one.id, moduleId });
  // As slow as 10,000 people would be: half of them are done whenever it is looked at.
  let isSlow = true;
  await page.route('**/api/assigning-runs?*', async (route) => {
    const answer = await route.fetch();
    const rows = (await answer.json()) as Record<string, unknown>[];
    const half = { state: 'running', peopleDone: 1, assignments: 1, peopleAssigned: 1, peopleLeftOut: 0 };
    const json = isSlow ? rows.map((row, at) => (at === 0 ? { ...row, ...half } : row)) : rows;
    await route.fulfill({ response: answer, json });
  });
  await signIn(administrator, `${url}/training-matrix?assign=${String(made.body.matrixId)}`);
  const choice = page.getByRole('dialog', { name: `Assign ${matrix}` });
  await choice.getByRole('searchbox', { name: 'People' }).fill(last);
  await expect(choice.getByText('2 of 2 shown')).toBeVisible();
  await choice.getByLabel('Select all shown').check();
  await choice.getByRole('button', { name: 'Show effect' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).last().click();
  await expect(toastOf(page)).toContainText('Assigning Continues in the Background');
  const progress = page.getByRole('dialog', { name: 'Assigning in the Background' });
  await expect(progress.getByText('1 of 2 people')).toBeVisible();
  await expect(progress.getByRole('progressbar', { name: `Progress of ${matrix}` })).toHaveAttribute(
    'aria-valuenow',
    '50',
  );
  await expect(progress.getByRole('button', { name: `Cancel ${matrix}` })).toBeVisible();
  await checkLooks(page, 'assigning-in-background');
  await page.setViewportSize({ width: 1440, height: 900 });
  isSlow = false;
  await expect(progress.getByText('Done', { exact: true })).toBeVisible();
  await expect(progress.getByText('1 training for 1 person')).toBeVisible();
  await progress.getByRole('button', { name: 'Close', exact: true }).last().click();

  const found = page.getByRole('list', { name: 'Assigning in the Background' }).getByRole('listitem').first();
  await expect(found).toContainText(matrix);
  await found.getByRole('button', { name: '1 person left out' }).click();
  await expect(found.getByText(`Una ${last}: already assigned or completed`)).toBeVisible();
  await checkLooks(page, 'assigning-found-again');
});

test('[PERF-03] [MTX-05] modules for the selected people go the same way, and what runs can be cancelled', async ({
  page,
  signIn,
  world,
}) => {
  const administrator = await world.learner({ role: 'admin', firstName: 'Ina', lastName: 'Busch' });
  const last = unique('Chosen').replaceAll(' ', '');
  await world.learner({ firstName: 'Una', lastName: last });
  await world.learner({ firstName: 'Duo', lastName: last });
  const title = unique('Cold Rooms');
  await textModule(world.admin, title, 'What everybody in this building has to know.');
  let state = 'running';
  let shown: object = {};
  await page.route('**/api/assigning-runs?*', async (route) => {
    const answer = await route.fetch();
    const rows = ((await answer.json()) as object[]).map((row) => ({
      ...row,
      state,
      peopleDone: 1,
      peopleLeftOut: 1,
    }));
    shown = rows[0] ?? {};
    await route.fulfill({ response: answer, json: rows });
  });
  // Whoever was left out has left the reach since.
  await page.route('**/api/assigning-runs/left-out?*', (route) =>
    route.fulfill({ status: 200, headers: { 'x-total-count': '0' }, json: [] }),
  );
  await page.route('**/api/assigning-runs/*/cancel', async (route) => {
    state = 'cancelled';
    await route.fulfill({ status: 200, json: { ...shown, state } });
  });
  await signIn(administrator, `${url}/users?q=${last}`);
  await page.getByLabel(`Select Una ${last}`).check();
  await page.getByLabel(`Select Duo ${last}`).check();
  await page.getByRole('button', { name: 'Assign modules' }).click();
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Modules' });
  await field.fill(title);
  await page.getByRole('option', { name: title }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show effect' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).last().click();
  const progress = page.getByRole('dialog', { name: 'Assigning in the Background' });
  await expect(progress.getByText('1 of 2 people')).toBeVisible();
  await progress.getByRole('button', { name: 'Cancel Modules' }).click();
  await expect(progress.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(progress.getByText('Processed 1 of 2 people. Existing assignments stay.')).toBeVisible();
  await progress.getByRole('button', { name: '1 person left out' }).click();
  await expect(progress.getByText('People you can no longer see are not listed.')).toBeVisible();
  await expect(progress.getByRole('list', { name: 'People left out' })).toHaveCount(0);
  await progress.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('2 people selected')).toHaveCount(0);
});
