/** A module's people, the library as a table, changes of many modules, and what is said before modules without content are assigned. */
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { cardOf, departmentOf, findModules, makeModule, unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { completeTraining, today } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const desk = { width: 1440, height: 900 };

test('[MTX-09] [REM-01] the people of a module: figures lead to their people, some are reminded, all are exported', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  guard.allow(404, '/api/training-modules/999999999/people-figures');
  const title = unique('Cold Chain');
  const id = await makeModule(world, title);
  const [late, open] = [await world.learner(), await world.learner()];
  const assign = (userId: string, dueDate?: string) =>
    world.admin.post<{ id: number }>('/api/training/assign-module', {
      userId,
      moduleId: id,
      ...(dueDate && { dueDate }),
    });
  await assign(late.id, '2020-01-31');
  const { body: openAssignment } = await assign(open.id);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title)
    .getByRole('link', { name: `People of ${title}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/training-modules/${String(id)}/people$`));
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  const filters = page.getByRole('group', { name: 'Filter by status' });
  await expect(filters.getByRole('button')).toHaveText([
    /^All 2$/,
    /^Overdue 1$/,
    /^Expired 0$/,
    /^Required, not assigned 0$/,
    /^Not Started 1$/,
    /^In Progress 0$/,
    /^Completed 0$/,
  ]);
  const table = page.getByRole('table', { name: 'People of this module' });
  await expect(table.getByRole('row')).toHaveCount(3);
  await checkLooks(page, 'module-people');
  await page.setViewportSize(desk);
  await filters.getByRole('button', { name: 'Overdue' }).click();
  await expect(page).toHaveURL(/status=overdue/);
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table).toContainText(late.email);
  await table.getByRole('checkbox').last().check();
  await expect(page.getByText('1 person selected')).toBeVisible();
  await page.getByRole('button', { name: 'Send Reminder', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Reminders' });
  await expect(dialog.getByRole('combobox', { name: 'Module' })).toHaveValue(title);
  await dialog.getByRole('radio', { name: /^Overdue/ }).check();
  await expect(dialog.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^training-.*\.csv$/);
  // On a phone the zone of a completion is not lost at the edge of its card.
  await completeTraining(world, open, openAssignment.id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/training-modules/${String(id)}/people?status=completed`);
  const completed = page.getByRole('listitem').locator('dd time').first();
  await expect(completed).toBeVisible();
  const within = await completed.evaluate((time) => {
    const card = time.closest('li');
    return card !== null && time.getBoundingClientRect().right < card.getBoundingClientRect().right;
  });
  expect(within).toBe(true);
  await page.goto('/training-modules/999999999/people');
  await expect(page.getByRole('heading', { name: 'Module Not Found' })).toBeVisible();
});

test('[MTX-09] [CMP-03] an expired completion is shown as expired while its renewal is open', async ({
  page,
  signIn,
  world,
}) => {
  const title = unique('Hand Hygiene');
  const id = await makeModule(world, title);
  const person = await world.learnerApart();
  const { body: matrix } = await world.admin.post<{ matrixId: number }>(
    '/api/training-modules/assign-to-matrix',
    {
      moduleIds: [id],
      matrixName: unique('Yearly'),
      departmentId: (await departmentOf(world, person)).id,
      renewalPeriod: 12,
    },
  );
  const { matrixId } = matrix;
  await world.admin.post('/api/training-matrix/assign', { matrixId, specificUserIds: [person.id] });
  const open = async () => {
    const { body } = await (
      await world.clientOf(person)
    ).get<{ id: number; moduleId: number; status: string }[]>('/api/assignments/user');
    return body.find((one) => one.moduleId === id && one.status !== 'completed' && one.status !== 'expired')
      ?.id;
  };
  await world.admin.post(`/api/training-assignments/${String(await open())}/record-completion`, {
    completedOn: '2020-01-31',
    reason: 'Signed on paper',
  });
  const renewal = await open();
  expect(renewal).toBeDefined();
  const moved = await world.admin.patch(`/api/training-assignments/${String(renewal)}`, {
    dueDate: addDays(today(), 20),
    reason: 'Back from leave',
  });
  expect(moved.status).toBe(200);
  await signIn('admin', `/training-modules/${String(id)}/people?status=expired`);
  const row = page.getByRole('table', { name: 'People of this module' }).getByRole('row').nth(1);
  await expect(row).toContainText(person.email);
  await expect(row.getByText('Expired', { exact: true })).toHaveCount(1);
  await expect(row).toContainText('Renewal not started');
  await expect(row).toContainText('previously: version 1');
  await checkLooks(page, 'module-people-renewal', [360, 1440]);
});

test('[MOD-01] [MOD-02] [MOD-13] the table sorts, and many modules change their category or leave in one step', async ({
  page,
  signIn,
  world,
}) => {
  const word = unique('Autoclave');
  for (const title of [`A ${word}`, `B ${word}`]) await makeModule(world, title);
  const category = unique('Sterile Rooms');
  await world.admin.post('/api/training-modules/category', { categoryName: category });
  await signIn('admin', `/training-modules?q=${encodeURIComponent(word)}`);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click();
  await expect(page).toHaveURL(/view=table/);
  const table = page.getByRole('table', { name: 'Training modules' });
  const titles = table.getByRole('rowheader');
  await expect(titles).toHaveText([new RegExp(`^A ${word}`), new RegExp(`^B ${word}`)]);
  await table.getByRole('button', { name: 'Module' }).click();
  await expect(titles).toHaveText([new RegExp(`^B ${word}`), new RegExp(`^A ${word}`)]);
  await expect(page).toHaveURL(/sort=-title/);
  await checkLooks(page, 'modules-table');
  await page.setViewportSize(desk);
  // More columns than fit: their edge says so until the last is in sight.
  const frame = page.getByRole('region', { name: 'Training modules' });
  await expect(frame).toHaveAttribute('data-more');
  await frame.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect(frame).not.toHaveAttribute('data-more');
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Set Category' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set the category of 2 modules' });
  await dialog.getByRole('combobox', { name: 'Training Category' }).fill(category);
  await page.getByRole('option', { name: category }).click();
  await dialog.getByRole('button', { name: 'Set Category' }).click();
  await expect(table.getByRole('cell', { name: category })).toHaveCount(2);
  await page.getByRole('radiogroup', { name: 'View' }).getByText('Categories').click();
  await page.getByRole('button', { name: `Rename Category ${category}` }).click();
  const rename = page.getByRole('dialog', { name: `Rename ${category}` });
  await rename.getByRole('textbox', { name: 'Category name' }).fill(`${category} B`);
  await rename.getByRole('button', { name: 'Rename Category' }).click();
  await expect(page.getByRole('region', { name: `${category} B` }).getByRole('article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Delete or retire' }).click();
  const removal = page.getByRole('dialog', { name: 'Delete or retire 2 modules?' });
  await expect(removal).toContainText('2 modules that were never assigned will be deleted.');
  await removal.getByRole('button', { name: 'Delete or retire' }).click();
  await expect(page.getByText('No training modules found.')).toBeVisible();
});

test('[MTX-03] modules without content are named, by number, before they are assigned', async ({
  page,
  signIn,
  world,
}) => {
  const word = unique('Incubator');
  await makeModule(world, `Full ${word}`);
  await makeModule(world, `Empty ${word}`, { content: undefined });
  await signIn('admin', `/training-modules?q=${encodeURIComponent(word)}`);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Create/Add to Training Matrix' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create/Add to Training Matrix' });
  const warning = dialog.getByText('1 of 2 modules has no content: people cannot start it.');
  await expect(warning).toBeVisible();
  const department = await departmentOf(world, await world.learner());
  await dialog.getByText('New matrix').click();
  await dialog.getByRole('textbox', { name: 'Matrix name' }).fill(unique('Cells'));
  await dialog.getByRole('combobox', { name: 'Department' }).fill(department.label);
  await page.getByRole('option', { name: department.label }).click();
  await dialog.getByRole('button', { name: 'Show who needs it' }).click();
  await expect(page.getByRole('dialog', { name: /^Create the matrix/ })).toContainText(
    '1 of 2 modules has no content',
  );
});

test('[MTX-03] [MTX-06] modules without content are named before a template, a changed matrix or a new place assigns them', async ({
  page,
  signIn,
  world,
}) => {
  const word = unique('Autoclave');
  const person = await world.learnerApart({
    firstName: 'Jonas',
    lastName: unique('Feld'),
    jobTitle: 'Potter',
  });
  const empty = await makeModule(world, `TP-QMS-001 ${word}`, { content: undefined });
  const department = await departmentOf(world, person);
  const matrix = unique('Sterile Rooms');
  const made = await world.admin.post('/api/training-modules/assign-to-matrix', {
    moduleIds: [await makeModule(world, `Full ${word}`), empty],
    matrixName: matrix,
    departmentId: department.id,
    jobTitle: 'Glazier',
  });
  expect(made.status).toBe(200);
  const warning = 'modules has no content: people cannot start it.';

  await signIn('admin', '/training-matrix?dialog=template');
  const form = page.getByRole('dialog', { name: 'Create from Template' });
  await form.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('combobox', { name: 'Department' }).fill(department.label);
  await page.getByRole('option', { name: department.label }).click();
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  const template = page.getByRole('dialog', { name: /^Create the matrix/ });
  await expect(
    template.getByText(/^\d+ of \d+ modules ha(s|ve) no content: people cannot start/),
  ).toBeVisible();

  await page.goto(`/training-matrix?q=${encodeURIComponent(matrix)}`);
  const card = cardOf(page, matrix);
  await card.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Edit Matrix' }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${matrix}` });
  await edit.getByRole('combobox', { name: 'Training Category' }).fill('Potter');
  await edit.getByRole('button', { name: 'Save' }).click();
  const change = page.getByRole('dialog', { name: `Change ${matrix}?` });
  await expect(change.getByText('Assigns 2 trainings to 1 person')).toBeVisible();
  await expect(change.getByText(`1 of 2 ${warning}`)).toBeVisible();
  await checkLooks(page, 'matrix-change-without-content');
  await page.setViewportSize(desk);

  await page.goto(`/users?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: /^Edit Jonas/ }).click();
  const place = page.getByRole('dialog', { name: /^Edit Jonas/ });
  await place.getByRole('combobox', { name: 'Training Category' }).fill('Glazier');
  await expect(place.getByText('2 trainings assigned')).toBeVisible();
  await expect(place.getByText(`1 of 2 ${warning}`)).toBeVisible();
});

test('[MOD-06] [MOD-07] the error of a file goes when the next one is chosen; a blank one is said to its author; a draft shows on its card', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const title = unique('Balance');
  const id = await makeModule(world, title, { content: undefined });
  guard.allow(422, `/api/training-modules/${String(id)}/load`);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^Load/ }).click();
  const dialog = page.getByRole('dialog', { name: `Load Content: ${title}` });
  const choose = (name: string, text: string) =>
    dialog.locator('input[type=file]').setInputFiles([{ name, mimeType: '', buffer: Buffer.from(text) }]);
  await choose('torn.pdf', '%PDF-1.7');
  await dialog.getByRole('button', { name: 'Load Content' }).click();
  const refusal = dialog.getByText('is damaged or not a PDF document.');
  await expect(refusal).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove torn.pdf' }).click();
  await expect(refusal).toHaveCount(0);
  await choose('notes.txt', 'Read this to the end before you start to work with it.');
  await dialog.getByRole('button', { name: 'Load Content' }).click();
  await expect(dialog).toHaveCount(0);
  const person = await world.learner();
  await world.admin.post('/api/training/assign-module', { userId: person.id, moduleId: id });
  const draft = new FormData();
  draft.set('contentData', 'The second text, which says more.');
  draft.set('publish', 'draft');
  await world.admin.post(`/api/training-modules/${String(id)}/load`, draft);
  await findModules(page, title);
  await expect(cardOf(page, title)).toContainText('Draft v2');
});
