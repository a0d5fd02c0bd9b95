import { departmentOf, unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';

test('[DASH-01] [SHELL-10] cards, organizations with departments, and activity; each number leads to its list', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learnerApart({ lastName: unique('Behind') });
  const title = unique('Fallen Due');
  await world.give(
    person,
    await textModule(world.admin, title, 'Read this text to the end before you work.'),
    -1,
  );
  await signIn('admin', '/admin');
  await expect(page.getByRole('heading', { name: 'Training Dashboard' })).toBeVisible();
  await expect(page.getByText('Monitor training progress across all organizations')).toBeVisible();
  const card = page.getByRole('article', { name: world.organizationName });
  for (const label of ['Total Users', 'Users Pending Training', 'Completion Rate', 'Overdue'])
    await expect(card.getByText(label, { exact: true })).toBeVisible();
  await expect(card.getByText('Department Breakdown')).toBeVisible();
  await expect(
    page.getByText(/trainings? overdue.* · \d+ (person|people) with overdue or expired training/),
  ).toBeVisible();
  // The card above counts trainings, this one people.
  await expect(card.getByRole('link', { name: /^Overdue people of/ })).toHaveText(/^\d+ (person|people)$/);
  await expect(
    page.getByRole('link', { name: `${title} became overdue for Lena ${person.lastName}` }),
  ).toBeVisible();
  await checkLooks(page, 'admin');
  await page.setViewportSize({ width: 1440, height: 900 });
  await card.getByRole('link', { name: /^Overdue people of Clinwell/ }).click();
  await expect(page).toHaveURL(/\/compliance\?people=overdue&of=\d+#people/);
  await expect(page.locator('#people').getByRole('link', { name: person.lastName })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'View Full Report' }).click();
  await expect(page).toHaveURL(/\/reports\/completion$/);
});

test('[DASH-01] [CMP-01] [RPT-01] after an assignment the dashboards and the report show the new figures, without a reload', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learnerApart({ lastName: unique('Newly Behind') });
  const module = await textModule(world.admin, unique('New'), 'Read this text to the end before you work.');
  const name = world.organizationName;
  await signIn('admin', '/admin');
  const behind = page
    .getByRole('article', { name })
    .getByRole('link', { name: `Overdue people of ${name}:` });
  const people = page.locator('#people');
  const before = Number.parseInt((await behind.textContent()) ?? '', 10);
  // Each of the screens is seen once, so that its answer is kept.
  await page.getByRole('link', { name: 'View Full Report' }).click();
  const card = page.getByRole('article', { name });
  const inReport = card.getByRole('link', { name: `Overdue assignments of ${name}:` });
  const reported = Number(await inReport.textContent());
  await page.goBack();
  await behind.click();
  const inCompliance = page
    .getByRole('region', { name: 'Compliance by Organization' })
    .getByRole('link', { name: `Overdue people of ${name}:` });
  await expect(inCompliance).toHaveText(String(before));
  await expect(people.getByRole('link', { name: person.lastName })).toHaveCount(0);
  await world.give(person, module, -2);
  await page.goBack();
  await expect(behind).toHaveText(new RegExp(`^${String(before + 1)} (person|people)$`));
  await behind.click();
  await expect(inCompliance).toHaveText(String(before + 1));
  await expect(people.getByRole('link', { name: person.lastName })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'View Full Report' }).click();
  await expect(inReport).toHaveText(String(reported + 1));
});

test('[DASH-01] [RPT-01] the rate of a department, and of people without an organization, leads to the report of those people', async ({
  page,
  signIn,
  world,
}) => {
  const name = world.organizationName;
  const module = await textModule(world.admin, unique('Ward'), 'Read this text to the end before you work.');
  const person = await world.learnerApart({ lastName: unique('Of The Ward') });
  const nowhere = await world.learner({
    lastName: unique('Of Nowhere'),
    organizationId: null,
    departmentId: null,
    managerId: null,
  });
  for (const one of [person, nowhere]) await world.give(one, module, 5);
  const { label, id } = await departmentOf(world, person);
  const department = label.replace(` · ${name}`, '');
  await signIn('admin', '/admin');
  await page
    .getByRole('article', { name })
    .getByRole('link', { name: `Completion rate of ${department}:` })
    .click();
  await expect(page).toHaveURL(new RegExp(`/reports/completion\\?org=\\d+&dept=${String(id)}$`));
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveValue(department);
  const table = page.getByRole('region', { name: 'People of the completion report' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').filter({ hasText: person.email })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Completion rate of No organization:' }).click();
  await expect(page).toHaveURL(/\/reports\/completion\?org=none$/);
  await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue('No organization');
  await expect(page.getByRole('article', { name: 'No organization' })).toBeVisible();
  await expect(page.getByRole('article', { name })).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'User' }).fill(nowhere.email);
  await expect(table.getByRole('row').filter({ hasText: nowhere.email })).toBeVisible();
  await page.getByRole('searchbox', { name: 'User' }).fill(person.email);
  await expect(page.getByText('No one matches these filters')).toBeVisible();
});

test('[DASH-01] each quick action opens what it names', async ({ page, signIn }) => {
  await signIn('admin', '/admin');
  for (const [action, url, dialog] of [
    ['Create Training Module', /training-modules/, 'Create Training Module'],
    ['Add New User', /users/, 'Create New User'],
    ['Assign Training Matrix', /training-matrix/, 'Assign Templates to Users'],
  ] as const) {
    await page.getByRole('link', { name: action }).click();
    await expect(page).toHaveURL(url);
    const opened = page.getByRole('dialog');
    await expect(opened, dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(opened).toHaveCount(0);
    await expect(page).not.toHaveURL(/dialog=/);
    await page.goto('/admin');
  }
  await page.getByRole('button', { name: 'Send Reminders' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'View Analytics' }).click();
  await expect(page).toHaveURL(/\/compliance$/);
});

test('[DASH-01] [SHELL-07] nothing yet says what would be here; an error offers Retry', async ({
  page,
  signIn,
  guard,
}) => {
  guard.allow(503, '/api/dashboard/stats');
  await page.route(
    (url) => url.pathname.startsWith('/api/dashboard/'),
    (route) => {
      const { pathname } = new URL(route.request().url());
      return pathname.endsWith('stats')
        ? route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' })
        : route.fulfill({ status: 200, contentType: 'application/json', body: '[]' });
    },
  );
  await signIn('admin', '/admin');
  await expect(page.getByText('No recent activity')).toBeVisible();
  await expect(
    page.getByText('Upload training modules or assign training to see activity here'),
  ).toBeVisible();
  await expect(page.getByText('No organizations found')).toBeVisible();
  await checkLooks(page, 'admin-empty');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Overall Completion')).toBeVisible();
});

test('[DASH-01] [REM-01] Send Reminders opens the reminder dialog', async ({ page, signIn }) => {
  await signIn('admin', '/admin');
  await page.getByRole('button', { name: 'Send Reminders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send Reminders' });
  await expect(dialog.getByRole('button', { name: /^Send/ })).toBeDisabled();
});
