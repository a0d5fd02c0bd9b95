import type { Locator, Page } from '@playwright/test';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { createBusyLearner, textModule, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { unique } from './admin-world.ts';

const desk = { width: 1440, height: 900 };
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Send Reminders' });
const type = (page: Page, name: string) => dialog(page).getByRole('radio', { name });
const person = (page: Page, name: string) => dialog(page).getByRole('checkbox', { name });
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Send', exact: true });

interface Team {
  readonly head: Person;
  /** Overdue and with more open. */
  readonly late: Person;
  /** Open in time. */
  readonly open: Person;
}

async function createTeam(world: LearnerWorld): Promise<Team> {
  const head = await world.learner({ role: 'manager', firstName: 'Nora', lastName: 'Lind' });
  const late = await createBusyLearner(world, { managerId: head.id, firstName: 'Thea', lastName: 'Winter' });
  const open = await world.learner({ managerId: head.id, firstName: 'Omar', lastName: 'Offen' });
  const email = `${unique('invited').replaceAll(' ', '-')}@world.example`;
  const made = await world.admin.post<{ user: { id: string } }>('/api/users', {
    email,
    managerId: head.id,
    firstName: 'Maximiliane-Alexandra-Theodora',
    lastName: 'Freifrau-von-Hohenzollern-Sigmaringen-Wolfenbüttel',
    presetPassword: 'preset-for-the-first-day',
  });
  expect(made.status).toBe(201);
  const module = await textModule(world.admin, unique('Hand Hygiene'), 'Wash your hands before and after.');
  await world.give(open, module, 9);
  await world.give({ ...open, id: made.body.user.id }, module, 9);
  return { head, late, open };
}

const openFromTeam = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Send Reminders' }).click();
  await expect(dialog(page)).toBeVisible();
};

test('[REM-01] [SHELL-10] the dialog: a type, its people, search, all of them, the message with its count, and pictures', async ({
  page,
  signIn,
  world,
}) => {
  const { head } = await createTeam(world);
  await page.setViewportSize(desk);
  await signIn(head, '/team');
  await openFromTeam(page);
  await expect(send(page)).toBeDisabled();
  await type(page, 'Overdue or Expired Training').check();
  await expect(person(page, 'Thea Winter')).toBeVisible();
  await expect(dialog(page).getByText('No manual reminder yet')).toHaveCount(1);
  await expect(send(page)).toBeDisabled();
  await person(page, 'Thea Winter').check();
  await expect(send(page)).toBeEnabled();

  // Another type is for others: nobody stays chosen.
  await type(page, 'Complete Before Due Date').check();
  await expect(person(page, 'Omar Offen')).not.toBeChecked();
  await expect(dialog(page).getByRole('status')).toHaveText('0 selected · 3 of 3 shown');
  await expect(send(page)).toBeDisabled();
  await dialog(page).getByRole('checkbox', { name: 'Select all (3)' }).check();
  await expect(dialog(page).getByRole('status')).toHaveText('3 selected · 3 of 3 shown');
  await dialog(page).getByRole('searchbox', { name: 'People' }).fill('omar');
  await expect(dialog(page).getByRole('status')).toHaveText('3 selected · 1 of 1 shown');
  await person(page, 'Omar Offen').uncheck();
  await expect(dialog(page).getByRole('status')).toHaveText('2 selected · 1 of 1 shown');
  await dialog(page).getByRole('searchbox', { name: 'People' }).fill('nobody is called so');
  await expect(
    dialog(page).getByText('No users match the selected reminder type criteria.', { exact: true }),
  ).toBeVisible();
  await dialog(page).getByRole('searchbox', { name: 'People' }).fill('');
  await dialog(page).getByRole('textbox', { name: 'Custom message (optional)' }).fill('Until Friday, please');
  await expect(dialog(page).getByText('20 of 1,000 characters')).toBeVisible();
  await type(page, 'Accept Invitation').check();
  await expect(person(page, 'Maximiliane')).toBeVisible();
  await type(page, 'Complete Before Due Date').check();
  await expect(person(page, 'Thea Winter')).toBeVisible();
  await person(page, 'Thea Winter').check();
  await checkLooks(page, 'reminders');
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCut(page, `reminders at ${String(width)}`);
  }
  // What was entered is not lost by a slip.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Discard your changes?' })).toBeVisible();
});

test('[REM-01] a sent reminder says how many, closes and begins anew; it shows as the last one, and a second try is told why not', async ({
  page,
  signIn,
  world,
}) => {
  const { head, late, open } = await createTeam(world);
  await signIn(head, '/team');
  await openFromTeam(page);
  await type(page, 'Complete Before Due Date').check();
  await person(page, 'Thea Winter').check();
  await person(page, 'Omar Offen').check();
  await dialog(page).getByRole('textbox', { name: 'Custom message (optional)' }).fill('Until Friday');
  await send(page).dblclick();
  await expectToast(page, 'default', 'Reminders Sent', 'Successfully sent 2 reminder(s)');
  await expect(dialog(page)).toBeHidden();

  await openFromTeam(page);
  for (const name of [
    'Begin Training',
    'Accept Invitation',
    'Complete Before Due Date',
    'Overdue or Expired Training',
  ]) {
    await expect(type(page, name)).not.toBeChecked();
  }
  await expect(dialog(page).getByRole('textbox', { name: 'Custom message (optional)' })).toHaveValue('');
  await type(page, 'Complete Before Due Date').check();
  await expect(dialog(page).getByText('by Nora Lind: Complete Before Due Date')).toHaveCount(2);
  await person(page, 'Omar Offen').check();
  await person(page, 'Maximiliane').check();
  await send(page).click();
  await expectToast(page, 'default', 'Reminders Sent', 'Successfully sent 1 reminder(s)');
  const told = page.getByRole('dialog', { name: 'Reminders left out' });
  await expect(told).toContainText('1 reminder was sent. 1 person was left out:');
  await expect(told).toContainText('The same reminder was sent within the last 24 hours.');
  await expect(told).toContainText(`${open.firstName} ${open.lastName}`);
  await told.getByRole('button', { name: 'Close' }).last().click();
  await expect(told).toBeHidden();
  expect(late.id).not.toBe(open.id);
});

test('[REM-01] [SHELL-12] a send that fails says so, keeps what was chosen, and works on the second try', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { head } = await createTeam(world);
  await signIn(head, '/team');
  await openFromTeam(page);
  await type(page, 'Overdue or Expired Training').check();
  await person(page, 'Thea Winter').check();
  const heal = await failCall(page, guard, 'POST', '/api/reminders/send');
  await send(page).click();
  await expectToast(page, 'destructive', 'Error', 'Failed to send reminders. Please try again.');
  await expect(person(page, 'Thea Winter')).toBeChecked();
  await heal();
  await send(page).click();
  await expectToast(page, 'default', 'Reminders Sent', 'Successfully sent 1 reminder(s)');
  await expect(dialog(page)).toBeHidden();
});

test('[REM-01] [SHELL-12] choosing all people when they cannot be fetched says why, and works on the second try', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { head } = await createTeam(world);
  const path = '/api/users/reminder-info';
  guard.allow(503, path);
  let down = true;
  // The list shows one of three, as it shows the first of many.
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (new URL(route.request().url()).searchParams.get('limit') === '1000')
        return down ? route.fulfill({ status: 503, body: '' }) : route.fallback();
      const answer = await route.fetch();
      const people = (await answer.json()) as readonly unknown[];
      const headers = { ...answer.headers(), 'x-total-count': '3' };
      return route.fulfill({ response: answer, headers, json: people.slice(0, 1) });
    },
  );
  await signIn(head, '/team');
  await openFromTeam(page);
  await type(page, 'Complete Before Due Date').check();
  await dialog(page).getByRole('checkbox', { name: 'Select all (3)' }).click();
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expect(dialog(page).getByRole('status')).toHaveText('0 selected · 1 of 3 shown');
  await checkLooks(page, 'reminders-all-failed');
  down = false;
  await dialog(page).getByRole('checkbox', { name: 'Select all (3)' }).click();
  await expect(dialog(page).getByRole('status')).toHaveText('3 selected · 1 of 3 shown');
  await expect(dialog(page).getByRole('alert')).toHaveCount(0);
});

test('[REM-01] one person from the team, from the page of the person and from the manager’s board; the keyboard is enough', async ({
  page,
  signIn,
  world,
}) => {
  const { head, late } = await createTeam(world);
  await page.setViewportSize(desk);
  await signIn(head, '/team');
  await page.getByRole('button', { name: 'Send a reminder to Thea Winter' }).click();
  await type(page, 'Overdue or Expired Training').check();
  await expect(person(page, 'Thea Winter')).toBeChecked();
  await expect(dialog(page).getByRole('status')).toHaveText('1 selected · 1 of 1 shown');
  await type(page, 'Begin Training').check();
  await expect(
    dialog(page).getByText('No users match the selected reminder type criteria.', { exact: true }),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Choose from all people' }).click();
  await expect(person(page, 'Omar Offen')).not.toBeChecked();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await page.goto(`/employee/${late.id}`);
  const button = page.getByRole('button', { name: 'Send Reminder', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await type(page, 'Begin Training').focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key);
  await expect(type(page, 'Overdue or Expired Training')).toBeChecked();
  await expect(person(page, 'Thea Winter')).toBeChecked();
  await send(page).focus();
  await page.keyboard.press('Enter');
  await expectToast(page, 'default', 'Reminders Sent', 'Successfully sent 1 reminder(s)');
  await expect(button).toBeFocused();

  await page.goto('/manager?view=manager');
  await page.getByRole('button', { name: 'Send Reminders' }).click();
  await type(page, 'Overdue or Expired Training').check();
  await expect(dialog(page).getByText('by Nora Lind: Overdue or Expired Training')).toBeVisible();
  await expect(toastOf(page)).toHaveCount(0);
});

test('[NOT-06] where no email server is set up, a reminder says that it is queued, and why', async ({
  page,
  signIn,
  world,
}) => {
  const { head } = await createTeam(world);
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...body, emailConfigured: false } });
  });
  await signIn(head, '/team');
  await openFromTeam(page);
  await type(page, 'Complete Before Due Date').check();
  await person(page, 'Thea Winter').check();
  await expect(dialog(page)).toContainText('No email server is set up.');
  await send(page).click();
  await expectToast(page, 'default', 'Reminders queued', '1 reminder is queued: no email server is set up.');
});
