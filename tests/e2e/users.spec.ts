import { readFile } from 'node:fs/promises';
import { createClient } from '#tests/harness/client.ts';
import { departmentOf, makeMatrix, makeModule, unique } from './admin-world.ts';
import { expectFooterInView } from './dialog-footer.ts';
import { expectToast } from './fail-call.ts';
import { inAYear } from '#tests/harness/in-a-year.ts';
import { expect, test } from './learner-fixtures.ts';
import { enrolAuthenticator, textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { act, chooseOption, desk, dialog, fullName, inDatabase, openRow, row } from './users-parts.ts';

test('[USR-01] [USR-07] [SHELL-10] the list: cards, search and filters in the address, order, and a row that opens the person', async ({
  page,
  signIn,
  world,
}) => {
  const lastName = unique('Underwood');
  const manager = await world.learner({ lastName, firstName: 'Aaron', role: 'manager' });
  const learner = await world.learner({ lastName, firstName: 'Zelda' });
  await signIn('admin', '/users');
  await expect(page.getByRole('heading', { name: 'Users & Roles', level: 1 })).toBeVisible();
  for (const card of ['Total Users', 'Active Users', 'Organizations', 'Account Activation']) {
    await expect(page.locator('[data-link]').filter({ hasText: card }).getByRole('link')).toHaveText(/^\d/);
  }
  const heading = page.getByRole('heading', { name: /^Users \([\d,]+ of [\d,]+\)$/ });
  await expect(heading).toBeVisible();
  await expect(page.getByRole('row').nth(5)).toBeVisible();
  await checkLooks(page, 'users');
  await expect(page.getByRole('list', { name: 'Users' }).getByRole('listitem').first()).toBeVisible();
  await page.setViewportSize(desk);
  await page.getByRole('searchbox', { name: 'Search' }).fill(lastName.toUpperCase());
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole('heading', { name: /^Users \(2 of / })).toBeVisible();
  const names = page.getByRole('rowheader');
  await expect(names).toHaveText([/Aaron/, /Zelda/]);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(names).toHaveText([/Zelda/, /Aaron/]);
  await chooseOption(page, page.getByRole('combobox', { name: 'Role' }), 'Manager');
  await expect(names).toHaveText([/Aaron/]);
  await expect(row(page, manager).getByText('Active', { exact: true })).toBeVisible();
  await expect(row(page, manager).getByText('Used')).toBeVisible();
  await chooseOption(page, page.getByRole('combobox', { name: 'Status' }), 'Inactive');
  await expect(page.getByText('No one matches these filters')).toBeVisible();
  await checkLooks(page, 'users-empty');
  await page.setViewportSize(desk);
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('Manager');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page).not.toHaveURL(/q=|role=|status=/);
  await page.locator('[data-link]').filter({ hasText: 'Account Activation' }).getByRole('link').click();
  await expect(page).toHaveURL(/status=onboarding/);
  await openRow(page, learner);
  await names.click();
  await expect(page).toHaveURL(`/employee/${learner.id}`);
  await page.goBack();
  await expect(row(page, learner)).toBeVisible();
  await page.goto('/users-management?q=admin%40demo');
  await expect(page.getByRole('row').filter({ hasText: 'Admin Account' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Gen: / })).toHaveCount(0);
});

test('[USR-02] [USR-05] [AUTH-08] [SHELL-12] a person is created with a new department, and the password and trainings are shown', async ({
  page,
  signIn,
  world,
  guard,
  context,
}) => {
  guard.allow(409, '/api/users');
  guard.allow(409, '/api/departments');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const colleague = await world.learnerApart();
  const title = await makeMatrix(world, colleague, unique('New Starters'));
  const [departmentName = '', organizationName = ''] = (await departmentOf(world, colleague)).label.split(
    ' · ',
  );
  await signIn('admin', '/users');
  await page.getByRole('button', { name: 'Add User' }).click();
  const form = dialog(page, 'Add User');
  await form.getByLabel('Preset Password').fill('1234567');
  await form.getByRole('button', { name: 'Create User' }).click();
  for (const [label, text] of [
    ['First name', 'First name required'],
    ['Last name', 'Last name required'],
    ['Email', 'Valid email required'],
    ['Preset Password', 'Password must be at least 8 characters long'],
  ] as const) {
    await expect(form.getByLabel(label)).toHaveAccessibleDescription(new RegExp(text));
  }
  await expect(form.getByLabel('First name')).toBeFocused();
  await checkLooks(page, 'user-create-refused');
  await page.setViewportSize(desk);
  await form.getByLabel('First name').fill('Theo');
  await form.getByLabel('Last name').fill('Marlow');
  await form.getByLabel('Email').fill(colleague.email.toUpperCase());
  await form.getByLabel('Preset Password').fill('');
  await form.getByRole('combobox', { name: 'Training Category' }).fill('Head of Sharps');
  await form.getByRole('combobox', { name: 'Manager' }).fill('nobody has this name');
  await expect(page.getByText('No managers available')).toBeVisible();
  await form.getByRole('combobox', { name: 'Manager' }).fill(world.manager.lastName);
  await page
    .getByRole('option', { name: new RegExp(`${fullName(world.manager)}.*Head of Clinical Operations`) })
    .first()
    .click();
  await form.getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('option', { name: 'Create New Department' }).click();
  const naming = dialog(page, 'Create New Department');
  await naming.getByRole('button', { name: 'Create Department' }).click();
  await expectToast(page, 'destructive', 'Error', 'Please fill in all fields');
  await checkLooks(page, 'department-create');
  await page.setViewportSize(desk);
  await naming.getByRole('combobox', { name: 'Department name' }).fill(departmentName);
  await naming.getByRole('combobox', { name: 'Organization' }).fill(organizationName);
  await page.getByRole('option', { name: organizationName }).click();
  await naming.getByRole('button', { name: 'Create Department' }).click();
  await expect(naming.getByLabel('Department name')).toHaveAccessibleDescription(
    'This organization already has a department with this name.',
  );
  const ward = unique('Ward');
  await naming.getByRole('combobox', { name: 'Department name' }).fill(ward);
  await naming.getByRole('button', { name: 'Create Department' }).click();
  await expect(naming).toHaveCount(0);
  await expect(form.getByRole('combobox', { name: 'Department' })).toHaveValue(ward);
  await chooseOption(page, form.getByRole('combobox', { name: 'Department' }), departmentName);
  await form.getByRole('button', { name: 'Create User' }).click();
  await expect(form.getByLabel('Email')).toHaveAccessibleDescription('Another account uses this email.');
  await form.getByLabel('Email').fill(`${unique('theo').replaceAll(' ', '-')}@people.example`);
  await form.getByRole('button', { name: 'Create User' }).click();
  const made = dialog(page, 'Theo Marlow was created');
  await expect(made.getByText('1 training assigned')).toBeVisible();
  await expect(made.getByText(title)).toBeVisible();
  await made.getByRole('button', { name: 'Copy password' }).click();
  await expectToast(page, 'default', 'Copied', 'Password copied to clipboard');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^\w{16,}$/);
  await expect(made.getByText(copied, { exact: true })).toBeVisible();
  await checkLooks(page, 'user-created');
  await page.setViewportSize(desk);
  await made.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('Theo Marlow');
  const added = page.getByRole('row').filter({ hasText: 'Theo Marlow' }).first();
  await expect(added.getByText('Pending')).toBeVisible();
  await expect(added.getByText(/^Set on /)).toBeVisible();

  // A move to another department says what its matrix requires, and what the old one no longer does.
  const wards = await world.admin.get<{ id: number }[]>(`/api/departments?q=${encodeURIComponent(ward)}`);
  const asepsis = unique('Asepsis');
  const moduleIds = [await makeModule(world, asepsis)];
  const departmentId = wards.body[0]?.id;
  const matrix = { moduleIds, matrixName: unique('Ward Rules'), departmentId };
  expect((await world.admin.post('/api/training-modules/assign-to-matrix', matrix)).status).toBe(200);
  await added.getByRole('button', { name: 'Edit Theo Marlow' }).click();
  const edit = dialog(page, 'Edit Theo Marlow');
  await chooseOption(page, edit.getByRole('combobox', { name: 'Department' }), ward);
  const planned = edit.getByRole('status').filter({ hasText: 'When you save' });
  await expect(planned.getByRole('alert').filter({ hasText: '1 training assigned' })).toContainText(asepsis);
  await expect(
    planned.getByRole('alert').filter({ hasText: '1 training not yet started is withdrawn' }),
  ).toContainText(title);
  await checkLooks(page, 'user-change-planned');
  await page.setViewportSize(desk);
  // The matrix changes in between: nothing is saved, and the new effect is shown instead.
  const [theo] = (await world.admin.get<{ id: string }[]>('/api/users?q=Theo%20Marlow')).body;
  guard.allow(409, `/api/users/${theo?.id ?? ''}`);
  const hygiene = unique('Hygiene');
  const later = {
    ...matrix,
    moduleIds: [await makeModule(world, hygiene)],
    matrixName: unique('More Rules'),
  };
  expect((await world.admin.post('/api/training-modules/assign-to-matrix', later)).status).toBe(200);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(planned).toContainText('2 trainings assigned');
  await expect(planned).toContainText(hygiene);
  await edit.getByLabel('External ID').fill(' E-4711 ');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'User updated', 'Theo Marlow');
  await expect(edit).toHaveCount(0);
  // An import recognizes the person by it (USR-06); no other account gets it.
  await added.getByRole('button', { name: 'Edit Theo Marlow' }).click();
  await expect(edit.getByLabel('External ID')).toHaveValue('E-4711');
  await checkLooks(page, 'user-external-id');
  await checkLooks(page, 'user-external-id', [360]);
  await page.setViewportSize(desk);
  await edit.getByRole('button', { name: 'Cancel' }).click();
});

test('[USR-02] [USR-05] two who edit one person at once: the second sees both versions and loses nothing', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await world.learner({ firstName: 'Petra', lastName: unique('Olsen') });
  const path = `/api/users/${person.id}`;
  guard.allow(409, path);
  guard.allow(422, path);
  await signIn('admin', '/users');
  await (await openRow(page, person)).getByRole('button', { name: `Edit ${fullName(person)}` }).click();
  const form = dialog(page, `Edit ${fullName(person)}`);
  await checkLooks(page, 'user-edit');
  await page.setViewportSize(desk);
  const theirs = { lastName: 'Olsen-Berg', jobTitle: 'Nurse' };
  expect((await world.admin.patch(path, theirs)).status).toBe(200);
  await form.getByLabel('Last name').fill('Olsen-Lind');
  await form.getByRole('switch', { name: 'Active Status' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  const notice = form.getByRole('alert').filter({ hasText: 'Someone changed this in the meantime.' });
  await expect(notice).toContainText('Olsen-Berg');
  await expect(notice).toContainText('You entered: Olsen-Lind');
  await expect(notice).toContainText('Nurse');
  await expect(form.getByLabel('Last name')).toHaveValue('Olsen-Lind');
  await checkLooks(page, 'user-stale');
  await page.setViewportSize(desk);
  await notice.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(form.getByRole('combobox', { name: 'Training Category' })).toHaveValue('Nurse');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expectToast(page, 'default', 'User updated', 'Petra Olsen-Lind');
  const stored = await world.admin.get<Record<string, unknown>[]>(`/api/users?q=${person.email}`);
  expect(stored.body[0]).toMatchObject({ lastName: 'Olsen-Lind', jobTitle: 'Nurse', isActive: false });

  // The other's values, and a manager who would close a loop meanwhile.
  await row(page, person).getByRole('button', { name: 'Edit Petra Olsen-Lind' }).click();
  const again = dialog(page, 'Edit Petra Olsen-Lind');
  expect((await world.admin.patch(path, { jobTitle: 'Monitor' })).status).toBe(200);
  await again.getByRole('combobox', { name: 'Training Category' }).fill('Investigator');
  await again.getByRole('button', { name: 'Save' }).click();
  await again.getByRole('button', { name: 'Use the newer values' }).click();
  await expect(again.getByRole('combobox', { name: 'Training Category' })).toHaveValue('Monitor');
  const boss = await world.learner({ role: 'manager', lastName: unique('Loop') });
  await again.getByRole('combobox', { name: 'Manager' }).fill(boss.lastName);
  await page.getByRole('option', { name: new RegExp(boss.lastName) }).click();
  expect((await world.admin.patch(path, { role: 'manager' })).status).toBe(200);
  expect((await world.admin.patch(`/api/users/${boss.id}`, { managerId: person.id })).status).toBe(422);
  expect((await world.admin.patch(path, { isActive: true })).status).toBe(200);
  expect((await world.admin.patch(`/api/users/${boss.id}`, { managerId: person.id })).status).toBe(200);
  await again.getByRole('button', { name: 'Save' }).click();
  await again.getByRole('button', { name: 'Keep my changes' }).click();
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(again.getByRole('combobox', { name: 'Manager' })).toHaveAccessibleDescription(
    /This manager reports to this person, so the two would manage each other\./,
  );
});

test('[USR-04] [USR-02] [SEC-03] switching an account off says what it does first, nothing entered is lost by Back, and the data are exported', async ({
  page,
  signIn,
  world,
}) => {
  const boss = await world.learner({ role: 'manager', firstName: 'Mona', lastName: unique('Lund') });
  await world.give(boss, await textModule(world.admin, unique('Leading'), 'A team is led by example.'), 10);
  const report = await world.learner({ firstName: 'Per', lastName: unique('Below') });
  expect((await world.admin.patch(`/api/users/${report.id}`, { managerId: boss.id })).status).toBe(200);
  const name = fullName(boss);
  await signIn('admin', '/organizations');
  // Through the menu: Back then stays on this page of the application.
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Users & Roles' })
    .click();
  await expect(page.getByRole('heading', { name: 'Users & Roles', level: 1 })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(boss.email);
  await row(page, boss)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  const form = dialog(page, `Edit ${name}`);
  await form.getByLabel('First name').fill('x'.repeat(101));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByLabel('First name')).toHaveAccessibleDescription(/At most 100 characters/);
  await form.getByLabel('First name').fill('Mona');
  await form.getByRole('switch', { name: 'Active Status' }).click();
  const effect = form.getByRole('alert').filter({ hasText: 'Saving deactivates this account' });
  await expect(effect).toContainText('1 open training stays as it is; it no longer counts in reports.');
  await expect(effect).toContainText('1 person reports here and keeps this manager until another is chosen.');
  await checkLooks(page, 'user-switch-off');
  await page.setViewportSize(desk);
  await page.goBack();
  const asking = dialog(page, 'Discard your changes?');
  await asking.getByRole('button', { name: 'Keep editing' }).click();
  await expect(form.getByRole('switch', { name: 'Active Status' })).not.toBeChecked();
  await form.getByRole('button', { name: 'Save and deactivate' }).click();
  await expect(form).toHaveCount(0);
  await expect(row(page, boss).getByText('Inactive', { exact: true })).toBeVisible();
  await act(page, boss, 'Export personal data');
  const exporting = dialog(page, `Export the personal data of ${name}?`);
  await checkLooks(page, 'user-export');
  await page.setViewportSize(desk);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    exporting.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toContain(boss.email);
  await expect(exporting).toHaveCount(0);
});

test('[USR-03] [AUTH-08] View, Gen and Set: what is told, and that no own password is ever shown', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner({ firstName: 'Ida', lastName: unique('Krause') });
  const name = fullName(person);
  await signIn('admin', '/users');
  await openRow(page, person);
  await page.getByRole('button', { name: `View the password of ${name}` }).click();
  const view = dialog(page, `Password of ${name}`);
  await expect(view).toContainText('This person has chosen their own password, which no one can see.');
  await checkLooks(page, 'password-own');
  await page.setViewportSize(desk);
  await view.getByRole('button', { name: 'Generate password' }).click();
  const asking = dialog(page, `Generate a password for ${name}?`);
  await checkLooks(page, 'password-generate');
  await page.setViewportSize(desk);
  await asking.getByRole('button', { name: 'Generate password' }).click();
  const issued = dialog(page, `Generated password of ${name}`);
  const text = (await issued.getByRole('group', { name: 'Password' }).textContent()) ?? '';
  expect(text).toMatch(/^\w{16,}$/);
  await checkLooks(page, 'password-generated');
  await page.setViewportSize(desk);
  await issued.getByRole('button', { name: 'Done' }).click();
  await expect(row(page, person).getByText(/^Set on /)).toBeVisible();
  await page.getByRole('button', { name: `View the password of ${name}` }).click();
  await expect(view.getByText(text, { exact: true })).toBeVisible();
  await view.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: `Set a password for ${name}` }).click();
  const set = dialog(page, `Set a password for ${name}`);
  const button = set.getByRole('button', { name: 'Set Password' });
  await set.getByLabel('New password').fill('  12345   ');
  await expect(button).toBeDisabled();
  await set.getByLabel('New password').fill('  trail-7   ');
  await checkLooks(page, 'password-set');
  await page.setViewportSize(desk);
  await button.click();
  const told = dialog(page, `New password of ${name}`);
  await expect(told.getByText('trail-7', { exact: true })).toBeVisible();
  await told.getByRole('button', { name: 'Done' }).click();
  await inDatabase(`update temporary_credentials set expires_at = now() where user_id = $1`, [person.id]);
  await page.getByRole('button', { name: `View the password of ${name}` }).click();
  await expect(view).toContainText('The assigned password has expired and is no longer shown.');
  await expect(view.getByRole('button', { name: 'Generate password' })).toBeVisible();
  await checkLooks(page, 'password-expired');
});

test('[AUTH-14] [AUTH-09] [AUTH-10] [SHELL-11] access is given and ended; an account is unlocked, gets a reset link, and loses a lost second factor', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await world.learner({ firstName: 'Nils', lastName: unique('Graf') });
  guard.allow(422, `/api/users/${person.id}/grants`);
  const name = fullName(person);
  const phone = await enrolAuthenticator(await world.clientOf(person), person);
  await inDatabase('update users set locked_at = now() where id = $1', [person.id]);
  await signIn('admin', '/users');
  await openRow(page, person);
  await expect(row(page, person).getByText('Locked')).toBeVisible();
  await act(page, person, 'Unlock');
  const unlocking = dialog(page, `Unlock the account of ${name}?`);
  await expect(unlocking).toBeVisible();
  await checkLooks(page, 'user-unlock');
  await page.setViewportSize(desk);
  await unlocking.getByRole('button', { name: 'Unlock' }).click();
  await expectToast(page, 'default', 'Account unlocked', name);
  await expect(row(page, person).getByText('Locked')).toHaveCount(0);
  await act(page, person, 'Send reset link');
  const sending = dialog(page, `Send ${name} a reset link?`);
  await expect(sending).toBeVisible();
  await checkLooks(page, 'user-reset-link');
  await page.setViewportSize(desk);
  await sending.getByRole('button', { name: 'Send reset link' }).click();
  await expectToast(page, 'default', 'Reset link sent', person.email);
  // Signed in with the second factor, which an administrator then takes away.
  const client = createClient(world.url);
  const asked = await client.post('/api/auth/login', { email: person.email, password: person.password });
  expect(asked.body).toEqual({ twoFactorRequired: true, methods: ['code', 'recovery'] });
  expect((await client.post('/api/auth/login/verify', { code: await phone.code() })).status).toBe(200);
  await act(page, person, 'Reset two-factor');
  const taking = dialog(page, `Reset two-factor of ${name}?`);
  await taking.getByLabel('Reason').fill('Lost the phone; called back on the known number');
  await checkLooks(page, 'two-factor-reset');
  await page.setViewportSize(desk);
  await taking.getByRole('button', { name: 'Reset two-factor' }).click();
  await expectToast(page, 'default', 'Two-factor was reset', name);
  expect((await client.get('/api/auth/user')).status).toBe(401);
  const alone = await world.clientOf(person);
  expect((await alone.get('/api/auth/user')).status).toBe(200);
  await row(page, person)
    .getByRole('button', { name: `More actions for ${name}` })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Access' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Reset two-factor' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await act(page, person, 'Access');
  const access = dialog(page, `Access of ${name}`);
  await expect(access.getByText('None in addition to the role.')).toBeVisible();
  await access.getByRole('button', { name: 'Give access' }).click();
  const form = dialog(page, `Give access to ${name}`);
  await chooseOption(page, form.getByRole('combobox', { name: 'Kind of access' }), 'Inspector');
  await form.getByRole('button', { name: 'Give access' }).click();
  await expect(form.getByLabel('Last day')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Last day').fill('2020-01-01');
  await form.getByRole('button', { name: 'Give access' }).click();
  await expect(form.getByText('This day has passed.')).toBeVisible();
  await checkLooks(page, 'grant-refused');
  await page.setViewportSize(desk);
  await form.getByLabel('Last day').fill('2099-12-31');
  await form.getByRole('button', { name: 'Give access' }).click();
  await expect(
    form.getByText('Inspector access ends within 24 months. Choose an earlier day.'),
  ).toBeVisible();
  const last = inAYear();
  await form.getByLabel('Last day').fill(last);
  await form.getByRole('button', { name: 'Give access' }).click();
  await expect(form).toHaveCount(0);
  const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
  await expect(access.getByText(`until ${shown.format(new Date(last))}`)).toBeVisible();
  await access.getByRole('button', { name: /^Revoke access to / }).click();
  const ending = dialog(page, 'Revoke this access?');
  await expect(ending).toBeVisible();
  await checkLooks(page, 'access-end');
  await page.setViewportSize(desk);
  await ending.getByRole('button', { name: 'Revoke access' }).click();
  await expect(access.getByRole('heading', { name: 'Past access' })).toBeVisible();
  await expectFooterInView(page, 'access');
  await checkLooks(page, 'access');
});

test('[USR-08] erasing says what goes and what stays, asks for the name and a reason, and tells what was kept', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner({ firstName: 'Odd', lastName: unique('Hansen') });
  const name = fullName(person);
  await signIn('admin', '/users');
  await openRow(page, person);
  await act(page, person, 'Erase personal data');
  const form = dialog(page, `Erase the personal data of ${name}?`);
  await form.getByRole('button', { name: 'Erase personal data' }).click();
  await expect(form.getByLabel(`Type ${name} to confirm`)).toHaveAccessibleDescription(
    'Type the name as it appears above',
  );
  await expect(form.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason\./);
  await checkLooks(page, 'user-erase');
  await page.setViewportSize(desk);
  await form.getByLabel(`Type ${name} to confirm`).fill(name);
  await form.getByLabel('Reason').fill('Asked for it in writing');
  await form.getByRole('button', { name: 'Erase personal data' }).click();
  const done = dialog(page, `The personal data of ${name} was erased`);
  await expect(done).toContainText(`Erased person ${person.id.slice(-8)}`);
  await checkLooks(page, 'user-erased');
  await page.setViewportSize(desk);
  await done.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('No one matches these filters')).toBeVisible();
});
