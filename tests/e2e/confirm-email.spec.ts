import type { Page } from '@playwright/test';
import pg from 'pg';
import { serverFacts } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import type { LearnerWorld, Person } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { mailedLink } from './mailbox.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

const path = '/api/auth/confirm-email';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const confirm = (page: Page) => page.getByRole('button', { name: 'Confirm this address' });

/** Asks for another email as the person does, and finds its link in the mail. */
async function askFor(
  world: LearnerWorld,
  person: Person,
  name: string,
): Promise<{ readonly email: string; readonly link: string }> {
  const email = `${name}-${person.email}`;
  const client = await world.clientOf(person);
  const { status } = await client.patch('/api/users/profile', { email });
  expect(status).toBe(200);
  return { email, link: await mailedLink(serverFacts().mails, email, '/confirm-email') };
}

/** The address that the person has now; the former one is a part of every address that a test asks for. */
async function emailOf(world: LearnerWorld, { id, email }: Person): Promise<string | undefined> {
  const query = encodeURIComponent(email);
  const { body } = await world.admin.get<{ id: string; email: string }[]>(`/api/users?q=${query}`);
  return body.find((person) => person.id === id)?.email;
}

test('[AUTH-16] signed out: the link of the mail confirms at a click, not when it is opened, and works once', async ({
  page,
  world,
  guard,
}) => {
  guard.allow(422, path);
  const person = await world.learner();
  const { email, link } = await askFor(world, person, 'new');
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(path)) calls.push(request.method());
  });
  await page.goto(link);
  await expect(page).toHaveTitle('Confirm your email address · TrainTrail');
  await expect(heading(page)).toHaveText('Confirm your new email address');
  await checkLooks(page, 'confirm-email');
  expect(calls).toEqual([]);
  expect(await emailOf(world, person)).toBe(person.email);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('Your email address is confirmed');
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`From now on you sign in with ${email}.`)).toBeVisible();
  await checkLooks(page, 'confirm-email-done');
  await page.getByRole('link', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to TrainTrail' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Training' })).toBeVisible();

  await page.context().clearCookies();
  await page.goto(link);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('This link no longer works');
  await expect(page.getByText('Already confirmed the address?')).toBeVisible();
  await checkLooks(page, 'confirm-email-used');
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/landing?signin=1&returnTo=%2Fprofile');
  await expect(dialog).toBeVisible();
});

test('[AUTH-16] signed in: the new address is shown at once, and a replaced link leads to the profile', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(422, path);
  const person = await world.learner();
  const first = await askFor(world, person, 'first');
  const { email, link } = await askFor(world, person, 'second');
  await signIn(person, first.link);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('This link no longer works');
  await page.getByRole('link', { name: 'Open your profile' }).click();
  await expect(page).toHaveURL('/profile');
  await page.goto(link);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('Your email address is confirmed');
  await page.getByRole('link', { name: 'Open TrainTrail' }).click();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menu').getByText(email)).toBeVisible();
});

test('[AUTH-16] a link that is too old says so, and what to do', async ({ page, world, guard }) => {
  guard.allow(422, path);
  const person = await world.learner();
  const { link } = await askFor(world, person, 'late');
  const database = new pg.Client({ connectionString: serverFacts().adminUrl });
  await database.connect();
  const { rowCount } = await database.query(
    `update one_time_tokens set created_at = created_at - interval '2 days', expires_at = expires_at - interval '2 days'
     where user_id = $1 and kind = 'email_confirmation' and used_at is null`,
    [person.id],
  );
  await database.end();
  expect(rowCount).toBe(1);
  await page.goto(link);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('This link no longer works');
  await expect(page.getByText('re-enter the new address in your profile')).toBeVisible();
  expect(await emailOf(world, person)).toBe(person.email);
});

test('[AUTH-16] an address that somebody else took meanwhile', async ({ page, world, guard }) => {
  guard.allow(409, path);
  const person = await world.learner();
  const { email, link } = await askFor(world, person, 'wanted');
  const { status } = await world.admin.post('/api/users', {
    email,
    firstName: 'Ana',
    lastName: 'Faster',
    role: 'learner',
    presetPassword: 'preset-for-the-first-day',
  });
  expect(status).toBeLessThan(300);
  await page.goto(link);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('This address belongs to another account');
  await checkLooks(page, 'confirm-email-taken');
});

test('[AUTH-16] a server that fails is told where the button is, and the next click confirms', async ({
  page,
  world,
  guard,
}) => {
  guard.allow(503, path);
  const { link } = await askFor(world, await world.learner(), 'again');
  const keys = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith(path)) keys.add(request.headers()['idempotency-key']);
  });
  // The server has done it, but its answer is lost on the way.
  await page.route(path, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 503, body: '' });
  });
  await page.goto(link);
  await confirm(page).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong on our side.' });
  await expect(alert).toBeVisible();
  await page.unroute(path);
  await confirm(page).click();
  await expect(heading(page)).toHaveText('Your email address is confirmed');
  expect(keys.size).toBe(1);
});

for (const [language, title] of [
  ['es', 'Confirme su nueva dirección de correo'],
  ['fr', 'Confirmez votre nouvelle adresse e-mail'],
  ['de', 'Bestätigen Sie Ihre neue E-Mail-Adresse'],
] as const) {
  test(`[SHELL-09] [SHELL-11] the page in the language ${language}, whole at 360 px, without a token too`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.addInitScript((wished) => localStorage.setItem('traintrail-language', wished), language);
    await page.goto('/confirm-email#not-sent-to-anybody');
    await expect(heading(page)).toHaveText(title);
    await expectNothingCut(page, `the question in ${language}`);
    await page.goto('/confirm-email');
    await expect(heading(page)).not.toHaveText(title);
    await expectNothingCut(page, `a dead link in ${language}`);
  });
}

test('[SHELL-09] no visible text of the page stands outside the catalogue', async ({ page, guard }) => {
  guard.allow(422, path);
  await usePseudoLanguage(page);
  await page.goto('/confirm-email#not-sent-to-anybody');
  await expect(page.getByRole('button')).toBeVisible();
  await expectCatalogueOnly(page);
  await page.getByRole('button').click();
  await expect(page.getByRole('link').last()).toHaveAttribute('href', /^\/landing/);
  await expectCatalogueOnly(page);
});
