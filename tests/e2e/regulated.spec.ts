import type { Locator } from '@playwright/test';
import { generate } from 'otplib';
import { unique } from './admin-world.ts';
import { startExternalWorld, type ExternalWorld } from './external-world.ts';
import { expectToast } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { enrolAuthenticator } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { act, chooseOption, desk, dialog, fullName, row } from './users-parts.ts';

let regulated: ExternalWorld;
test.beforeAll(async () => {
  regulated = await startExternalWorld('regulated');
});
test.afterAll(() => regulated.stop());

/** Sends a form without a reason, which is asked for at its field, then with one. */
async function sendWithReason(form: Locator, button: string, reason: string): Promise<void> {
  await form.getByRole('button', { name: button, exact: true }).click();
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason\./);
  await expect(form.getByLabel('Reason')).toBeFocused();
  // At the field, and nowhere else.
  await expect(form.getByText('Enter a reason.')).toHaveCount(1);
  await form.getByLabel('Reason').fill(reason);
  await form.getByRole('button', { name: button, exact: true }).click();
  await expect(form).toHaveCount(0);
}

test('[AUTH-07] [AUTH-09] [AUTH-14] in the regulated profile an administrator enrols before anything else, and says why access changes', async ({
  page,
  world,
  guard,
}) => {
  const boss = await world.learner({ role: 'admin', firstName: 'Ada', lastName: unique('Norberg') });
  const person = await world.learner({ firstName: 'Emil', lastName: unique('Krogh') });
  await enrolAuthenticator(await world.clientOf(person), person);
  const path = `/api/users/${person.id}`;
  guard.allow(422, '/api/users');
  for (const call of [path, `${path}/grants`, `${path}/reset-two-factor`]) guard.allow(422, call);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));

  await page.goto(`${regulated.url}/landing?signin=1`);
  const signIn = dialog(page, 'Sign in to TrainTrail');
  await signIn.getByLabel('Email').fill(boss.email);
  await signIn.getByLabel('Password', { exact: true }).fill(boss.password);
  await page.keyboard.press('Enter');
  const gate = dialog(page, 'Set up two-factor sign-in');
  await expect(gate.getByText('Your role or access requires two factors.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(gate.getByRole('link', { name: 'Sign out' })).toBeVisible();
  await checkLooks(page, 'two-factor-gate');
  await page.setViewportSize(desk);
  const open = ['/api/auth/user', '/api/auth/login', '/api/landing'];
  expect(calls.filter((call) => call.startsWith('/api/') && !open.includes(call))).toEqual([]);
  await gate.getByLabel('Password', { exact: true }).fill(boss.password);
  await page.keyboard.press('Enter');
  const secret = ((await gate.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await gate.getByLabel('Authenticator code').fill(await generate({ secret }));
  await gate.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog(page, 'Your recovery codes');
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByLabel('I have saved the codes.').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(codes).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const name = fullName(person);
  await page.goto(`${regulated.url}/users?q=${encodeURIComponent(person.email)}`);
  await row(page, person)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  const edit = dialog(page, `Edit ${name}`);
  await chooseOption(page, edit.getByRole('combobox', { name: 'Role' }), 'Manager');
  await sendWithReason(edit, 'Save', 'Leads the night shift');
  await expectToast(page, 'default', 'User updated', name);
  await expect(row(page, person).getByText('Manager', { exact: true })).toBeVisible();

  await act(page, person, 'Access');
  const access = dialog(page, `Access of ${name}`);
  await access.getByRole('button', { name: 'Give access' }).click();
  await sendWithReason(dialog(page, `Give access to ${name}`), 'Give access', 'Stands in for HR');
  await expect(access.getByRole('button', { name: /^Revoke access to / })).toBeVisible();
  await access.getByRole('button', { name: 'Close', exact: true }).last().click();

  await act(page, person, 'Reset two-factor');
  const reset = dialog(page, `Reset two-factor of ${name}?`);
  await sendWithReason(reset, 'Reset two-factor', 'The phone was stolen');
  await expectToast(page, 'default', 'Two-factor was reset', name);

  await page.getByRole('button', { name: 'Add User' }).click();
  const add = dialog(page, 'Add User');
  await add.getByLabel('First Name').fill('Nele');
  await add.getByLabel('Last Name').fill('Lund');
  await add.getByLabel('Email').fill(
    `nele.${unique('lund')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}@world.example`,
  );
  await expect(add.getByLabel('Reason')).toHaveCount(0);
  await chooseOption(page, add.getByRole('combobox', { name: 'Role' }), 'Manager');
  await sendWithReason(add, 'Create User', 'Leads the day shift');
  await expect(dialog(page, 'Nele Lund was created')).toBeVisible();

  const { body } = await world.admin.get(`/api/users?q=${person.email}`);
  expect(body).toMatchObject([{ role: 'manager', twoFactorEnabled: false }]);
});
