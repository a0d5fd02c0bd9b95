import type { Page } from '@playwright/test';
import { unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { createBusyLearner, textModule, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };
const tree = (page: Page) => page.getByRole('treegrid', { name: 'Team tree' });
const line = (page: Page, name: string) => tree(page).getByRole('row').filter({ hasText: name });
const card = (page: Page, name: string) =>
  page.locator('[data-link]').filter({ has: page.getByText(name, { exact: true }) });

/** A manager above a manager above somebody overdue, with one new account and one that was switched off. */
async function createTeam(world: LearnerWorld): Promise<{ head: Person; late: Person }> {
  const head = await world.learner({ role: 'manager', firstName: 'Nora', lastName: 'Lind' });
  const lead = await world.learner({
    role: 'manager',
    managerId: head.id,
    firstName: 'Maximiliane-Alexandra-Theodora',
    lastName: 'Freifrau-von-Hohenzollern-Sigmaringen-Wolfenbüttel',
    jobTitle: 'Senior Clinical Research Associate for Decentralised Oncology Trials in Central Europe',
  });
  // Who has signed in has a working account, and with nothing assigned nothing is required.
  await world.clientOf(lead);
  const late = await createBusyLearner(world, { managerId: lead.id, firstName: 'Thea', lastName: 'Winter' });
  const gone = await world.learner({ managerId: lead.id, firstName: 'Otto', lastName: 'Gone' });
  expect((await world.admin.patch(`/api/users/${gone.id}`, { isActive: false })).status).toBe(200);
  const fresh = { email: `${unique('new').replaceAll(' ', '-')}@world.example`, managerId: head.id };
  const made = { ...fresh, firstName: 'Zoe', lastName: 'Anders', presetPassword: 'preset-for-the-first-day' };
  expect((await world.admin.post('/api/users', made)).status).toBe(201);
  return { head, late };
}

test('[MGR-02] [SHELL-10] the team as a tree: keys, figures, who is behind, who has no working account, and a module for one', async ({
  page,
  signIn,
  world,
}) => {
  const { head } = await createTeam(world);
  await signIn(head, '/team');
  await expect(tree(page).getByRole('row')).toHaveCount(3);
  await expect(card(page, 'Team')).toContainText('2 report directly to you');
  for (const [name, figure] of [
    ['Team', '4'],
    ['Overdue', '1'],
    ['On track', '1'],
    ['Complete', '0'],
    ['No working account', '2'],
  ] as const) {
    await expect(card(page, name).getByRole('link')).toHaveText(figure);
  }
  const lead = line(page, 'Freifrau');
  await expect(lead).toContainText('2 reports · 1 overdue');
  await expect(line(page, 'Zoe Anders')).toContainText('Account pending');
  await lead.focus();
  await page.keyboard.press('ArrowRight');
  await expect(lead).toHaveAttribute('aria-expanded', 'true');
  await expect(tree(page).getByRole('row')).toHaveCount(5);
  await expect(line(page, 'Otto Gone')).toContainText('Account inactive');
  await expect(line(page, 'Thea Winter')).toContainText('1 overdue');
  await expect(line(page, 'Thea Winter')).toContainText('2 days overdue');
  await expect(line(page, 'Thea Winter')).toContainText('1 of 7');
  // Without the head of the columns every value says what it is.
  await expect(line(page, 'Thea Winter').getByText('Completed:')).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(line(page, 'Thea Winter').getByText('Completed:')).toBeVisible();
  await expect(line(page, 'Thea Winter').getByText('Next Due:')).toBeVisible();
  await expectNothingCut(page, 'the team on a phone');
  await page.screenshot({ path: 'test-results/pictures/team-labels-360.png', fullPage: true });
  await page.setViewportSize(desk);
  await expect(line(page, 'Thea Winter')).toHaveAttribute('aria-level', '2');
  await page.keyboard.press('End');
  await expect(tree(page).getByRole('row').last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tree(page).getByRole('row').nth(1)).toBeFocused();
  await lead.focus();
  await page.keyboard.press('ArrowDown');
  await expect(line(page, 'Otto Gone')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(lead).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox', { name: /^Select Maximiliane/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /^View Training of Maximiliane/ })).toBeFocused();
  await checkLooks(page, 'team');
  await page.setViewportSize(desk);
  const collapse = page.getByRole('button', { name: 'Collapse all' });
  await collapse.click();
  await expect(tree(page).getByRole('row')).toHaveCount(3);
  // With nothing left to do it says so, and keeps the focus.
  await expect(collapse).toBeDisabled();
  await expect(collapse).toBeFocused();
  const expand = page.getByRole('button', { name: 'Expand all' });
  await expect(expand).toBeEnabled();
  // The one that works is not the quieter of the two.
  await expect(collapse).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.screenshot({ path: 'test-results/pictures/team-collapse-1440.png' });

  await card(page, 'Overdue').getByRole('link').click();
  await expect(page).toHaveURL(/show=overdue/);
  // Who is overdue, below the people above.
  await expect(tree(page).getByRole('row')).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search the team' }).fill('zoe');
  await expect(page.getByText('No one matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Show everyone' }).click();
  await page.getByRole('searchbox', { name: 'Search the team' }).fill('winter');
  const title = unique('Hand Hygiene');
  await textModule(world.admin, title, 'Wash your hands before and after each patient, for thirty seconds.');
  await page.getByRole('button', { name: 'Assign Module to Thea Winter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign a module to Thea Winter' });
  await dialog.getByRole('combobox', { name: 'Module' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await dialog.getByRole('button', { name: 'Assign Module' }).click();
  await expect(toastOf(page).getByText('Module Assigned')).toBeVisible();
  await expect(line(page, 'Thea Winter')).toContainText('1 of 8');
  await line(page, 'Thea Winter').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Thea Winter' })).toBeVisible();
});

test('[MGR-02] [SHELL-11] 5,000 people stay quick; German is not cut off; nobody, learners and errors are told', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { head } = await createTeam(world);
  const path = `/api/manager/${head.id}/team`;
  await signIn(head, '/profile');
  const { people } = (await (await page.request.get(path)).json()) as { people: readonly object[] };
  const answer = async (status: number, json: unknown) => {
    await page.unrouteAll();
    await page.route(
      (url) => url.pathname === path,
      (route) => route.fulfill({ status, json }),
    );
    await page.goto('/team');
  };
  const many = Array.from({ length: 5000 }, (_, at) => ({
    ...people[0],
    id: `p${at}`,
    managerId: at < 50 ? head.id : `p${at % 50}`,
    firstName: 'Person',
    lastName: String(at),
  }));
  await answer(200, { people: many });
  await expect(tree(page).getByRole('row')).toHaveCount(51);
  const remind = page.getByRole('button', { name: 'Send Reminders' });
  await expect(remind).toBeVisible();
  await page.getByRole('button', { name: 'Expand all' }).click();
  await expect(tree(page)).toHaveAttribute('aria-rowcount', '5001');
  expect(await tree(page).getByRole('row').count()).toBeLessThan(120);
  await tree(page).getByRole('row').nth(1).focus();
  await page.keyboard.press('End');
  await expect(tree(page).locator('[aria-rowindex="5001"]')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(tree(page).locator('[aria-rowindex="2"]')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(tree(page).locator('[aria-rowindex="3"]')).toBeFocused();

  await answer(200, { people: [] });
  await expect(page.getByText('No one reports to you')).toBeVisible();
  await expect(remind).toHaveCount(0);
  guard.allow(503, path);
  await answer(503, {});
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(tree(page)).toBeVisible();
  const client = await world.clientOf(head);
  await client.patch('/api/users/settings', { language: 'de' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/team?q=w');
  await expect(page.getByRole('treegrid', { name: 'Teambaum' }).getByRole('row').nth(2)).toBeVisible();
  await expectNothingCut(page, 'team in German');
  await page.screenshot({ path: 'test-results/pictures/team-de-360.png', fullPage: true });
  await signIn('learner', '/team');
  await expect(page.getByText('Manager access required for this page.')).toBeVisible();
});
