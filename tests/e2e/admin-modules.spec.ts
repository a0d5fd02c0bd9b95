import type { Page } from '@playwright/test';
import { cardOf, findModules, guideFile, makeModule, unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';

const list = '/api/training-modules';

/** Answers one method of a path as a server does that fails. */
async function fail(page: Page, path: string, method: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' })
        : route.fallback(),
  );
}

test('[MOD-03] [SHELL-10] a module needs title, description and content type, told at the fields', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/training-modules?q=Emergency');
  await page.getByRole('button', { name: 'Add Module' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Module' });
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(dialog.getByLabel('Title')).toHaveAccessibleDescription('Title is required');
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription('Description is required');
  await expect(dialog.getByRole('combobox', { name: 'Content type' })).toHaveAccessibleDescription(
    'Content type is required',
  );
  await checkLooks(page, 'module-create-refused');
});

test('[MOD-03] what the server refuses stands at its field, and nothing is lost', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  guard.allow(409, list);
  const reference = unique('SOP');
  await makeModule(world, unique('Storage of Samples'), { reference });
  await signIn('admin', '/training-modules');
  await page.getByRole('button', { name: 'Add Module' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Module' });
  const title = unique('Transport of Samples');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('How samples travel.');
  await dialog.getByRole('combobox', { name: 'Content type' }).click();
  await page.getByRole('option', { name: 'PDF' }).click();
  await dialog.getByLabel('Reference').fill(reference);
  // As it is written in most of Europe: a comma is no mark between thousands.
  await dialog.getByLabel('Passing score').pressSequentially('87,5');
  await expect(dialog.getByLabel('Passing score')).toHaveValue('87.5');
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(dialog.getByLabel('Reference')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Reference')).toBeFocused();
  await dialog.getByLabel('Reference').fill(unique('SOP'));
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(dialog).toHaveCount(0);
  await findModules(page, title);
  await expect(cardOf(page, title).getByText('Content Needed')).toBeVisible();
  await cardOf(page, title).getByRole('button', { name: title, exact: true }).click();
  await expect(page.getByRole('dialog', { name: title }).getByText('87.5%')).toBeVisible();
});

test('[MOD-04] a dropped file proposes every field, and what is entered asks before it is thrown away', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/training-modules?q=Emergency');
  await page.getByRole('button', { name: 'Add Module' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Module' });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ ...(await guideFile('x', 1)), name: 'data_management-quality_audit_2026.pdf' });
  await expect(dialog.getByLabel('Title')).toHaveValue('Data Management Quality Audit');
  await expect(dialog.getByRole('combobox', { name: 'Content type' })).toHaveValue('PDF');
  await expect(dialog.getByRole('combobox', { name: 'Training Category' })).toHaveValue('Quality Affairs');
  await expect(dialog.getByLabel('Duration (minutes)')).toHaveValue('30');
  await expect(dialog.getByLabel('Content creator')).toHaveValue('System Generated');
  await checkLooks(page, 'module-quick-create');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Data Management Quality Audit');
  await page.setViewportSize({ width: 1440, height: 900 });
  const title = unique('Data Management Quality Audit');
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('combobox', { name: 'Organization family' }).click();
  await page.getByRole('option', { name: 'CRO', exact: true }).click();
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(dialog).toHaveCount(0);
  await findModules(page, title);
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(['CRO']);
  await expect(cardOf(page, title).getByText('Content Available')).toBeVisible();
  await cardOf(page, title)
    .getByRole('button', { name: /^Settings/ })
    .click();
  const edit = page.getByRole('dialog', { name: 'Edit Module' });
  await expect(edit.getByRole('combobox', { name: 'Organization family' })).toHaveValue('CRO');
});

test('[MOD-06] content is loaded with text and files; a refused file is told with its reason', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const title = unique('Cleaning of Rooms');
  const id = await makeModule(world, title, { content: undefined, contentType: 'pdf' });
  guard.allow(422, `${list}/${String(id)}/load`);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^Load/ }).click();
  const dialog = page.getByRole('dialog', { name: `Load Content: ${title}` });
  const load = dialog.getByRole('button', { name: 'Load Content' });
  await expect(load).toBeDisabled();
  const page1 = { name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html>Hello</html>') };
  await dialog.locator('input[type=file]').setInputFiles([page1]);
  await load.click();
  await expect(toastOf(page)).toContainText('Failed to load module content');
  await expect(dialog.getByRole('alert')).toContainText('page.pdf');
  await checkLooks(page, 'module-load-refused');
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Remove page.pdf' }).click();
  await dialog.locator('input[type=file]').setInputFiles([await guideFile('first part', 1)]);
  await dialog.locator('input[type=file]').setInputFiles([await guideFile('second part', 1)]);
  await dialog.getByLabel('Text').fill('Read both parts before you enter the room.');
  await load.click();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page, title).getByText('Content Available')).toBeVisible();
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  const details = page.getByRole('dialog', { name: title });
  await expect(details.getByRole('link', { name: 'Open in viewer' })).toHaveAttribute(
    'href',
    `/training-module/${String(id)}`,
  );
  const { body } = await world.admin.get<{ files: { originalName: string }[] }>(`${list}/${String(id)}`);
  expect(body.files.map(({ originalName }) => originalName)).toEqual(['first_part.pdf', 'second_part.pdf']);
});

test('[SHELL-12] a module that cannot be made, changed, loaded, deleted or refreshed is told with its text', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const title = unique('Use of Freezers');
  const id = await makeModule(world, title);
  const own = `${list}/${String(id)}`;
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  const broken = [
    [own, 'PATCH', 'Settings', 'Save', 'Error', 'Failed to update training module'],
    [`${own}/load`, 'POST', 'Content', 'Save Content', 'Error', 'Failed to update module content'],
  ] as const;
  for (const [path, method, opens, button, heading, text] of broken) {
    guard.allow(503, path);
    await fail(page, path, method);
    await cardOf(page, title)
      .getByRole('button', { name: new RegExp(`^${opens}`) })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(opens === 'Content' ? 'Text' : 'Description').fill('Another text of the module.');
    await dialog.getByRole('button', { name: button }).click();
    await expect(toastOf(page)).toContainText(heading);
    await expect(toastOf(page)).toContainText(text);
    await expect(dialog.getByRole('alert')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const quick = `${list}/quick-create`;
  guard.allow(503, quick);
  await fail(page, quick, 'POST');
  guard.allow(503, list);
  await fail(page, list, 'POST');
  await page.getByRole('button', { name: 'Add Module' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles([await guideFile('freezer', 1)]);
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(toastOf(page)).toContainText('Creation Failed');
  await expect(toastOf(page)).toContainText('Failed to create module from freezer.pdf');
  await dialog.getByRole('button', { name: 'Remove freezer.pdf' }).click();
  await dialog.getByRole('button', { name: 'Create Module' }).click();
  await expect(toastOf(page)).toContainText('Failed to create training module');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await fail(page, own, 'DELETE');
  guard.allow(503, own);
  await cardOf(page, title)
    .getByRole('button', { name: `Delete ${title}` })
    .click();
  const question = page.getByRole('dialog', { name: `Delete ${title}?` });
  await question.getByRole('button', { name: 'Delete Module' }).click();
  await expect(toastOf(page)).toContainText('Delete Failed');
  await expect(toastOf(page)).toContainText('Failed to delete training module');
  await expect(question.getByRole('alert').last()).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await fail(page, list, 'GET');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(toastOf(page)).toContainText('Refresh Error');
  await expect(toastOf(page)).toContainText('Failed to refresh module data');
});

test('[MTX-03] [MTX-06] [SHELL-12] selected modules go into an existing matrix once it is seen who needs them; what is missing is told as a toast and at the field', async ({
  page,
  signIn,
  world,
}) => {
  const word = unique('Labels');
  for (const part of ['Printing', 'Reading']) await makeModule(world, `${part} ${word}`);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(word)}`);
  await expect(page.getByRole('button', { name: 'Create/Add to Training Matrix' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Select All' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await checkLooks(page, 'modules-selected');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Create/Add to Training Matrix' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create/Add to Training Matrix' });
  const refused = async (heading: string, text: string, field: string): Promise<void> => {
    await dialog.getByRole('button', { name: 'Show who needs it' }).click();
    await expect(toastOf(page)).toContainText(heading);
    await expect(toastOf(page)).toContainText(text);
    await expect(
      dialog.getByRole('textbox', { name: field }).or(dialog.getByRole('combobox', { name: field })),
    ).toBeFocused();
  };
  await refused('No Matrix Selected', 'Please select an existing training matrix', 'Training matrix');
  await dialog.getByText('New matrix').click();
  await refused('Matrix Name Required', 'Please provide a matrix name', 'Matrix name');
  await dialog.getByLabel('Matrix name').fill('Labels');
  await refused('Department Required', 'Please select a department for the new matrix', 'Department');
  await checkLooks(page, 'modules-to-matrix');
  await page.setViewportSize({ width: 1440, height: 900 });
  // What was typed or pasted stands, and what is wrong about it is told where it stands.
  await dialog.getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('option').first().click();
  const show = dialog.getByRole('button', { name: 'Show who needs it' });
  await dialog.getByLabel('Matrix name').fill('n'.repeat(400));
  await show.click();
  await expect(dialog.getByText('At most 200 characters')).toBeVisible();
  await dialog.getByLabel('Matrix name').fill('Labels');
  for (const [typed, why] of [
    ['', 'Must be a whole number of days'],
    ['-3', 'At least 0'],
  ] as const) {
    await dialog.getByLabel('Days to due').fill(typed);
    await show.click();
    await expect(dialog.getByText(why)).toBeVisible();
    await expect(dialog.getByLabel('Days to due')).toBeFocused();
  }
  await dialog.getByLabel('Days to due').fill('30');
  await dialog.getByText('Existing matrix').click();
  await dialog.getByRole('combobox', { name: 'Training matrix' }).fill('All staff');
  await page.getByRole('option').first().click();
  await dialog.getByRole('button', { name: 'Show who needs it' }).click();
  const question = page.getByRole('dialog', { name: 'Add the modules to All staff?' });
  await expect(question.getByText(/people need these modules now/)).toBeVisible();
  await checkLooks(page, 'modules-need');
  await page.setViewportSize({ width: 1440, height: 900 });
  await question.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('combobox', { name: 'Training matrix' })).toHaveValue(/^All staff/);
  await dialog.getByRole('button', { name: 'Show who needs it' }).click();
  await question.getByRole('radio', { name: /^Later/ }).check();
  await question.getByRole('button', { name: 'Add to matrix' }).click();
  const done = page.getByRole('dialog', { name: 'Added to All staff' });
  await expect(done.getByText('2 modules were added.')).toBeVisible();
  await checkLooks(page, 'modules-added');
});

test('[SHELL-07] no modules, and modules that do not come: each says so and what can be done', async ({
  page,
  signIn,
  guard,
}) => {
  await signIn('admin', '/training-modules?q=nothing-has-this-name');
  await expect(page.getByText('No training modules found.')).toBeVisible();
  await expect(page.getByText('No module matches these filters.')).toBeVisible();
  await checkLooks(page, 'modules-empty');
  await page.setViewportSize({ width: 1440, height: 900 });
  guard.allow(503, list);
  await fail(page, list, 'GET');
  await page.goto('/training-modules');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByRole('article').first()).toBeVisible();
});
