import { expect, test } from './fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

test('[SHELL-08] [SHELL-10] Ctrl K finds a screen, a person and a module, all by keyboard', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/training-modules');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search screens, people and modules' });
  await expect(field).toBeFocused();
  await expect(page.getByRole('option', { name: 'Settings' })).toBeVisible();

  await field.fill('repo compl');
  await expect(page.getByRole('option')).toHaveText(['Completion Report']);
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 result');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/reports/completion');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const person = (
    (await (await page.request.get('/api/users?limit=1&role=manager&sort=name')).json()) as {
      id: string;
      email: string;
    }[]
  )[0];
  await page.getByRole('button', { name: 'Search screens, people and modules' }).click();
  await field.fill(person?.email ?? '');
  const group = page.getByRole('group', { name: 'People' });
  await expect(group.getByRole('option')).toHaveCount(1);
  await checkLooks(page, 'palette');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute('aria-activedescendant', /./);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/employee/${person?.id ?? ''}`);

  await page.keyboard.press('Control+k');
  await field.fill('no such thing anywhere');
  await expect(page.getByText('Nothing found.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[SHELL-08] [SHELL-11] a learner finds own modules and no people; on a phone the field is a button', async ({
  page,
  signIn,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('learner', '/employee');
  const [own] = (await (await page.request.get('/api/assignments/user')).json()) as {
    module: { id: number; title: string };
  }[];
  await page.getByRole('button', { name: 'Search screens, people and modules' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(own?.module.title ?? '');
  await expect(page.getByRole('option', { name: own?.module.title ?? '' })).toBeVisible();
  await expect(page.getByRole('group', { name: 'People' })).toHaveCount(0);
  await expectNothingCut(page, 'the palette on a phone');
  const opened = context.waitForEvent('page');
  await page.getByRole('option', { name: own?.module.title ?? '' }).click();
  expect(new URL((await opened).url()).pathname).toBe(`/training-module/${own?.module.id ?? 0}`);
});

test('[SHELL-07] [SHELL-08] a search that fails says so and can be tried again', async ({
  page,
  signIn,
  guard,
}) => {
  guard.allow(422, '/api/users');
  await signIn('admin', '/training-modules');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 422, body: '' }));
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('an');
  await expect(page.getByRole('alert').filter({ hasText: 'The search failed. Try again.' })).toBeVisible();
  await page.unroute('**/api/users?*');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('group', { name: 'People' })).toBeVisible();
});

const actions = [
  ['add user', 'Add User', '/users?dialog=create', /user/i],
  ['upload', 'Bulk Upload Files', '/training-modules?dialog=bulk', 'Bulk Upload Files'],
  ['create module', 'Create Training Module', '/training-modules?dialog=create', /module/i],
  [
    'assign matrix',
    'Assign Training Matrix',
    '/training-matrix?dialog=assign-templates',
    'Assign Templates to Users',
  ],
  ['assign modules', 'Assign Modules', '/users?dialog=assign', 'Assign modules'],
  ['remind', 'Send Reminders', '/admin?dialog=remind', 'Send Reminders'],
  ['add organization', 'Add Organization', '/organizations?dialog=create', /organization/i],
  ['create matrix', 'Create Training Matrix', '/training-matrix?dialog=template', 'Create from Template'],
  ['agreement', 'New Agreement', '/hr-consulting-agreements?dialog=create', 'New agreement'],
  ['announcement', 'New announcement', '/outbox?dialog=announce', 'New announcement'],
] as const;
test('[SHELL-08] an action opens its screen with its dialog, and the address forgets it when the dialog closes', async ({
  page,
  signIn,
}) => {
  test.slow();
  await signIn('admin', '/settings');
  const field = page.getByRole('combobox', { name: 'Search screens, people and modules' });
  for (const [typed, option, address, title] of actions) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'Search screens, people and modules' }).click();
    await field.fill(typed);
    await page
      .getByRole('group', { name: 'Actions' })
      .getByRole('option', { name: option, exact: true })
      .click();
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(address.split('?')[0] ?? '');
  }
});

test('[SHELL-08] a matrix is found by its name, in the language of the reader, and shown by itself', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/settings');
  const [matrix] = (await (await page.request.get('/api/training-matrices?limit=1&sort=name')).json()) as {
    id: number;
    name: string;
  }[];
  await page.getByRole('button', { name: 'Search screens, people and modules' }).click();
  await page
    .getByRole('dialog')
    .getByRole('combobox')
    .fill(matrix?.name ?? '');
  const group = page.getByRole('group', { name: 'Training matrices' });
  await group
    .getByRole('option', { name: matrix?.name ?? '' })
    .first()
    .click();
  await expect(page).toHaveURL(/\/training-matrix\?show=\d+$/);
  await expect(page.getByRole('heading', { name: matrix?.name ?? '' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/training-matrix');
});
