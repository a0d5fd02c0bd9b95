import type { Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { unique } from './admin-world.ts';
import { expectFooterInView } from './dialog-footer.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { textModule, today } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

/** Chooses modules of the dialog by their titles. */
async function chooseModules(page: Page, titles: readonly string[]): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Modules' });
  for (const title of titles) {
    await field.fill(title);
    await page.getByRole('option', { name: title }).click();
  }
  await page.keyboard.press('Escape');
}

test('[MGR-02] [MTX-05] [NOT-06] a manager selects the team, assigns modules after one effect, and moves their due dates by days', async ({
  page,
  signIn,
  world,
}) => {
  const head = await world.learner({ role: 'manager', firstName: 'Nora', lastName: 'Lind' });
  const [has] = [
    await world.learner({ managerId: head.id, firstName: 'Ada', lastName: 'Abel' }),
    await world.learner({ managerId: head.id, firstName: 'Ben', lastName: 'Brand' }),
  ];
  const titles = [unique('Cold Storage'), unique('Hand Hygiene')];
  const modules = await Promise.all(
    titles.map((title) => textModule(world.admin, title, 'What everybody in this department has to know.')),
  );
  await world.admin.post('/api/training/assign-module', { userId: has?.id, moduleId: modules[0]?.id });
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...body, emailConfigured: false } });
  });
  await signIn(head, '/team');
  await page.getByLabel('Select everyone shown (2)').check();
  await expect(page.getByText('2 people selected')).toBeVisible();
  await checkLooks(page, 'team-selected');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Assign modules' }).click();
  await chooseModules(page, titles);
  await expectFooterInView(page, 'assign modules');
  await checkLooks(page, 'assign-modules');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: 'Assign these modules?' });
  await expect(effect.getByText('3 trainings for 2 people')).toBeVisible();
  for (const title of titles) await expect(effect.getByText(title, { exact: true })).toBeVisible();
  await expect(effect.getByText(/^Due [A-Z][a-z]+ \d/)).toBeVisible();
  await expect(effect.getByText(`Ada Abel: ${titles[0] ?? ''} (already assigned)`)).toBeVisible();
  await expect(effect.getByText('No email server is set up. Emails are queued')).toBeVisible();
  await expectFooterInView(page, 'the effect of assigning');
  await checkLooks(page, 'assign-modules-effect');
  await page.setViewportSize(desk);
  await effect.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toastOf(page)).toContainText(
    '3 trainings for 2 people. Emails are queued: no email server is set up.',
  );
  await expect(page.getByText('2 people selected')).toHaveCount(0);

  // By keyboard: the space key selects the line that has the focus.
  const tree = page.getByRole('treegrid', { name: 'Team tree' });
  const ben = tree.getByRole('row').filter({ hasText: 'Ben Brand' });
  await ben.focus();
  await page.keyboard.press('Space');
  await expect(ben).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Change due dates' }).click();
  await page.getByLabel('Move each by a number of days').check();
  await page.getByRole('textbox', { name: 'Days' }).fill('14');
  await page.getByRole('button', { name: 'Show effect' }).click();
  await expect(page.getByRole('dialog').getByText('Enter a reason.')).toBeVisible();
  await page.getByLabel('Reason').fill('The ward moves');
  await expectFooterInView(page, 'change due dates');
  await page.getByRole('button', { name: 'Show effect' }).click();
  await expect(page.getByRole('dialog').getByText('2 due dates change for 1 person')).toBeVisible();
  await page.getByRole('button', { name: 'Change due dates', exact: true }).last().click();
  await expect(toastOf(page)).toContainText('Due Dates Changed');
  const id = (await ben.getAttribute('data-id')) ?? '';
  const after = await world.admin.get<{ dueDate: string }[]>(`/api/employee/${id}/assignments`);
  expect(new Set(after.body.map(({ dueDate }) => dueDate))).toEqual(new Set([addDays(today(), 44)]));

  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await page.getByLabel('Select everyone shown (2)').check();
  await expectNothingCut(page, 'the selected team on a phone');
});

test('[USR-07] [MTX-05] an administrator selects people across pages, and modules for people', async ({
  page,
  signIn,
  world,
}) => {
  const last = unique('Selectable').replaceAll(' ', '');
  const made = [
    await world.learner({ firstName: 'Uma', lastName: last }),
    await world.learner({ firstName: 'Vic', lastName: last }),
  ];
  const title = unique('Fire Drill');
  await textModule(world.admin, title, 'What everybody in this building has to know.');
  await signIn('admin', `/users?q=${last}`);
  await page.getByLabel(`Select Uma ${last}`).check();
  await page.getByLabel('Search').first().fill(`Vic ${last}`);
  await page.getByLabel(`Select Vic ${last}`).check();
  await expect(page.getByText('2 people selected')).toBeVisible();
  await page.getByRole('button', { name: 'Send reminders' }).click();
  await page
    .getByLabel('Cancel')
    .or(page.getByRole('button', { name: 'Cancel' }))
    .click();
  await page.getByRole('button', { name: 'Assign modules' }).click();
  await chooseModules(page, [title]);
  await page.getByRole('button', { name: 'Show effect' }).click();
  await expect(
    page
      .getByRole('dialog')
      .getByText('1 training for 2 people')
      .or(page.getByText('2 trainings for 2 people')),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toastOf(page)).toContainText('2 trainings for 2 people');

  // The other way about: modules first, then people.
  const other = unique('Ice Baths');
  await textModule(world.admin, other, 'What everybody in this building has to know.');
  await page.goto(`/training-modules?q=${encodeURIComponent(other)}`);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Assign to people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign modules' });
  await expect(dialog.getByText(other)).toBeVisible();
  await dialog.getByRole('searchbox', { name: 'People' }).fill(last);
  await expect(dialog.getByText('2 of 2 shown')).toBeVisible();
  await dialog.getByLabel('Select all shown').check();
  await expect(dialog.getByText('2 selected')).toBeVisible();
  await expectFooterInView(page, 'assign to people');
  await page.getByRole('button', { name: 'Show effect' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(toastOf(page)).toContainText('2 trainings for 2 people');
  for (const { id } of made) {
    const { body } = await world.admin.get<{ module: { title: string } }[]>(
      `/api/employee/${id}/assignments`,
    );
    expect(body.map(({ module }) => module.title).toSorted()).toEqual([title, other].toSorted());
  }
});

test('[LRN-06] [REM-01] an administrator selects modules, moves the due dates of what is open of them and reminds their people', async ({
  page,
  signIn,
  world,
}) => {
  const name = unique('Glove Change').replaceAll(' ', '');
  const person = await world.learner({ firstName: 'Wim', lastName: 'Voss' });
  for (const title of [`${name} One`, `${name} Two`]) {
    const { id } = await textModule(world.admin, title, 'What everybody in this building has to know.');
    await world.admin.post('/api/training/assign-module', { userId: person.id, moduleId: id });
  }
  await signIn('admin', `/training-modules?q=${name}`);
  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Change due dates' }).click();
  await expect(page.getByRole('dialog').getByText('Open trainings of 2 modules')).toBeVisible();
  await page.getByLabel('Move each by a number of days').check();
  await page.getByLabel('Reason').fill('The building opens later');
  await expectFooterInView(page, 'change due dates of modules');
  await page.getByRole('button', { name: 'Show effect' }).click();
  await expect(page.getByRole('dialog').getByText('2 due dates change for 1 person')).toBeVisible();
  await page.getByRole('button', { name: 'Change due dates', exact: true }).last().click();
  await expect(toastOf(page)).toContainText('Due Dates Changed');
  const after = await world.admin.get<{ dueDate: string }[]>(`/api/employee/${person.id}/assignments`);
  expect(after.body.map(({ dueDate }) => dueDate)).toEqual([addDays(today(), 37), addDays(today(), 37)]);

  await page.getByRole('button', { name: 'Select All' }).click();
  await page.getByRole('button', { name: 'Send reminders' }).click();
  await page.getByLabel('Begin Training').check();
  const dialog = page.getByRole('dialog', { name: 'Send Reminders' });
  await expect(dialog.getByText('People who have one of these 2 modules open')).toBeVisible();
  await expect(dialog.getByText('1 selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(toastOf(page)).toContainText('Reminders Sent');
});
