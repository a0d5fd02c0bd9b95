import { addDays } from '#shared/domain/calendar/calendar.ts';
import { unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { createBusyLearner, textModule, today } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

test('[USR-10] [SHELL-10] an absence is recorded after its effect was shown, changed, ended and voided; lists and My Training say who is away', async ({
  page,
  signIn,
  world,
}) => {
  const person = await createBusyLearner(world, { firstName: 'Ada', lastName: 'Wayland' });
  await signIn('admin', `/employee/${person.id}`);
  await page.setViewportSize(desk);
  const section = page.locator('section', { has: page.getByRole('heading', { name: 'Absences' }) });
  await section.getByRole('button', { name: 'Record absence' }).click();
  const form = page.getByRole('dialog', { name: 'Record absence', exact: true });
  await form.getByRole('button', { name: 'Show effect' }).click();
  await expect(form.getByText('Choose a kind of absence')).toBeVisible();
  await form.getByLabel('First day').fill(addDays(today(), -1));
  await form.getByLabel('Last day').fill(addDays(today(), 40));
  await form.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Sick leave' }).click();
  await form.getByLabel('Note').fill('Back after the operation');
  await checkLooks(page, 'absence-form');
  await expectNothingCut(page, 'the absence form');
  await page.setViewportSize(desk);
  await form.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: 'Record this absence?' });
  await expect(effect.getByText(/due dates? changes?/)).toBeVisible();
  await checkLooks(page, 'absence-effect');
  await page.setViewportSize(desk);
  await effect.getByRole('button', { name: 'Record absence' }).click();
  await expect(toastOf(page).getByText('Absence Saved')).toBeVisible();
  await expect(section.getByText('Sick leave · Back after the operation')).toBeVisible();
  await expect(page.getByText('Away', { exact: true }).first()).toBeVisible();
  await checkLooks(page, 'absence-person');
  await expectNothingCut(page, 'a person who is away');
  await page.setViewportSize(desk);

  await section.getByRole('button', { name: 'Change', exact: true }).click();
  const change = page.getByRole('dialog', { name: 'Change absence' });
  await change.getByLabel('The return is not known yet').check();
  await change.getByLabel('Reason').fill('It takes longer');
  await change.getByRole('button', { name: 'Show effect' }).click();
  const changed = page.getByRole('dialog', { name: 'Change this absence?' });
  await expect(changed.getByText('paused until the return').first()).toBeVisible();
  await changed.getByRole('button', { name: 'Change absence' }).click();
  await expect(section.getByText('return not known')).toBeVisible();

  await page.goto('/users?status=away');
  await expect(page.getByText('Ada Wayland')).toBeVisible();
  await checkLooks(page, 'absence-users');
  await page.setViewportSize(desk);

  await page.goto(`/employee/${person.id}`);
  await section.getByRole('button', { name: 'Record return' }).click();
  const end = page.getByRole('dialog', { name: 'Record return', exact: true });
  await end.getByLabel('Last day').fill(addDays(today(), 1));
  await end.getByRole('button', { name: 'Show effect' }).click();
  await page
    .getByRole('dialog', { name: 'Record this return?' })
    .getByRole('button', { name: 'Record return' })
    .click();
  await expect(toastOf(page).getByText('Return Recorded')).toBeVisible();

  await signIn(person, '/employee');
  await expect(page.getByText(/due dates are paused/)).toBeVisible();
  await checkLooks(page, 'absence-own');
  await page.setViewportSize(desk);

  await signIn('admin', `/employee/${person.id}`);
  await section.getByRole('button', { name: 'Void', exact: true }).click();
  const voiding = page.getByRole('dialog', { name: 'Void absence', exact: true });
  await voiding.getByLabel('Reason').fill('Recorded for somebody else');
  await voiding.getByRole('button', { name: 'Show effect' }).click();
  await page
    .getByRole('dialog', { name: 'Void this absence?' })
    .getByRole('button', { name: 'Void absence' })
    .click();
  await expect(section.getByText('Voided', { exact: true })).toBeVisible();
});

test('[USR-10] [MTX-05] the effect of assigning says how many trainings are due later because people are away', async ({
  page,
  signIn,
  world,
}) => {
  const head = await world.learner({ role: 'manager', firstName: 'Rhea', lastName: 'Vance' });
  const away = await world.learner({ managerId: head.id, firstName: 'Amy', lastName: 'Absent' });
  await world.learner({ managerId: head.id, firstName: 'Pia', lastName: 'Present' });
  const title = unique('Fire Extinguishers');
  await textModule(world.admin, title, 'Where they hang.');
  const absence = { firstDay: today(), lastDay: addDays(today(), 200), kind: 'leave', note: '' };
  const path = `/api/users/${away.id}/absences`;
  const shown = await world.admin.post<{ effectHash: string }>(path, { ...absence, preview: true });
  const { effectHash } = shown.body;
  expect((await world.admin.post(path, { ...absence, preview: false, effectHash })).status).toBe(200);
  await signIn(head, '/team');
  await page.setViewportSize(desk);
  await page.getByLabel('Select everyone shown (2)').check();
  await page.getByRole('button', { name: 'Assign modules' }).click();
  const choice = page.getByRole('dialog');
  await choice.getByRole('combobox', { name: 'Modules' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await page.keyboard.press('Escape');
  await choice.getByRole('button', { name: 'Show effect' }).click();
  const effect = page.getByRole('dialog', { name: 'Assign these modules?' });
  await expect(effect.getByText('2 trainings for 2 people')).toBeVisible();
  await expect(effect.getByText('1 of them is due later, because the person is away then.')).toBeVisible();
  await checkLooks(page, 'assign-modules-away');
});
