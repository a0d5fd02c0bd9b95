import type { Locator, Page } from '@playwright/test';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makeMatrix, makeModule, unique } from './admin-world.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { createBusyLearner, textModule, today, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };
const trainings = (page: Page, name: string) => page.getByRole('region', { name: `Trainings of ${name}` });
const toast = async (page: Page, ...texts: readonly string[]): Promise<void> => {
  for (const text of texts) await expect(toastOf(page).getByText(text, { exact: true })).toBeVisible();
};
const choose = async (dialog: Locator, page: Page, title: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: 'Module' }).fill(title);
  await page.getByRole('option', { name: title }).click();
};

/** A matrix that has the person as its member requires a training that the person has. */
async function requireOf(
  world: LearnerWorld,
  person: Person,
  matrixName: string,
  title: string,
): Promise<void> {
  const { body } = await world.admin.get<{ moduleId: number; module: { title: string } }[]>(
    `/api/employee/${person.id}/assignments`,
  );
  const moduleId = body.find(({ module }) => module.title.startsWith(title))?.moduleId;
  const users = await world.admin.get<{ organizationId: number }[]>(`/api/users?q=${person.email}`);
  const { body: department } = await world.admin.post<{ id: number }>('/api/departments', {
    name: matrixName,
    organizationId: users.body[0]?.organizationId,
  });
  const made = await world.admin.post<{ matrixId: number }>('/api/training-modules/assign-to-matrix', {
    moduleIds: [moduleId],
    matrixName,
    departmentId: department.id,
  });
  const assigned = await world.admin.post('/api/training-matrix/assign', {
    matrixId: made.body.matrixId,
    specificUserIds: [person.id],
  });
  expect(assigned.status).toBe(200);
}

test('[LRN-06] [SHELL-10] edit mode: choose, ask with numbers, a reason for completed ones, and Done forgets the choice', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await createBusyLearner(world, { firstName: 'Bea', lastName: 'Kern' });
  const matrixName = unique('Ward Rules');
  await requireOf(world, person, matrixName, 'TP-QMS-004');
  await signIn('admin', `/employee/${person.id}`);
  const list = trainings(page, 'Bea Kern');
  await page.getByRole('button', { name: 'Edit Matrix' }).click();
  await list.getByRole('checkbox', { name: /ICH GCP/ }).check();
  await list.getByRole('checkbox', { name: /^Select TP-QMS-004/ }).check();
  await expect(page.getByText('2 trainings selected')).toBeVisible();
  // The head of the page covers nothing of it.
  await page.evaluate(() => window.scrollTo(0, 0));
  await checkLooks(page, 'employee-edit');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Delete selected' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete training assignments' });
  await expect(dialog).toContainText(
    'Are you sure you want to delete 2 training assignment(s)? This action cannot be undone.',
  );
  await expect(dialog).toContainText('1 completed training no longer counts');
  // A matrix goes on to ask for the other one: it is not said to be done with.
  await expect(dialog).toContainText('1 training stays required and will count as required, not assigned:');
  await expect(dialog).toContainText(`required by ${matrixName}`);
  await expect(dialog).not.toContainText('no longer has to be done');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await checkLooks(page, 'employee-delete');
  await page.setViewportSize(desk);
  await dialog.getByLabel('Reason').fill('Assigned to the wrong person');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await toast(page, 'Assignments Deleted', '2 training assignments have been removed successfully.');
  await expect(list.getByRole('rowheader')).toHaveCount(5);
  await expect(page.getByText('trainings selected')).toHaveCount(0);
  await list.getByRole('checkbox', { name: /^Select Data Protection/ }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(list.getByRole('checkbox')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Matrix' }).click();
  await expect(list.getByRole('checkbox', { checked: true })).toHaveCount(0);

  await list.getByRole('button', { name: 'Change Safety Reporting in Brief' }).click();
  await page.getByRole('menuitem', { name: 'Change due date' }).click();
  const due = page.getByRole('dialog', { name: 'Change due date' });
  await due.getByLabel('Due date').fill(addDays(today(), -1));
  await expect(due.getByText('This day has passed: the training is overdue at once.')).toBeVisible();
  await due.getByLabel('Due date').fill(addDays(today(), 5));
  await due.getByRole('button', { name: 'Save' }).click();
  await expect(due.getByText('Enter a reason.')).toBeVisible();
  await due.getByLabel('Reason').fill('Back from leave');
  // Somebody else moves it meanwhile: it is shown, nothing entered is lost, and going on works at once.
  const rows = await world.admin.get<{ id: number; module: { title: string } }[]>(
    `/api/employee/${person.id}/assignments`,
  );
  const id = rows.body.find(({ module }) => module.title.startsWith('Safety'))?.id ?? 0;
  const path = `/api/training-assignments/${String(id)}`;
  guard.allow(409, path);
  await world.admin.patch(path, { dueDate: addDays(today(), 9), reason: 'In another tab' });
  await due.getByRole('button', { name: 'Save' }).click();
  const notice = due.getByRole('alert').filter({ hasText: 'Someone changed this in the meantime.' });
  await expect(notice).toContainText('You entered:');
  await expect(page.getByText('Update Failed')).toHaveCount(0);
  await expect(due.getByRole('button', { name: 'Save' })).toBeDisabled();
  await checkLooks(page, 'employee-due-date-newer', [360, 1440]);
  await page.setViewportSize(desk);
  await notice.getByRole('button', { name: 'Keep my changes' }).click();
  await due.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Due Date Changed');
  await expect(list.getByRole('row', { name: /Safety Reporting/ })).toContainText('5 days left');

  await list.getByRole('button', { name: 'Change Data Protection Basics' }).click();
  await page.getByRole('menuitem', { name: 'Record past training' }).click();
  const past = page.getByRole('dialog', { name: 'Record past training' });
  await past.getByLabel('Day of the training').fill(addDays(today(), -20));
  await past.getByLabel('Score in percent').fill('87.5');
  await past.getByLabel('Reason').fill('Trained on paper on site');
  await past.getByRole('button', { name: 'Record', exact: true }).click();
  await toast(page, 'Past Training Recorded');
  await expect(list.getByRole('row', { name: /Data Protection/ })).toContainText('Completed');
});

test('[SHELL-12] [LRN-06] who leaves while a change is being saved is asked by the browser', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner({ firstName: 'Ida', lastName: 'Rast' });
  const title = unique('Slow Saving');
  await world.give(
    person,
    await textModule(world.admin, title, 'The hands are washed for thirty seconds.'),
    9,
  );
  await signIn('admin', '/admin/users');
  await page.goto(`/employee/${person.id}`);
  await page.getByRole('button', { name: 'Edit Matrix' }).click();
  await trainings(page, 'Ida Rast')
    .getByRole('button', { name: `Change ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Change due date' }).click();
  const due = page.getByRole('dialog', { name: 'Change due date' });
  await due.getByLabel('Due date').fill(addDays(today(), 12));
  await due.getByLabel('Reason').fill('On leave');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/training-assignments/*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await due.getByRole('button', { name: 'Save' }).click();
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.assign('/api/health')));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(due).toBeVisible();
  held.resolve();
  await toast(page, 'Due Date Changed');
  await expect(due).toBeHidden();
  // What is saved asks nothing any more.
  await page.goto('/employee');
});

test('[EMP-02] [SIG-04] the training file: every completion with its signature, removed ones with their reason, and all as one PDF', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await createBusyLearner(world, { firstName: 'Lea', lastName: 'Voss' });
  const { body } = await world.admin.get<{ id: number; status: string; module: { title: string } }[]>(
    `/api/employee/${person.id}/assignments?sort=title`,
  );
  const idOf = (title: string) => body.find(({ module }) => module.title.startsWith(title))?.id;
  const gone = [idOf('ICH GCP'), idOf('Emergency Exits')];
  const reason = 'Meant for a colleague of the same name';
  await world.admin.del('/api/training-assignments/bulk', { assignmentIds: gone, reason });
  await world.admin.post(`/api/training-assignments/${String(idOf('Safety'))}/record-completion`, {
    completedOn: addDays(today(), -20),
    score: 87.5,
    reason: 'Attendance list of the site',
  });
  // Who reads it in another zone sees one time for one signature, with its zone.
  await (await world.clientOf(person)).patch('/api/users/settings', { timezone: 'EST' });
  await signIn(person, `/employee/${person.id}`);
  const file = page.getByRole('region', { name: 'Completions' });
  const row = (title: string) => file.getByRole('row').filter({ hasText: title });
  await expect(file.getByRole('rowheader')).toHaveCount(2);
  for (const text of ['Removed', reason, 'Lea Voss,', '(Europe/Berlin)']) {
    await expect(row('ICH GCP')).toContainText(text);
  }
  const words = await row('ICH GCP').innerText();
  expect(new Set(words.match(/\d+:\d\d [AP]M/g))).toHaveProperty('size', 1);
  expect(words.match(/[AP]M GMT\+[12]/g)).toHaveLength(2);
  for (const text of ['87.5%', 'Recorded later by', 'Attendance list of the site']) {
    await expect(row('Safety Reporting')).toContainText(text);
  }
  await expect(row('ICH GCP').getByRole('link')).toHaveAttribute('href', /^\/api\/certificates\//);
  await page.getByText('1 removed assignment').click();
  await expect(page.getByText(/Emergency Exits and the Evacuation Plan/).last()).toBeVisible();
  await checkLooks(page, 'training-file');
  await page.getByText('1 removed assignment').scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/pictures/training-file-360.png' });
  await page.setViewportSize(desk);
  const path = `/api/employee/${person.id}/training-file.pdf`;
  guard.allow(503, path);
  const button = page.getByRole('button', { name: 'Download training file' });
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 503, body: '' }),
  );
  await button.click();
  await expect(page.getByText('The export failed')).toBeVisible();
  await page.unrouteAll();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Retry' }).click();
  // The day is the administrator's, who may be in another zone.
  expect((await saving).suggestedFilename()).toMatch(/^training-file-Lea-Voss-\d{4}-\d\d-\d\d\.pdf$/);
  const client = await world.clientOf(person);
  await client.patch('/api/users/settings', { language: 'de' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/employee/${person.id}`);
  await expect(page.getByRole('list', { name: 'Abschlüsse' })).toBeVisible();
  await expectNothingCut(page, 'training file in German');
});

test('[MTX-05] [MGR-02] assign a module: 30 days, a past day warns, an open one is refused, a completed one only as retraining with a reason', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(409, '/api/training/assign-module');
  const person = await world.learner({ firstName: 'Ole', lastName: 'Sund' });
  const title = unique('Cold Storage');
  await textModule(world.admin, title, 'The refrigerator is read twice a day, at eight and at sixteen.');
  await signIn(world.manager, `/employee/${person.id}`);
  const list = trainings(page, 'Ole Sund');
  const dialog = page.getByRole('dialog', { name: 'Assign a module to Ole Sund' });
  const open = () => page.getByRole('button', { name: 'Assign Module' }).click();
  const send = () => dialog.getByRole('button', { name: 'Assign Module' }).click();
  await open();
  await expect(dialog.getByLabel('Due date')).toHaveValue(addDays(today(), 30));
  await send();
  await expect(dialog.getByText('Please select a module')).toBeVisible();
  await choose(dialog, page, title);
  await dialog.getByLabel('Due date').fill(addDays(today(), -3));
  await expect(dialog.getByText('This day has passed: the training is overdue at once.')).toBeVisible();
  await checkLooks(page, 'assign-module');
  await page.setViewportSize(desk);
  await send();
  await toast(page, 'Module Assigned', title);
  await expect(list.getByRole('row', { name: title })).toContainText('Overdue');
  await open();
  // What would be refused is marked before it is chosen.
  await dialog.getByRole('combobox', { name: 'Module' }).fill(title);
  await expect(page.getByRole('option', { name: title })).toContainText('Already open');
  await checkLooks(page, 'assign-module-open-already', [360, 1440]);
  await page.setViewportSize(desk);
  await choose(dialog, page, title);
  await send();
  await expect(dialog.getByText('This training is already assigned.')).toBeVisible();
  const assigned = await world.admin.get<{ id: number }[]>(`/api/employee/${person.id}/assignments`);
  const past = { completedOn: addDays(today(), -1), reason: 'Took place on site' };
  const path = `/api/training-assignments/${String(assigned.body[0]?.id)}/record-completion`;
  expect((await world.admin.post(path, past)).status).toBe(200);
  await send();
  await expect(dialog.getByText('This person has already completed it')).toBeVisible();
  await send();
  await expect(dialog.getByText('Confirm that this person must retrain')).toBeVisible();
  await dialog.getByLabel('Assign it again as retraining').check();
  await send();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Failed an audit on the ward');
  await send();
  await toast(page, 'Module Assigned', title);
  await expect(list.getByRole('row', { name: title })).toHaveCount(2);
});

test('[MTX-03] [MTX-07] the onboarding is started after its effect was seen, and what does not fit says so', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const person = await world.learnerApart({ firstName: 'Uma', lastName: 'Roth', jobTitle: '' });
  const title = await makeMatrix(world, person, unique('Ward Basics'));
  await signIn('admin', `/employee/${person.id}`);
  await page.getByRole('button', { name: 'Start Onboarding' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start the onboarding of Uma Roth?' });
  const start = dialog.getByRole('button', { name: 'Start Onboarding' });
  await expect(start).toBeDisabled();
  await dialog.getByLabel('Training Category').fill('Clinical Research');
  await expect(dialog.getByText('1 training is assigned.')).toBeVisible();
  await expect(dialog.getByText(title)).toBeVisible();
  await page.keyboard.press('Escape');
  await checkLooks(page, 'start-onboarding');
  await expectNothingCut(page, 'onboarding');
  await page.setViewportSize(desk);
  // Another matrix requires something more while the effect is shown.
  guard.allow(409, `/api/training/initiate-onboarding/${person.id}`);
  const hygiene = unique('Ward Hygiene');
  const later = await makeMatrix(world, person, hygiene);
  await start.click();
  await expect(dialog.getByText('The effect has changed since you viewed it.')).toBeVisible();
  await expect(dialog.getByText('2 trainings are assigned.')).toBeVisible();
  await expect(dialog.getByText(later)).toBeVisible();
  await start.click();
  await toast(page, 'Onboarding Started', '2 trainings assigned');
  const empty = await makeModule(world, unique('Ward Empty'), { content: undefined });
  const added = await world.admin.post('/api/training-modules/assign-to-matrix', {
    moduleIds: [empty],
    existingMatrixName: hygiene,
  });
  expect(added.status).toBe(200);
  await expect(trainings(page, 'Uma Roth').getByRole('row', { name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Start Onboarding' }).click();
  await dialog.getByLabel('Training Category').fill('Clinical Research');
  await expect(dialog.getByText(/already open, due/).first()).toBeVisible();
  await expect(dialog.getByText('This module has no content: people cannot start it.')).toBeVisible();
});

test('[SHELL-10] closing a dialog gives the focus back to the button or the menu that opened it', async ({
  page,
  signIn,
  world,
}) => {
  const person = await createBusyLearner(world, { firstName: 'Fee', lastName: 'Kern' });
  await signIn('admin', `/employee/${person.id}`);
  const assign = page.getByRole('button', { name: 'Assign Module' });
  await assign.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: 'Module' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(assign).toBeFocused();
  await page.getByRole('button', { name: 'Edit Matrix' }).click();
  const change = page.getByRole('button', { name: /^Change TP-QMS-004/ });
  await change.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Change due date' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Due date' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(change).toBeFocused();
});
