/** Was this person qualified on that day? The page of the answer, and everyone of a module on a day. */
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makeMatrix, makeModule, unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { completeTraining, today } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

test('[INS-02] the answer about a person: from the person’s page, in large words, with evidence, as PDF, at a permanent address', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(422, '/api/qualified');
  guard.allow(404, '/api/qualified');
  guard.allow(404, '/api/training-modules/999999/people-figures');
  const title = unique('Sample Handling');
  const id = await makeModule(world, title);
  const person = await world.learner();
  const assigned = await world.admin.post<{ id: number }>('/api/training/assign-module', {
    userId: person.id,
    moduleId: id,
  });
  const day = today();
  // The manager lives in the company's zone; the administrators of the demo may still have yesterday.
  await signIn(world.manager, `/employee/${person.id}`);
  await page.getByRole('link', { name: 'Qualified on a day' }).click();
  await expect(page.getByRole('heading', { name: 'Qualification on a day' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Module' }).fill(title);
  await page.getByRole('option', { name: title }).click();
  await expect(page.getByRole('heading', { name: 'No, not qualified' })).toBeVisible();
  await expect(page.getByText('The training was not completed.')).toBeVisible();
  await checkLooks(page, 'qualified-no');
  await completeTraining(world, person, assigned.body.id);
  await page.reload();
  await expect(page).toHaveURL(new RegExp(`/qualified\\?.*person=${person.id}`));
  await expect(page.getByRole('heading', { name: 'Yes, qualified' })).toBeVisible();
  await expect(page.getByText('As known on that day and as known now')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Version 1 completed' })).toContainText('Counts');
  await checkLooks(page, 'qualified-yes');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^qualified-.*\.pdf$/);
  // A day without records has no answer, and says why.
  await page.getByLabel('Day').fill(addDays(day, -3000));
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'There are no records of that day yet.',
  );
  await page.goto(`/qualified?person=${person.id}&module=999999&day=${day}`);
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Module Not Found');
  await checkLooks(page, 'qualified-none', [360]);
});

test('[INS-02] both readings are side by side where they differ, and everyone of a module is listed', async ({
  page,
  signIn,
  world,
}) => {
  const title = unique('Blood Samples');
  const id = await makeModule(world, title);
  const [voided, open] = [await world.learner(), await world.learner()];
  const assign = async (userId: string) =>
    (await world.admin.post<{ id: number }>('/api/training/assign-module', { userId, moduleId: id })).body.id;
  const assignmentId = await assign(voided.id);
  await assign(open.id);
  await completeTraining(world, voided, assignmentId);
  const day = today();
  await signIn(world.manager, `/training-modules/${String(id)}/people`);
  await page.getByRole('link', { name: 'Qualified on a day' }).click();
  await page
    .getByRole('textbox', { name: 'Answer' })
    .or(page.getByRole('combobox', { name: 'Answer' }))
    .click();
  await page.getByRole('option', { name: 'No, not qualified' }).click();
  await expect(page).toHaveURL(/answer=no/);
  const people = page.getByRole('main').getByRole('listitem');
  await expect(people.filter({ hasText: 'The training was not completed.' })).toHaveCount(1);
  await checkLooks(page, 'qualified-people');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingCut(page, 'people of a day on a phone');
  await page.goto(`/qualified?person=${voided.id}&module=${String(id)}&day=${day}`);
  await expect(page.getByRole('heading', { name: 'Yes, qualified' })).toBeVisible();
  await expectNothingCut(page, 'an answer on a phone');
});

test('[INS-02] a matrix on a day and a team: the list is narrowed by fields, and the address is the question', async ({
  page,
  signIn,
  world,
}) => {
  const name = unique('Sample Team');
  // Each worker has a manager of the same name; this one is found by hers.
  const boss = await world.learner({ role: 'manager', firstName: 'Petra', lastName: unique('Boss') });
  const apart = await world.learnerApart({
    firstName: 'Paula',
    lastName: unique('Apart'),
    managerId: boss.id,
  });
  const title = await makeMatrix(world, apart, name);
  await signIn('admin', '/qualified');
  // Where the company is; it may be tomorrow for the administrator.
  await page.getByLabel('Day', { exact: true }).fill(today());
  await page.getByRole('combobox', { name: 'Training Matrix' }).fill(name);
  await page.getByRole('option', { name }).click();
  await expect(page).toHaveURL(/matrix=\d+/);
  const people = page.getByRole('main').getByRole('listitem');
  await expect(people.filter({ hasText: apart.lastName })).toContainText(title);
  await expect(people).toHaveCount(1);
  await checkLooks(page, 'qualified-matrix');
  await checkLooks(page, 'qualified-matrix', [360]);
  await expectNothingCut(page, 'a matrix on a day on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  // Who reports to somebody else is not in this team.
  const { firstName, lastName } = boss;
  const team = page.getByRole('combobox', { name: 'Team of' });
  await team.fill(`${firstName} ${lastName}`);
  await page
    .getByRole('option', { name: `${firstName} ${lastName}` })
    .first()
    .click();
  await expect(page).toHaveURL(/manager=/);
  await page.reload();
  await expect(team).toHaveValue(`${firstName} ${lastName}`);
  await people.filter({ hasText: apart.lastName }).getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'No, not qualified' })).toBeVisible();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
});
