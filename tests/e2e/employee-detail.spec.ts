import { inAYear } from '#tests/harness/in-a-year.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './learner-fixtures.ts';
import { createBusyLearner } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };
const card = (page: Page, name: string) => page.locator('[data-link]').filter({ hasText: name });

test('[EMP-01] [SHELL-10] who it is, how far the training is, and every assignment with its filter in the address', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(404, '/api/employee/nobody/details');
  const person = await createBusyLearner(world, { firstName: 'Thea', lastName: 'Winter', jobTitle: '' });
  await signIn('admin', `/employee/${person.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Thea Winter' })).toBeVisible();
  await expect(page).toHaveTitle('Thea Winter · TrainTrail');
  const header = page.getByRole('main').getByRole('banner').or(page.locator('main header')).first();
  for (const text of [
    'TW',
    'Learner',
    person.email,
    'Not specified',
    'Maria Berger',
    'Head of Clinical Operations',
  ]) {
    await expect(header).toContainText(text);
  }
  await expect(card(page, 'Completed')).toContainText('1');
  await expect(card(page, 'In Progress')).toContainText('1');
  await expect(card(page, 'Next Due')).toContainText(/\d+ days? overdue/);
  await expect(card(page, 'Total Assigned Modules')).toContainText('7');
  const list = page.getByRole('region', { name: 'Trainings of Thea Winter' });
  await expect(list.getByRole('rowheader')).toHaveCount(7);
  await expect(list.getByRole('button', { name: /^(Start|Continue)/ })).toHaveCount(0);
  await expect(list.getByRole('link', { name: /^Certificate for ICH GCP/ })).toHaveAttribute('href', /\S/);
  await checkLooks(page, 'employee-detail');
  await expect(page.getByRole('list', { name: 'Trainings of Thea Winter' })).toBeVisible();
  await page.setViewportSize(desk);
  await card(page, 'Next Due').getByRole('link').click();
  await expect(page).toHaveURL(/filter=overdue/);
  await expect(list.getByRole('rowheader')).toHaveText([/^TP-QMS-004/]);
  await page.getByRole('link', { name: 'Users & Roles' }).last().click();
  await expect(page).toHaveURL('/users');

  await page.goto('/employee/nobody');
  await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible();
  await expect(page.getByText('The requested user could not be found.')).toBeVisible();
  await checkLooks(page, 'employee-not-found');
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await expect(page).toHaveURL('/users');
});

test('[EMP-01] [AUTH-13] the manager, hr, inspectors of the organization and the person see the page, others do not', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await world.learner({ firstName: 'Ole', lastName: 'Sund' });
  const stranger = await world.learner({ firstName: 'Jo', lastName: 'Other', managerId: null });
  const details = `/api/employee/${person.id}/details`;
  guard.allow(404, details);
  const people = await world.admin.get<{ organizationId: number }[]>(`/api/users?q=${person.email}`);
  const organizationId = people.body[0]?.organizationId;
  const helpers = [];
  for (const kind of ['hr', 'inspector'] as const) {
    const helper = await world.learner({ lastName: `Helper ${kind}`, managerId: null });
    const grant = { kind, organizationId, ...(kind === 'inspector' ? { expiresOn: inAYear() } : {}) };
    expect((await world.admin.post(`/api/users/${helper.id}/grants`, grant)).status).toBe(201);
    helpers.push(helper);
  }
  for (const viewer of [world.manager, ...helpers, person]) {
    await signIn(viewer, `/employee/${person.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Ole Sund' })).toBeVisible();
    await expect(page.getByText('No training assignments')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toHaveCount(0);
  }
  for (const viewer of [stranger, 'learner', 'manager'] as const) {
    await signIn(viewer, `/employee/${person.id}`);
    await expect(page.getByRole('heading', { name: 'User Not Found' })).toBeVisible();
    await expect(page.getByText('Ole Sund')).toHaveCount(0);
  }
  await page.context().clearCookies();
  await page.goto(`/employee/${person.id}`);
  await expect(page.getByRole('dialog', { name: 'Sign in to TrainTrail' })).toBeVisible();
  await expect(page.getByText('Ole Sund')).toHaveCount(0);
});

test('[SHELL-07] [SHELL-11] what does not load offers Retry, and German at 360 px cuts nothing off', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await createBusyLearner(world);
  const path = `/api/employee/${person.id}/assignments`;
  guard.allow(503, path);
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 503, body: '' }),
  );
  await signIn('admin', `/employee/${person.id}`);
  // The list, and below it what was removed of it.
  await expect(page.getByText('This could not be loaded')).toHaveCount(2);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByText('This could not be loaded')).toHaveCount(1);
  await page.getByRole('button', { name: 'Retry' }).click();
  const list = page.getByRole('region', { name: /^Trainings of/ });
  await expect(list.getByRole('rowheader')).toHaveCount(7);
  const client = await world.clientOf(person);
  await client.patch('/api/users/settings', { language: 'de' });
  await signIn(person, `/employee/${person.id}`);
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('list', { name: /^Schulungen von/ })).toBeVisible();
  await expectNothingCut(page, 'employee page in German');
});
