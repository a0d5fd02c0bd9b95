/** /training-matrix as an administrator uses it (SPEC §2.8): figures and lists, and every change with its effect before it. */
import type { Page } from '@playwright/test';
import { cardOf, departmentOf, makeMatrix, makeModule, unique } from './admin-world.ts';
import { expectToast } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import type { LearnerWorld, Person } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const pageOf = (matrix: string) => `/training-matrix?q=${encodeURIComponent(matrix)}`;
const desk = { width: 1440, height: 900 };
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const hoverList = (page: Page) => page.getByRole('tooltip').getByRole('listitem');

interface Card {
  readonly id: number;
  readonly revision: number;
  readonly families: readonly { readonly modules: readonly { readonly entryId: number }[] }[];
}

async function storedCard(world: LearnerWorld, matrix: string): Promise<Card> {
  const { body } = await world.admin.get<Card[]>(`/api/training-matrices?q=${encodeURIComponent(matrix)}`);
  const [card] = body;
  if (!card) throw new Error(`${matrix} has no card`);
  return card;
}

/** Makes a person a member of a matrix by name. */
async function assignTo(world: LearnerWorld, matrix: string, person: Person): Promise<void> {
  const body = { matrixName: matrix, specificUserIds: [person.id] };
  expect((await world.admin.post('/api/training-matrix/assign', body)).status).toBe(200);
}

test('[MTX-01] [SHELL-10] the figures lead to their lists; names show on hover and on focus', async ({
  page,
  signIn,
  world,
}) => {
  const matrix = unique(
    'Import of Medicinal Products with an Extraordinarily Long Name for one Single Department',
  );
  const learner = await world.learnerApart({
    firstName: 'Odile',
    lastName: unique('Brandt'),
    jobTitle: null,
  });
  await makeMatrix(world, learner, matrix);
  for (let at = 1; at <= 6; at += 1) {
    const moduleIds = [
      await makeModule(world, unique(`TP-QMS-00${String(at)} Donaudampfschifffahrtsgesellschaft`)),
    ];
    await world.admin.post('/api/training-modules/assign-to-matrix', {
      moduleIds,
      existingMatrixName: matrix,
    });
  }
  await assignTo(world, matrix, learner);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  const users = card.getByRole('button', { name: '1 user assigned' });
  await users.hover();
  await expect(hoverList(page)).toHaveText([/Odile.*No role/]);
  await page.mouse.move(0, 0);
  await expect(hoverList(page)).toHaveCount(0);
  await card.getByRole('button', { name: /^More about/ }).focus();
  await page.keyboard.press('Tab');
  await expect(users).toBeFocused();
  await expect(hoverList(page)).toHaveText([/Odile/]);
  // The list of the focus gives way to that of the mouse.
  await page.getByRole('link', { name: /^Total Users/ }).hover();
  await expect(hoverList(page).nth(1)).toBeVisible();
  await expect(page.getByRole('tooltip')).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await card.getByRole('button', { name: /^More about/ }).focus();
  await page.keyboard.press('Tab');
  await expect(hoverList(page)).toHaveText([/Odile/]);
  await page.keyboard.press('Escape');
  await expect(hoverList(page)).toHaveCount(0);
  // Families in the order of SPEC §9, five modules of one before the rest is folded away.
  await expect(card.getByText('QMS', { exact: true })).toBeVisible();
  await expect(card.getByRole('button', { name: /^Remove TP-QMS/ })).toHaveCount(5);
  const more = card.getByRole('button', { name: '1 more' });
  await more.click();
  await expect(card.getByRole('button', { name: /^Remove TP-QMS/ })).toHaveCount(6);
  await checkLooks(page, 'matrix-card');
  await page.setViewportSize(desk);

  const figure = (label: string) =>
    page.locator('main').getByText(label, { exact: true }).locator('..').getByRole('link');
  await figure('Assigned Templates').hover();
  await expect(hoverList(page).first()).toBeVisible();
  await figure('Total Users').hover();
  await expect(
    hoverList(page)
      .filter({ hasText: /Administration|Clinical|Medical|Quality|No role/ })
      .first(),
  ).toBeVisible();
  await figure('Total Users').click();
  await expect(page).toHaveURL(/\/users$/);
  await page.goBack();
  await figure('Active Departments').click();
  const departments = dialogOf(page, 'Assign Templates to Users');
  await expect(departments.getByRole('listitem').first()).toBeVisible();
  await checkLooks(page, 'matrix-departments');
  await page.setViewportSize(desk);
  const { label } = await departmentOf(world, learner);
  const [name = '', organization = ''] = label.split(' · ');
  await departments.getByRole('searchbox', { name: 'Search' }).fill(name);
  await departments.getByRole('button', { name: `Manage ${name}, ${organization}` }).click();
  await expect(page).toHaveURL(/department=\d+/);
  await expect(card).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.goto('/training-matrix?dialog=assign-templates');
  await departments.getByRole('searchbox', { name: 'Search' }).fill(name);
  await departments.getByRole('button', { name: `Assign ${matrix} in ${name}` }).click();
  await expect(dialogOf(page, `Assign ${matrix}`)).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 800 } });
  test('[MTX-01] [SHELL-10] a tap shows the names behind a figure, a second one opens the list', async ({
    page,
    signIn,
    world,
  }) => {
    const matrix = unique('Night Shift');
    const learner = await world.learnerApart({ firstName: 'Timo', lastName: unique('Falk') });
    await makeMatrix(world, learner, matrix);
    await assignTo(world, matrix, learner);
    await signIn('admin', pageOf(matrix));
    const users = cardOf(page, matrix).getByRole('button', { name: '1 user assigned' });
    await users.tap();
    await expect(hoverList(page)).toHaveText([/Timo/]);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await users.tap();
    await expect(dialogOf(page, `People of ${matrix}`)).toBeVisible();
  });
});

test('[MTX-04] a module is added once it is seen who needs it, and assigned to them at once', async ({
  page,
  signIn,
  world,
}) => {
  const matrix = unique('Ward Rounds');
  const learner = await world.learnerApart({ firstName: 'Nele', lastName: unique('Vogt') });
  await makeMatrix(world, learner, matrix);
  const title = unique('Sharps Disposal');
  await makeModule(world, title);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  await expect(card.getByText('1 person: required, not assigned')).toBeVisible();
  await card.getByRole('button', { name: `Add Module to ${matrix}` }).click();
  const form = dialogOf(page, `Add Module to ${matrix}`);
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  await expect(form.getByText('Please select a module')).toBeVisible();
  await form.getByRole('combobox', { name: 'Training module' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await form.getByRole('textbox', { name: 'Days to due' }).fill('10');
  await form.getByRole('textbox', { name: 'Renewal period in months' }).fill('12');
  await checkLooks(page, 'matrix-add');
  await page.setViewportSize(desk);
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  const question = dialogOf(page, `Add the module to ${matrix}?`);
  await expect(question.getByText('1 person needs this module now')).toBeVisible();
  await expect(question.getByText(`Nele ${learner.lastName}`)).toBeVisible();
  await checkLooks(page, 'matrix-add-need');
  await page.setViewportSize(desk);
  // What is long is not read out by itself.
  await expect(question.getByRole('alert')).toHaveText('1 person needs this module now');
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(form.getByRole('combobox', { name: 'Training module' })).toHaveValue(title);
  await expect(form.getByRole('textbox', { name: 'Days to due' })).toHaveValue('10');
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  await question.getByRole('button', { name: 'Add and assign' }).click();
  await expectToast(page, 'default', 'Module Added', '1 assignment for 1 person');
  await expect(card.getByText('10 days to due · renews every 12 months')).toBeVisible();
  await expect(card.getByText('1 user assigned')).toBeVisible();
});

test('[MTX-02] [MTX-04] what is no number of days is refused where it was typed; a double click adds a module once', async ({
  page,
  signIn,
  world,
}) => {
  const matrix = unique('Night Watch');
  const learner = await world.learnerApart({ lastName: unique('Adler') });
  await makeMatrix(world, learner, matrix);
  const title = unique('Lanterns');
  await makeModule(world, title);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  await card.getByRole('button', { name: `Add Module to ${matrix}` }).click();
  const form = dialogOf(page, `Add Module to ${matrix}`);
  await form.getByRole('combobox', { name: 'Training module' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  const show = form.getByRole('button', { name: 'Show who needs it' });
  const refused = async (field: string, typed: string, why: string): Promise<void> => {
    const input = form.getByRole('textbox', { name: field });
    const before = await input.inputValue();
    await input.fill(typed);
    await show.click();
    await expect(form.getByText(why, { exact: true })).toBeVisible();
    await expect(input).toHaveValue(typed);
    await expect(input).toBeFocused();
    await input.fill(before);
  };
  await refused('Days to due', '-3', 'Must be at least 0');
  await refused('Days to due', '1.5', 'Must be a whole number of days');
  await refused('Days to due', '4000', 'Must be at most 3650');
  await refused('Days to due', '', 'Must be a whole number of days');
  await refused('Renewal period in months', '-1', 'Must be at least 1');
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/training-matrix/add-module')
      sent.push(request.postDataJSON());
  });
  const twice = (button: HTMLElement): void => {
    button.click();
    button.click();
  };
  await show.evaluate(twice);
  const question = dialogOf(page, `Add the module to ${matrix}?`);
  await question.getByRole('button', { name: 'Add and assign' }).evaluate(twice);
  await expectToast(page, 'default', 'Module Added', '1 assignment for 1 person');
  expect(sent).toMatchObject([{ preview: true }, { assignNow: true }]);
});

test('[MTX-02] [MTX-06] who edits a module that somebody else has removed from the matrix is told so', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const matrix = unique('Lifts');
  const learner = await world.learnerApart({ lastName: unique('Haas') });
  const module = await makeMatrix(world, learner, matrix);
  const { families } = await storedCard(world, matrix);
  const entryId = families[0]?.modules[0]?.entryId ?? 0;
  guard.allow(404, `/api/training-matrix/${String(entryId)}`);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  await card.getByRole('button', { name: `Edit ${module} in ${matrix}` }).click();
  expect((await world.admin.del(`/api/training-matrix/${String(entryId)}`)).status).toBe(200);
  const terms = dialogOf(page, `Edit ${module}`);
  await terms.getByRole('textbox', { name: 'Days to due' }).fill('45');
  await terms.getByRole('button', { name: 'Save' }).click();
  await expect(terms.getByText('This module is no longer in the matrix.')).toBeVisible();
  await expect(terms.getByRole('button', { name: 'Save' })).toBeDisabled();
  await checkLooks(page, 'matrix-module-gone');
  await page.setViewportSize(desk);
  await terms.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(card.getByText('No modules yet: it requires no training.')).toBeVisible();
});

test('[MTX-04] [MTX-06] who comes to need a module that nobody needed is told before it is added', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const matrix = unique('Night Shifts');
  const learner = await world.learnerApart({ firstName: 'Ilse', lastName: unique('Brandt') });
  await makeMatrix(world, learner, matrix);
  const title = unique('Lifting Loads');
  const moduleId = await makeModule(world, title);
  const given = await world.admin.post<{ id: number }>('/api/training/assign-module', {
    userId: learner.id,
    moduleId,
  });
  guard.allow(409, '/api/training-matrix/add-module');
  await signIn('admin', pageOf(matrix));
  await cardOf(page, matrix)
    .getByRole('button', { name: `Add Module to ${matrix}` })
    .click();
  const form = dialogOf(page, `Add Module to ${matrix}`);
  await form.getByRole('combobox', { name: 'Training module' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  const question = dialogOf(page, `Add the module to ${matrix}?`);
  await expect(question.getByText('No one needs this module now.')).toBeVisible();
  await world.admin.del('/api/training-assignments/bulk', { assignmentIds: [given.body.id] });
  await question.getByRole('button', { name: 'Add Module' }).click();
  await expect(question.getByText('The effect has changed since you viewed it.')).toBeVisible();
  await expect(question.getByText(`Ilse ${learner.lastName}`)).toBeVisible();
  await question.getByRole('radio', { name: /^Later/ }).check();
  await question.getByRole('button', { name: 'Add Module' }).click();
  await expectToast(page, 'default', 'Module Added');
});

test('[MTX-02] [MTX-06] modules, the matrix itself and memberships are changed and removed, the effect before it', async ({
  page,
  signIn,
  world,
}) => {
  const matrix = unique('Cold Rooms');
  const learner = await world.learnerApart({ firstName: 'Rike', lastName: unique('Sommer') });
  const module = await makeMatrix(world, learner, matrix);
  await assignTo(world, matrix, learner);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  await card.getByRole('button', { name: `Edit ${module} in ${matrix}` }).click();
  const terms = dialogOf(page, `Edit ${module}`);
  await terms.getByRole('textbox', { name: 'Days to due' }).fill('45');
  await terms.getByRole('switch', { name: 'Required' }).click();
  await checkLooks(page, 'matrix-edit-module');
  await page.setViewportSize(desk);
  await terms.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'Module Updated');
  await expect(card.getByText('optional · 45 days to due')).toBeVisible();

  const menu = card.getByRole('button', { name: /^More about/ });
  await card.getByRole('button', { name: '1 member by name' }).click();
  const people = dialogOf(page, `People of ${matrix}`);
  await expect(people.getByText('Member by name', { exact: true })).toBeVisible();
  await checkLooks(page, 'matrix-people');
  await page.setViewportSize(desk);
  await people.getByRole('button', { name: /^End Membership: Rike/ }).click();
  const leaving = dialogOf(page, /^End the membership of Rike/);
  await expect(leaving.getByText('No one’s training changes.')).toBeVisible();
  await expect(leaving.getByText(/The matrix still applies to this person/)).toBeVisible();
  await leaving.getByRole('button', { name: 'End Membership' }).click();
  await expectToast(page, 'default', 'Membership Ended');
  await expect(people.getByText('No one here.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card.getByText('1 member by name')).toHaveCount(0);

  await menu.click();
  await page.getByRole('menuitem', { name: 'Edit Matrix' }).click();
  const renamed = `${matrix} and Freezers`;
  const edit = dialogOf(page, `Edit ${matrix}`);
  await edit.getByRole('textbox', { name: 'Matrix name' }).fill(renamed);
  await edit.getByRole('combobox', { name: 'Training Category' }).fill('Glaciologist');
  await checkLooks(page, 'matrix-edit');
  await page.setViewportSize(desk);
  await edit.getByRole('button', { name: 'Save' }).click();
  const change = dialogOf(page, `Change ${matrix}?`);
  await expect(change.getByText('Removes 1 assignment of 1 person, not started yet')).toBeVisible();
  await checkLooks(page, 'matrix-change-effect');
  await page.setViewportSize(desk);
  await change.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'Matrix Updated');
  const now = cardOf(page, renamed);
  await expect(now.getByText(/Glaciologist/)).toBeVisible();

  await now.getByRole('button', { name: `Remove ${module} from ${renamed}` }).click();
  const removal = dialogOf(page, `Remove ${module} from ${renamed}?`);
  await expect(removal.getByText('No one’s training changes.')).toBeVisible();
  await removal.getByRole('button', { name: 'Remove Module' }).click();
  await expectToast(page, 'default', 'Module Removed');
  await expect(now.getByText('Empty', { exact: true })).toBeVisible();
  await expect(now.getByRole('button', { name: /^Assign Template/ })).toBeDisabled();
  await now.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Remove Matrix' }).click();
  await dialogOf(page, `Remove the matrix ${renamed}?`)
    .getByRole('button', { name: 'Remove Matrix' })
    .click();
  await expectToast(page, 'default', 'Matrix Removed');
  await expect(page.getByText('No training matrix matches')).toBeVisible();
});

test('[MTX-02] [MTX-06] what somebody else changed in between is shown before anything is saved', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const matrix = unique('Lone Working');
  const learner = await world.learnerApart({ firstName: 'Ada', lastName: unique('Krug') });
  const module = await makeMatrix(world, learner, matrix);
  const { id, families } = await storedCard(world, matrix);
  const entryId = families[0]?.modules[0]?.entryId ?? 0;
  guard.allow(409, `/api/training-matrices/${String(id)}`);
  guard.allow(409, `/api/training-matrix/${String(entryId)}`);
  guard.allow(404, `/api/training-matrix/${String(entryId)}`);
  await signIn('admin', pageOf(matrix));
  const card = cardOf(page, matrix);
  await card.getByRole('button', { name: /^More about/ }).click();
  await page.getByRole('menuitem', { name: 'Edit Matrix' }).click();
  const other = await world.admin.patch(`/api/training-matrices/${String(id)}`, { jobTitle: 'Porter' });
  expect(other.status).toBe(200);
  const edit = dialogOf(page, /^Edit Lone Working/);
  await edit.getByRole('textbox', { name: 'Matrix name' }).fill(`${matrix} II`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Someone changed this in the meantime.')).toBeVisible();
  await expect(edit.getByText('Porter')).toBeVisible();
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled();
  await edit.getByRole('button', { name: 'Use the newer values' }).click();
  await expect(edit.getByRole('combobox', { name: 'Training Category' })).toHaveValue('Porter');
  await edit.getByRole('textbox', { name: 'Matrix name' }).fill(`${matrix} II`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'Matrix Updated');

  // The effect becomes another one while it is shown: nobody had the module, now one has.
  const now = cardOf(page, `${matrix} II`);
  await now.getByRole('button', { name: /^Remove / }).click();
  const removal = dialogOf(page, /^Remove .* from/);
  await expect(removal.getByText('No one’s training changes.')).toBeVisible();
  await assignTo(world, `${matrix} II`, learner);
  await removal.getByRole('button', { name: 'Remove Module' }).click();
  await expect(removal.getByText('The effect has changed since you viewed it.')).toBeVisible();
  await expect(removal.getByText(`${module}: removed, was not started`)).toBeVisible();
  await checkLooks(page, 'matrix-remove');
  await page.setViewportSize(desk);
  expect((await world.admin.del(`/api/training-matrix/${String(entryId)}`)).status).toBe(200);
  await removal.getByRole('button', { name: 'Remove Module' }).click();
  await expectToast(page, 'destructive', 'Error', 'Failed to remove module from training matrix');
  await page.keyboard.press('Escape');
  await expect(now.getByText('No modules yet: it requires no training.')).toBeVisible();
});

test('[MTX-01] [MTX-02] [MTX-03] [MTX-06] a matrix from a template once it is seen who needs it, the name of its department, the department of the fourth card', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learnerApart({ lastName: unique('Reuter'), jobTitle: 'Quality Affairs' });
  const { label } = await departmentOf(world, learner);
  const matrix = unique('Monitors');
  await makeModule(world, unique('TP-QMS-009 Empty'), { content: undefined });
  await signIn('admin', '/training-matrix');
  await page.getByRole('button', { name: 'Create from Template' }).click();
  const form = dialogOf(page, 'Create from Template');
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  await expect(form.getByText('Please select a template')).toBeVisible();
  await form.getByRole('combobox', { name: 'Template' }).click();
  await page.getByRole('option', { name: /^Quality Affairs/ }).click();
  await expect(form.getByRole('combobox', { name: 'Training Category' })).toHaveValue('Quality Affairs');
  await form.getByRole('combobox', { name: 'Department' }).fill(label);
  await page.getByRole('option', { name: label }).click();
  const name = form.getByRole('textbox', { name: 'Matrix name' });
  await name.fill('n'.repeat(400));
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  await expect(form.getByText('At most 200 characters')).toBeVisible();
  await name.fill(matrix);
  await checkLooks(page, 'matrix-template');
  await page.setViewportSize(desk);
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  const question = dialogOf(page, `Create the matrix ${matrix}?`);
  await expect(question.getByText(/^1 person needs th/)).toBeVisible();
  await expect(question.getByText(learner.lastName)).toBeVisible();
  // What nobody could start is named before it is assigned.
  await expect(question.getByText(/ha(?:s|ve) no content: people cannot start/)).toBeVisible();
  await checkLooks(page, 'matrix-template-need');
  await page.setViewportSize(desk);
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(form.getByRole('textbox', { name: 'Matrix name' })).toHaveValue(matrix);
  await form.getByRole('button', { name: 'Show who needs it' }).click();
  await question.getByRole('button', { name: 'Create and assign' }).click();
  await expectToast(page, 'default', 'Matrix Created', /for 1 person/);
  const card = cardOf(page, matrix);
  await expect(card.getByText('1 user assigned')).toBeVisible();
  await expect(card.getByText(/required, not assigned/)).toHaveCount(0);
  await expect(card.getByText('Active', { exact: true })).toBeVisible();

  await card.getByRole('button', { name: /^Edit department name/ }).click();
  const rename = dialogOf(page, 'Edit department name');
  const field = rename.getByRole('textbox', { name: 'Department name' });
  await expect(rename.getByText(/^A department of /)).toBeVisible();
  await checkLooks(page, 'matrix-rename-department');
  await page.setViewportSize(desk);
  // What was pasted is not cut without a word.
  await field.fill('n'.repeat(400));
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(rename.getByText('At most 200 characters')).toBeVisible();
  await field.fill(' ');
  await page.keyboard.press('Tab');
  await rename.getByRole('button', { name: 'Save' }).click();
  await expect(rename.getByText('Department name is required')).toBeVisible();
  await field.fill('Healthcare');
  await expect(page.getByRole('option')).toHaveCount(0);
  const renamed = unique('Gardening');
  await field.fill(renamed);
  await rename.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'Department Renamed');
  await expect(card.getByText(renamed)).toBeVisible();

  const before = page
    .locator('main')
    .getByText(/ Modules$/)
    .filter({ hasNotText: 'Training' })
    .first();
  const featured = (await before.textContent())?.replace(/ Modules$/, '') ?? '';
  const choose = async (text: string) => {
    await page.getByRole('button', { name: 'Choose the department of this card' }).click();
    const dialog = dialogOf(page, 'Choose the department of this card');
    await dialog.getByRole('combobox', { name: 'Department' }).fill(text);
    await page.getByRole('option', { name: text }).first().click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'default', 'Settings Updated');
  };
  await choose(renamed);
  await expect(page.getByText(`${renamed} Modules`)).toBeVisible();
  await choose(featured);
});
