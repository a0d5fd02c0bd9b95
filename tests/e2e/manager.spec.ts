import type { Page } from '@playwright/test';
import { expect, test } from './learner-fixtures.ts';
import { createBusyLearner, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };
const card = (page: Page, name: string) =>
  page.locator('[data-link]').filter({ has: page.getByText(name, { exact: true }) });
const longName = {
  firstName: 'Maximiliane-Alexandra-Theodora',
  lastName: 'Freifrau-von-Hohenzollern-Sigmaringen-Wolfenbüttel',
  jobTitle: 'Senior Clinical Research Associate for Decentralised Oncology Trials in Central Europe',
};

/** A manager whose team nobody else changes: somebody behind, somebody without trainings, somebody who has left. */
async function createTeam(world: LearnerWorld): Promise<{ manager: Person; late: Person; idle: Person }> {
  const manager = await world.learner({ role: 'manager', firstName: 'Nora', lastName: 'Lind' });
  const managerId = manager.id;
  const late = await createBusyLearner(world, { managerId, firstName: 'Thea', lastName: 'Winter' });
  const idle = await world.learner({ managerId, ...longName });
  const gone = await world.learner({ managerId, firstName: 'Otto', lastName: 'Gone' });
  expect((await world.admin.patch(`/api/users/${gone.id}`, { isActive: false })).status).toBe(200);
  return { manager, late, idle };
}

test('[MGR-01] [SHELL-10] figures of the direct reports lead to the people behind them, and each to the own page', async ({
  page,
  signIn,
  world,
}) => {
  const { manager } = await createTeam(world);
  await signIn(manager, '/manager');
  await expect(page.getByRole('heading', { level: 1, name: 'Manager Dashboard' })).toBeVisible();
  await expect(card(page, 'Direct Reports')).toContainText('3');
  await expect(card(page, 'Non Compliance')).toContainText('1');
  await expect(card(page, 'Team Completed')).toContainText('of 7 assigned');
  await expect(card(page, 'Team Progress')).toContainText('14.3%');
  await expect(card(page, 'Team Progress')).toContainText('Completion: Poor');
  await page.setViewportSize({ width: 360, height: 740 });
  const tier = card(page, 'Team Progress').getByText('Completion: Poor', { exact: true });
  expect(await tier.evaluate((badge) => badge.scrollWidth <= badge.clientWidth)).toBe(true);
  await page.setViewportSize(desk);
  const list = page.getByRole('region', { name: 'Direct Reports Overview' });
  await expect(list.getByRole('rowheader')).toHaveCount(3);
  const late = list.getByRole('row').filter({ hasText: 'Thea Winter' });
  for (const text of ['TW', 'Clinical Research', 'Learner', '1 / 7', '14.3%'])
    await expect(late).toContainText(text);
  await expect(list.getByRole('row').filter({ hasText: 'Freifrau' })).toContainText('No data');
  await expect(list.getByRole('row').filter({ hasText: 'Otto Gone' })).toContainText('Inactive');
  await checkLooks(page, 'manager-view');
  await page.setViewportSize(desk);
  await card(page, 'Non Compliance').getByRole('link').click();
  await expect(page).toHaveURL(/show=overdue/);
  await expect(list.getByRole('rowheader')).toHaveText([/Thea Winter/]);
  await page.getByRole('searchbox', { name: 'Search direct reports' }).fill('nobody at all');
  await expect(page.getByText('No one matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await list.getByRole('button', { name: 'Completion' }).click();
  await expect(page).toHaveURL(/sort=rate/);
  await list.getByRole('link', { name: 'View Training of Thea Winter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thea Winter' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign Module' })).toBeVisible();
  // Editing and onboarding are an administrator's.
  await expect(page.getByRole('button', { name: /Edit Matrix|Start Onboarding/ })).toHaveCount(0);
  // A manager changes due dates of the team, and deletes nothing.
  await page.getByRole('button', { name: 'Change due dates' }).click();
  await page.getByLabel('Select all rows').check();
  await expect(page.getByText(/trainings? selected/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delete selected' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Change due dates' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Due date' }).fill('2999-12-31');
  await page.getByRole('dialog').getByLabel('Reason').fill('The ward moves');
  await page.getByRole('button', { name: 'Show effect' }).click();
  await expect(page.getByRole('dialog').getByText(/due dates? changes? for 1 person/)).toBeVisible();
});

test('[MGR-01] [SHELL-11] the personal view stands in the address, German is not cut off, and an empty team says why', async ({
  page,
  signIn,
  world,
}) => {
  const manager = await createBusyLearner(world, { role: 'manager', firstName: 'Ida', lastName: 'Falk' });
  await signIn(manager, '/manager');
  await expect(page.getByText('No one reports to you')).toBeVisible();
  await page.getByText('Personal View').click();
  await expect(page).toHaveURL('/manager?view=personal');
  await expect(card(page, 'Completed')).toContainText('1');
  await expect(card(page, 'In Progress')).toContainText('1');
  await expect(card(page, 'Due Soon')).toContainText('Overdue');
  await expect(card(page, 'Progress')).toContainText('14%');
  await expect(
    page.getByRole('region', { name: 'Your trainings' }).locator('tbody th[scope="row"]'),
  ).toHaveCount(7);
  await checkLooks(page, 'manager-personal');
  await page.setViewportSize(desk);
  await card(page, 'Due Soon').getByRole('link').click();
  await expect(page).toHaveURL(/view=personal&filter=overdue/);
  const client = await world.clientOf(manager);
  await client.patch('/api/users/settings', { language: 'de' });
  await page.setViewportSize({ width: 360, height: 740 });
  for (const view of ['personal', 'manager']) {
    await page.goto(`/manager?view=${view}`);
    await expect(page.getByText('Teamansicht')).toBeVisible();
    await expectNothingCut(page, `${view} view in German`);
  }
});

test('[MGR-01] [AUTH-13] learners are denied; what does not load offers Retry', async ({
  page,
  signIn,
  guard,
}) => {
  await signIn('learner', '/manager');
  await expect(page.getByText('Access Denied', { exact: true })).toBeVisible();
  await expect(page.getByText('Manager access required for this page.')).toBeVisible();
  await signIn('admin', '/profile');
  const { id } = (await (await page.request.get('/api/auth/user')).json()) as { id: string };
  const path = `/api/manager/${id}/dashboard-stats`;
  guard.allow(503, path);
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 503, body: '' }),
  );
  await page.goto('/manager');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Direct Reports Overview').first()).toBeVisible();
});
