import type { Page } from '@playwright/test';
import { cardOf, unique } from './admin-world.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import type { LearnerWorld } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { speak } from './speak.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

const desk = { width: 1440, height: 900 };

async function menu(page: Page, name: string, item: string): Promise<void> {
  await cardOf(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function makeOrganization(
  world: LearnerWorld,
  name: string,
): Promise<{ id: number; revision: number }> {
  const { status, body } = await world.admin.post<{ id: number; revision: number }>('/api/organizations', {
    name,
    type: 'Clinical Research Organization',
    description: 'Runs early-phase studies in three cities and trains everybody who touches a sample.',
  });
  expect(status).toBe(201);
  return body;
}

async function addPeople(world: LearnerWorld, organizationId: number, lastNames: readonly string[]) {
  const emails: string[] = [];
  for (const lastName of lastNames) {
    const email = `${lastName.toLowerCase().replaceAll(' ', '-')}@team.example`;
    const { status } = await world.admin.post('/api/users', {
      email,
      firstName: 'Mia',
      lastName,
      organizationId,
      jobTitle: 'Data Management',
      presetPassword: 'preset-for-the-first-day',
    });
    expect(status).toBe(201);
    emails.push(email);
  }
  return emails;
}

test('[ORG-01] [ORG-03] [ORG-04] [SHELL-12] an organization is added with its departments, and edited by two at once', async ({
  page,
  world,
  signIn,
  guard,
}) => {
  guard.allow(409, '/api/departments');
  await signIn('admin', '/organizations');
  await expect(page.getByRole('article').first().getByText('Team Members')).toBeVisible();
  await expect(page.getByRole('article').first().getByRole('listitem').first()).toBeVisible();
  await checkLooks(page, 'organizations');
  await page.setViewportSize(desk);

  const name = unique('Lakeside Trials');
  await page.getByRole('button', { name: 'Add Organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Organization' });
  await dialog.getByLabel('Organization type').fill('');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expect(dialog.getByText('Organization name is required')).toBeVisible();
  await expect(dialog.getByText('Organization type is required')).toBeVisible();
  await expect(dialog.getByLabel('Organization name')).toBeFocused();
  await dialog.getByLabel('Organization name').fill(name);
  await dialog.getByLabel('Organization type').fill('Clinical Research Organization');
  await dialog.getByLabel('Description').fill('Runs early-phase studies.');
  await dialog.getByRole('button', { name: 'Advanced' }).click();
  await dialog.getByLabel('Slug').fill('Not A Slug');
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Kathm');
  await page.getByRole('option', { name: 'Asia/Kathmandu' }).click();
  await dialog.getByLabel('Longest session timeout (minutes)').fill('500');
  await dialog.getByRole('button', { name: 'Advanced' }).click();
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  // A hidden part with a wrong field opens by itself.
  await expect(
    dialog.getByText('Use lowercase letters, digits and single dashes between them'),
  ).toBeVisible();
  await expect(dialog.getByText('From 5 to 480 minutes')).toBeVisible();
  await checkLooks(page, 'organization-form');
  await page.setViewportSize(desk);
  await dialog.getByLabel('Slug').fill('');
  await dialog.getByLabel('Longest session timeout (minutes)').fill('45');
  const restore = await failCall(page, guard, 'POST', '/api/organizations');
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expectToast(page, 'destructive', 'Error', 'Failed to create organization');
  await restore();
  await dialog.getByRole('button', { name: 'Create Organization' }).click();
  await expectToast(page, 'default', 'Success', 'Organization created successfully');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page).toHaveURL(/q=Lakeside/);
  const card = cardOf(page, name);
  await expect(card.getByText('Clinical Research Organization')).toBeVisible();
  await expect(card.getByText('0 users')).toBeVisible();
  await expect(card.getByText('Asia/Kathmandu')).toBeVisible();
  await expect(card.getByText('No one yet')).toBeVisible();

  await menu(page, name, 'Departments');
  const departments = page.getByRole('dialog', { name: `Departments of ${name}` });
  const create = departments.getByRole('button', { name: 'Create Department' });
  await create.click();
  await expectToast(page, 'destructive', 'Error', 'Please fill in all fields');
  const field = departments.getByRole('combobox', { name: 'New department' });
  await field.click();
  await page.getByRole('option', { name: 'Quality Assurance' }).click();
  const mend = await failCall(page, guard, 'POST', '/api/departments');
  await create.click();
  await expectToast(page, 'destructive', 'Error', 'Failed to create department');
  await mend();
  await create.click();
  await expect(departments.getByRole('listitem')).toHaveText(['Quality Assurance']);
  await expect(field).toHaveValue('');
  await field.fill('quality assurance');
  await create.click();
  await expect(
    departments.getByText('This organization already has a department with this name.'),
  ).toBeVisible();
  await checkLooks(page, 'organization-departments');
  await page.setViewportSize(desk);
  await departments.getByRole('button', { name: 'Rename Quality Assurance' }).click();
  const rename = departments.getByRole('combobox', { name: 'New name of Quality Assurance' });
  await rename.fill('  ');
  await departments.getByRole('button', { name: 'Save' }).click();
  await expect(departments.getByText('Department name is required')).toBeVisible();
  await rename.fill('Medical Affairs');
  const found = await world.admin.get<{ id: number; name: string; organizationName: string }[]>(
    '/api/departments?q=Quality&limit=1000',
  );
  const id = found.body.find((row) => row.organizationName === name)?.id ?? 0;
  guard.allow(409, `/api/departments/${String(id)}`);
  const heal = await failCall(page, guard, 'PUT', `/api/departments/${String(id)}`);
  await departments.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'destructive', 'Error', 'Failed to update department');
  await heal();
  // Somebody else renames it meanwhile.
  await world.admin.put(`/api/departments/${String(id)}`, { name: 'Clinical Quality' });
  await departments.getByRole('button', { name: 'Save' }).click();
  await expect(departments.getByText('Someone changed this in the meantime.')).toBeVisible();
  await expect(departments.getByText('Clinical Quality')).toBeVisible();
  await departments.getByRole('button', { name: 'Keep my changes' }).click();
  await departments.getByRole('button', { name: 'Save' }).click();
  await expect(departments.getByRole('listitem')).toHaveText(['Medical Affairs']);
  await page.keyboard.press('Escape');

  await menu(page, name, 'Edit Organization');
  const edit = page.getByRole('dialog', { name: 'Edit Organization' });
  await edit.getByLabel('Description').fill('Runs early-phase studies in two cities.');
  const list = await world.admin.get<{ id: number }[]>(`/api/organizations?q=${encodeURIComponent(name)}`);
  const organizationId = list.body[0]?.id ?? 0;
  const path = `/api/organizations/${String(organizationId)}`;
  guard.allow(409, path);
  await world.admin.patch(path, { type: 'Medical Training', maxSessionTimeout: 30 });
  await edit.getByRole('button', { name: 'Save' }).click();
  const notice = edit.getByRole('alert');
  await expect(notice).toContainText('Organization type');
  await expect(notice).toContainText('Medical Training');
  await expect(notice).toContainText('45');
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled();
  await checkLooks(page, 'organization-conflict');
  await page.setViewportSize(desk);
  // Going on with the own entries takes nothing of the other's back.
  await edit.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(edit.getByLabel('Organization type')).toHaveValue('Medical Training');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toHaveCount(0);
  await expect(card.getByText('Runs early-phase studies in two cities.')).toBeVisible();
  const { body: stored } = await world.admin.get<{ maxSessionTimeout: number }>(path);
  expect(stored.maxSessionTimeout).toBe(30);
});

test('[ORG-01] [ORG-02] members unfold, an organization with people is archived and restored, an empty one deleted', async ({
  page,
  context,
  world,
  signIn,
}) => {
  const name = unique('Hillcrest Care');
  const { id } = await makeOrganization(world, name);
  const people = [1, 2, 3, 4, 5].map((number) => unique(`Ahlberg ${String(number)}`));
  const [email = ''] = await addPeople(world, id, people);
  await signIn('admin', `/organizations?q=${encodeURIComponent(name)}`);
  const card = cardOf(page, name);
  const members = card.getByRole('region', { name: `Team Members of ${name}` }).getByRole('listitem');
  await expect(card.getByText('5 users')).toBeVisible();
  await expect(members).toHaveCount(3);
  await expect(card.getByText('+2 more users')).toBeVisible();
  await card.getByRole('button', { name: 'View All' }).click();
  await expect(members).toHaveCount(5);
  await expect(card.getByText('more users')).toHaveCount(0);
  await card.getByRole('button', { name: 'Show Less' }).click();
  await expect(members).toHaveCount(3);
  await members
    .first()
    .getByRole('button', { name: /^Actions for Mia Ahlberg/ })
    .click();
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('menuitem', { name: 'View Training' }).click(),
  ]);
  await expect(opened).toHaveURL(/\/employee\/u_[0-9a-f]+$/);
  await opened.close();

  await menu(page, name, 'Delete');
  const archive = page.getByRole('dialog', { name: `Archive ${name}?` });
  await expect(archive.getByText('5 active people are signed out')).toBeVisible();
  await expect(archive.getByRole('listitem').first()).toHaveText('5 people');
  await checkLooks(page, 'organization-archive');
  await page.setViewportSize(desk);
  await archive.getByRole('button', { name: 'Archive Organization' }).click();
  await expectToast(page, 'default', 'Organization Archived');
  await expect(page.getByText('No organizations found')).toBeVisible();
  const login = () =>
    page.request.post('/api/auth/login', { data: { email, password: 'preset-for-the-first-day' } });
  expect((await login()).status()).toBe(401);
  await page.getByText('Archived', { exact: true }).click();
  await expect(page).toHaveURL(/show=archived/);
  await checkLooks(page, 'organizations-archived');
  await page.setViewportSize(desk);
  await cardOf(page, name).getByRole('button', { name: 'Restore' }).click();
  await expectToast(page, 'default', 'Organization Restored');
  await page.getByText('Active', { exact: true }).click();
  await expect(cardOf(page, name)).toBeVisible();

  const empty = unique('Never Used');
  await makeOrganization(world, empty);
  await page.goto(`/organizations?q=${encodeURIComponent(empty)}`);
  await menu(page, empty, 'Delete');
  const remove = page.getByRole('dialog', { name: `Delete ${empty}?` });
  await expect(remove.getByText('This cannot be undone.')).toBeVisible();
  await checkLooks(page, 'organization-delete');
  await page.setViewportSize(desk);
  await remove.getByRole('button', { name: 'Delete Organization' }).click();
  await expectToast(page, 'default', 'Organization Deleted');
  await expect(page.getByText('No organizations found')).toBeVisible();
});

test('[SHELL-07] [SHELL-09] [SHELL-11] empty, failed and in German at 360 px; no text outside the catalogue', async ({
  page,
  signIn,
  guard,
}) => {
  const mend = await failCall(page, guard, 'GET', '/api/organizations');
  await signIn('admin', '/organizations?q=nothing-is-called-like-this');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No organizations found')).toBeVisible();
  await checkLooks(page, 'organizations-empty');
  await speak(page, 'de');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/organizations');
  await expect(page.getByRole('heading', { level: 1, name: 'Organisationen' })).toBeVisible();
  await expect(page.getByRole('article').first().getByRole('listitem').first()).toBeVisible();
  await expectNothingCut(page, 'organizations in German');
  await page.screenshot({ path: 'test-results/pictures/organizations-de-360.png' });
  await page.getByRole('button', { name: 'Organisation hinzufügen' }).click();
  await page.getByRole('button', { name: 'Erweitert' }).click();
  await expectNothingCut(page, 'the form in German');
  await page.screenshot({ path: 'test-results/pictures/organization-form-de-360.png' });
  await page.unroute('**/api/auth/user');
  await usePseudoLanguage(page);
  await page.goto('/organizations?q=nothing-is-called-like-this');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[åëïøü]/);
  await expectCatalogueOnly(page, [/nothing-is-called-like-this/, /Demo|demo/]);
});
