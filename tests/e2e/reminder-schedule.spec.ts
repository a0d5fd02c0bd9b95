import type { Page } from '@playwright/test';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import { reminderScheduleContract } from '#shared/contract/reminder-schedule.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { inDatabase } from './users-parts.ts';

// The schedule is one for the whole installation.
test.describe.configure({ mode: 'serial' });

const { path } = reminderScheduleContract.get;
const desk = { width: 1440, height: 900 };
const lines = (page: Page, part: string) => page.getByRole('region', { name: part }).getByRole('listitem');

/** The steps that were there before: those of the specification, of trainings and of documents. */
let before: BodyInput<typeof reminderScheduleContract.change>;

test.beforeEach(async ({ world }) => {
  const { body } = await world.admin.call(reminderScheduleContract.get);
  before = { sendAt: body.sendAt, steps: [...body.steps] };
});

test.afterEach(async ({ world }) => {
  const { body } = await world.admin.call(reminderScheduleContract.get);
  await world.admin.call(reminderScheduleContract.change, {
    headers: { 'if-match': `"${String(body.revision)}"` },
    body: before,
  });
});

test('[NOT-04] an administrator finds the schedule beside the outbox, changes it, and is told before what goes at once', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Cold Chain', 'Keep it between 2 and 8 degrees.');
  await world.give(learner, module, 5);
  await inDatabase(
    `update training_assignments set assigned_date = now() - interval '20 days' where user_id = $1`,
    [learner.id],
  );
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox');
  await page.getByRole('link', { name: 'Reminder schedule' }).click();
  await expect(page).toHaveURL('/outbox/schedule');
  await expect(page.getByRole('link', { name: 'Outbox' }).first()).toHaveAttribute('aria-current', 'page');
  await expect(lines(page, 'Before the due date')).toHaveCount(4);
  await expect(lines(page, 'After the due date')).toHaveCount(5);
  await expect(lines(page, 'When a renewal opens')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Save schedule' })).toBeDisabled();
  await checkLooks(page, 'schedule');
  await page.setViewportSize(desk);

  const early = page.getByRole('region', { name: 'Before the due date' });
  await early.getByRole('button', { name: 'Add step' }).click();
  const added = lines(page, 'Before the due date').last();
  await added.getByRole('textbox', { name: 'Days before' }).fill('7');
  await page.getByLabel('Time of sending').fill('00:00');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(added).toContainText('This step already exists');
  await added.getByRole('textbox', { name: 'Days before' }).fill('5');
  await page.getByRole('switch', { name: 'Turned on: 14 days before the due date: The person' }).click();
  await page.getByRole('button', { name: 'Remove: 14 days after the due date: Administrators' }).click();
  await page.getByRole('button', { name: 'Save schedule' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/\d+ (person gets|people get) an email within five minutes/);
  await checkLooks(page, 'schedule-save');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expectToast(page, 'default', 'Schedule saved');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByLabel('Time of sending')).toHaveValue('00:00');
  await expect(lines(page, 'After the due date')).toHaveCount(4);
  await expect(
    lines(page, 'Before the due date').nth(2).getByRole('textbox', { name: 'Days before' }),
  ).toHaveValue('5');
  await expect(
    page.getByRole('switch', { name: 'Turned on: 14 days before the due date: The person' }),
  ).not.toBeChecked();
});

test('[NOT-04] the steps of documents stand in the same form: before or after their day, to whom, and what goes at once', async ({
  page,
  signIn,
  world,
}) => {
  await inDatabase(
    `insert into hr_registrations (organization_id, name, number, authority, country, valid_until)
     select id, 'Trade register', 'HRB 7', 'Local court', 'DE', current_date + 45 from organizations where name = $1`,
    [world.organizationName],
  );
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox/schedule');
  await expect(page.getByRole('heading', { level: 2, name: 'Documents that expire' })).toBeVisible();
  await expect(lines(page, 'CVs')).toHaveCount(8);
  await expect(lines(page, 'Notice of agreements')).toHaveCount(3);
  await expect(lines(page, 'Consulting agreements')).toHaveCount(7);
  await expect(lines(page, 'Reviews of documents')).toHaveCount(6);
  await expect(lines(page, 'Registrations')).toHaveCount(6);
  await page.getByRole('heading', { name: 'Documents that expire' }).scrollIntoViewIfNeeded();
  await checkLooks(page, 'schedule-documents');
  await page.setViewportSize(desk);

  // Fields that are called the same in each step are told apart by their step.
  const late = page.getByRole('group', { name: '14 days after the last day of a CV: Administrators' });
  await expect(late.getByRole('textbox', { name: 'Days' })).toHaveValue('14');
  await expect(late.getByRole('combobox', { name: 'Before or after' })).toHaveValue('After');
  await expect(late.getByRole('combobox', { name: 'Recipient' })).toHaveValue('Administrators');
  await page
    .getByRole('button', { name: 'Remove: 14 days after the last day of a CV: Administrators' })
    .click();
  await page
    .getByRole('switch', { name: 'Turned on: 60 days before the last day of a CV: The person' })
    .click();

  const list = page.getByRole('region', { name: 'Registrations' });
  await list.getByRole('button', { name: 'Add step' }).click();
  const added = lines(page, 'Registrations').last();
  await added.getByRole('combobox', { name: 'Recipient' }).click();
  await expect(page.getByRole('option')).toHaveText(['HR of the organization', 'Administrators']);
  await page.getByRole('option', { name: 'Administrators' }).click();
  await added.getByRole('combobox', { name: 'Before or after' }).click();
  await page.getByRole('option', { name: 'After' }).click();
  await page.getByLabel('Time of sending').fill('00:00');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(added).toContainText('This step already exists');
  await expect(added.getByRole('textbox', { name: 'Days' })).toBeFocused();
  await checkLooks(page, 'schedule-twice');
  await page.setViewportSize(desk);
  await added.getByRole('combobox', { name: 'Before or after' }).click();
  await page.getByRole('option', { name: 'Before' }).click();
  await expect(added).not.toContainText('This step already exists');
  await added.getByRole('textbox', { name: 'Days' }).fill('50');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/reminders? for \d+ documents? (is|are) already due/);
  await checkLooks(page, 'schedule-save-documents');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await added.getByRole('textbox', { name: 'Days' }).fill('200');
  await added.getByRole('combobox', { name: 'Before or after' }).click();
  await page.getByRole('option', { name: 'After' }).click();
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await dialog.getByRole('button', { name: 'Save schedule' }).click();
  await expectToast(page, 'default', 'Schedule saved');
  await page.reload();
  await expect(lines(page, 'CVs')).toHaveCount(7);
  const kept = lines(page, 'Registrations').last();
  await expect(kept.getByRole('textbox', { name: 'Days' })).toHaveValue('200');
  await expect(kept.getByRole('combobox', { name: 'Before or after' })).toHaveValue('After');
  await expect(
    page.getByRole('switch', { name: 'Turned on: 60 days before the last day of a CV: The person' }),
  ).not.toBeChecked();
  await expect(
    page.getByRole('button', {
      name: 'Remove: 200 days after the last day of a registration: Administrators',
    }),
  ).toBeVisible();
});

test('[NOT-04] [SHELL-11] on a phone: what another administrator saved meanwhile is shown, and nothing entered is lost', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(409, path);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('admin', '/outbox/schedule');
  await expect(lines(page, 'Before the due date')).toHaveCount(4);
  await page.getByLabel('Time of sending').fill('09:30');
  const { body } = await world.admin.call(reminderScheduleContract.get);
  const { revision, ...stored } = body;
  await world.admin.call(reminderScheduleContract.change, {
    headers: { 'if-match': `"${String(revision)}"` },
    body: { ...stored, steps: stored.steps.filter(({ kind }) => kind !== 'renewal') },
  });
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'Someone changed this in the meantime.' });
  await expect(notice).toContainText('When a renewal opens: The person: On Not present');
  await checkLooks(page, 'schedule-stale', [360]);
  await notice.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(page.getByLabel('Time of sending')).toHaveValue('09:30');
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save schedule' }).click();
  await expectToast(page, 'default', 'Schedule saved');
  const after = await world.admin.call(reminderScheduleContract.get);
  expect([after.body.sendAt, after.body.steps.length]).toEqual(['09:30', before.steps.length]);
});

test('[NOT-04] a schedule without a step is said to remind nobody; an error stays with its Retry; leaving asks', async ({
  page,
  signIn,
  guard,
}) => {
  await page.setViewportSize(desk);
  const recover = await failCall(page, guard, 'GET', path);
  await signIn('admin', '/outbox/schedule');
  await expect(page.getByRole('alert').filter({ hasText: 'This could not be loaded' })).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Retry' }).click();
  const remove = page.getByRole('button', { name: /^Remove: / });
  const all = before.steps.length;
  await expect(remove).toHaveCount(all);
  for (let left = all; left > 0; left -= 1) await remove.first().click();
  await expect(page.getByText('No step: no one is notified.')).toHaveCount(9);
  await checkLooks(page, 'schedule-empty');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Save schedule' }).click();
  await expect(page.getByRole('dialog')).toContainText('All steps are turned off');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Outbox' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('Discard your changes?');
  await page.getByRole('button', { name: 'Discard', exact: true }).last().click();
  await expect(page).toHaveURL('/outbox');
});
