import type { Locator, Page } from '@playwright/test';
import { accounts, demoPassword, serverFacts } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, textModule, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks, expectAccessible, expectNothingCut } from './looks.ts';
import { mailedLink } from './mailbox.ts';
import { desk, dialog, fullName, inDatabase, openRow, row } from './users-parts.ts';
import { complete } from './viewer-parts.ts';

const signDialog = (page: Page): Locator => dialog(page, 'Sign the completion');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** The last proof of identity of a person is a quarter of an hour ago. */
const rest = (email: string) =>
  inDatabase(
    `update sessions set strong_auth_at = now() - interval '15 minutes'
     where user_id = (select id from users where email = $1)`,
    [email],
  );

interface Moved {
  readonly learner: Person;
  readonly email: string;
  readonly moduleId: number;
  /** Where a refused signature goes. */
  readonly status: string;
}

/** A learner with a training that only has to be signed, whose email an administrator has changed since. */
async function moved(world: LearnerWorld, name: string): Promise<Moved> {
  const learner = await world.learner({ firstName: 'Mara', lastName: name });
  const module = await textModule(world.admin, `Reporting ${name}`, 'Report it within a day.', {});
  const { id } = await world.give(learner, module, 5);
  await acceptAgreement(await world.clientOf(learner));
  const email = `moved-${learner.email}`;
  expect((await world.admin.patch(`/api/users/${learner.id}`, { email })).status).toBe(200);
  return { learner, email, moduleId: module.id, status: `/api/training-assignments/${String(id)}/status` };
}

async function tryToSign(page: Page, moduleId: number, password: string): Promise<void> {
  await page.goto(`/training-module/${String(moduleId)}`);
  await complete(page).click();
  await signDialog(page).getByLabel('Password', { exact: true }).fill(password);
  await signDialog(page).getByRole('button', { name: 'Sign', exact: true }).click();
}

test('[SIG-05] after an administrator changed the email, the signing dialog asks for a proof; the link to the former mailbox opens it', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { learner, email, moduleId, status } = await moved(world, 'Mailbox');
  guard.allow(409, status);
  await signIn({ ...learner, email }, '/employee');
  await tryToSign(page, moduleId, learner.password);
  await expect(signDialog(page)).toContainText('Confirm your identity before you sign');
  await expect(signDialog(page)).toContainText('An administrator changed the email address of your account.');
  await expectAccessible(page, 'signing is closed');
  await checkLooks(page, 'signing-closed');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingCut(page, 'signing is closed');
  await page.setViewportSize(desk);
  await signDialog(page).getByRole('button', { name: 'Send link' }).click();
  await expect(signDialog(page)).toContainText('An email is on its way to w•••@world.example.');
  const mails = serverFacts().mails;
  const asked = 'Confirm your identity to sign again';
  const link = await mailedLink(mails, learner.email, '/reset-password', asked);
  const password = 'only Mara knows these words';
  await page.goto(link);
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Your password is changed');
  await page.context().clearCookies();
  await signIn({ email, password }, '/employee');
  await tryToSign(page, moduleId, password);
  await expect(signDialog(page)).toContainText('Your signature is recorded.');
});

test('[SIG-05] a second administrator confirms who the person is, with the code of the dialog, and the page tells the chain', async ({
  page,
  signIn,
  world,
  guard,
  browser,
}) => {
  const { learner, email, moduleId, status } = await moved(world, 'Second');
  guard.allow(409, status);
  guard.allow(403, '/api/auth/signing/request');
  await signIn({ ...learner, email }, '/employee');
  await tryToSign(page, moduleId, learner.password);
  await signDialog(page).getByRole('button', { name: 'Request confirmation' }).click();
  await expect(signDialog(page)).toContainText('Choose a new password that only you know.');
  const password = 'only Mara knows these words';
  const changed = await page.request.post('/api/change-password', {
    data: { currentPassword: learner.password, newPassword: password },
  });
  expect(changed.status()).toBe(200);
  await signDialog(page).getByRole('button', { name: 'Request confirmation' }).click();
  const shown = signDialog(page).locator('pre');
  await expect(shown).toHaveText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/);
  const code = (await shown.textContent()) ?? '';

  // HR of the organization has nothing to do with it.
  const hr = await world.learner({ firstName: 'Hedda', lastName: 'Roth' });
  const { body } = await world.admin.get<{ organizationId: number }[]>(`/api/users?q=${hr.email}`);
  const grant = { kind: 'hr', organizationId: body[0]?.organizationId };
  expect((await world.admin.post(`/api/users/${hr.id}/grants`, grant)).status).toBe(201);
  // The account of hr rests on the word of the administrator who changed the email, until somebody else has vouched for it.
  await inDatabase(`update signing_closures set caused_by = null where user_id = $1`, [hr.id]);
  // Nor may it have got its access from the same administrator.
  await inDatabase(`update user_grants set granted_by = null where user_id = $1`, [hr.id]);
  await acceptAgreement(await world.clientOf(hr));
  const context = await browser.newContext({ baseURL: serverFacts().url, viewport: desk });
  const office = await context.newPage();
  await office.request.post('/api/auth/login', { data: { email: hr.email, password: hr.password } });
  await office.goto(`/employee/${learner.id}`);
  await expect(office.getByText('This person cannot sign until their identity is confirmed')).toBeVisible();
  await checkLooks(office, 'person-signing');
  await office.getByRole('button', { name: 'Confirm identity' }).click();
  const form = dialog(office, `Confirm the identity of ${fullName(learner)}`);
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Reason').fill('Recognized on a video call');
  await expectAccessible(office, 'the confirmation');
  await form.getByRole('button', { name: 'Continue to signature' }).click();
  const signing = dialog(office, 'Confirm identity');
  await expect(signing).toContainText('I have verified the identity of this person');
  await signing.getByLabel('Password', { exact: true }).fill(hr.password);
  await signing.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(signing).toContainText('Your signature is recorded.');
  await signing.getByRole('button', { name: 'Done' }).click();
  await expect(office.getByText('Confirmed by a second person')).toBeVisible();
  await expect(office.getByText('Recognized on a video call')).toBeVisible();
  await context.close();

  await signDialog(page).getByRole('button', { name: 'Try again' }).click();
  await signDialog(page).getByLabel('Password', { exact: true }).fill(password);
  await signDialog(page).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(signDialog(page)).toContainText('Your signature is recorded.');
});

test('[SIG-05] [USR-01] the list of people marks who cannot sign', async ({ page, signIn, world }) => {
  const { learner, email } = await moved(world, 'Marked');
  await signIn('admin');
  await page.setViewportSize(desk);
  const line = await openRow(page, { ...learner, email });
  await expect(line.getByText('Cannot sign')).toBeVisible();
  await checkLooks(page, 'users-cannot-sign');
});

test('[AUTH-19] a change that needs a recent sign-in asks for the password in a dialog and then goes on by itself', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  await page.setViewportSize(desk);
  guard.allow(422, '/api/session/step-up');
  const person = await world.learner({ firstName: 'Stefan', lastName: 'Ulrich' });
  guard.allow(403, `/api/users/${person.id}/generate-password`);
  await signIn('admin');
  await openRow(page, person);
  await rest(accounts.admin);
  await row(page, person)
    .getByRole('button', { name: `Gen: generate a password for ${fullName(person)}` })
    .click();
  const generate = dialog(page, `Generate a password for ${fullName(person)}?`);
  await generate.getByRole('button', { name: 'Generate password' }).click();
  const proof = dialog(page, 'Confirm your identity');
  await expect(proof).toBeVisible();
  await expectAccessible(page, 'the step-up');
  await checkLooks(page, 'step-up');
  await proof.getByLabel('Password', { exact: true }).fill('not my password');
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toContainText('The password is incorrect.');
  await proof.getByLabel('Password', { exact: true }).fill(demoPassword);
  await proof.getByRole('button', { name: 'Confirm' }).click();
  await expect(proof).toBeHidden();
  await expect(dialog(page, `Generated password of ${fullName(person)}`)).toBeVisible();
});

test('[AUTH-19] who gives up the proof of identity changes nothing and reads why', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(403, '/api/users/profile');
  const person = await world.learner();
  await signIn(person, '/profile');
  await rest(person.email);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Email').fill(`new-${person.email}`);
  await page.getByRole('button', { name: /^Save/ }).click();
  const proof = dialog(page, 'Confirm your identity');
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Confirm your identity to continue.')).toBeVisible();
});

test('[AUTH-16] the link at the former address stops the change at a click, and works once', async ({
  page,
  world,
  guard,
}) => {
  guard.allow(422, '/api/auth/stop-email-change');
  const person = await world.learner();
  const client = await world.clientOf(person);
  await client.patch('/api/users/profile', { email: `thief-${person.email}` });
  const link = await mailedLink(serverFacts().mails, person.email, '/stop-email-change');
  await page.goto(link);
  await expect(heading(page)).toHaveText('Stop the change to your account');
  await checkLooks(page, 'stop-email-change');
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await expect(heading(page)).toHaveText('The change is stopped');
  await checkLooks(page, 'stop-email-change-done');
  expect((await client.get('/api/auth/user')).status).toBe(401);
  await page.goto('/landing');
  await page.goto(link);
  await page.getByRole('button', { name: 'Stop the change' }).click();
  await expect(heading(page)).toHaveText('This link no longer works');
});

for (const [language, title] of [
  ['es', 'Detener el cambio en su cuenta'],
  ['fr', 'Arrêter la modification de votre compte'],
  ['de', 'Änderung an Ihrem Konto stoppen'],
] as const) {
  test(`[SHELL-09] [SHELL-11] stopping a change in the language ${language}, whole at 360 px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript((wished) => localStorage.setItem('traintrail-language', wished), language);
    await page.goto('/stop-email-change#not-sent-to-anybody');
    await expect(heading(page)).toHaveText(title);
    await expectNothingCut(page, `the question in ${language}`);
  });
}
