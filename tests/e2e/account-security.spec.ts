import type { Locator, Page } from '@playwright/test';
import { generate } from 'otplib';
import { createClient } from '#tests/harness/client.ts';
import { serverFacts } from './facts.ts';
import { expect, toastOf } from './fixtures.ts';
import { test } from './learner-fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { mailedLink } from './mailbox.ts';

const panel = '/settings?tab=security';
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const twoFactorSwitch = (page: Page): Locator =>
  page.getByRole('switch', { name: 'Ask for a code when I sign in' });

/** The code that an authenticator shows, so many steps of 30 seconds from now. */
const codeOf = (key: string, steps = 0): Promise<string> =>
  generate({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 * steps });

/** Gives email and password in the sign-in dialog, as a person does. */
async function enterPassword(page: Page, person: { email: string; password: string }): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/landing?signin=1');
  const form = dialog(page, 'Sign in to TrainTrail');
  await form.getByLabel('Email').fill(person.email);
  await form.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
}

test('[AUTH-09] enrols an authenticator, signs in with its code and with a recovery code, and switches it off', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(401, '/api/auth/login/verify');
  guard.allow(422, '/api/auth/two-factor/enrol');
  guard.allow(422, '/api/auth/two-factor/disable');
  const person = await world.learner();
  await signIn(person, panel);
  await expect(twoFactorSwitch(page)).not.toBeChecked();
  await checkLooks(page, 'security-panel');
  await page.setViewportSize({ width: 1280, height: 900 });
  await twoFactorSwitch(page).click();
  const setUp = dialog(page, 'Set up two-factor sign-in');
  await setUp.getByLabel('Password', { exact: true }).fill('not-my-password');
  await page.keyboard.press('Enter');
  await expect(setUp.getByText('The current password is incorrect.')).toBeVisible();
  await setUp.getByLabel('Password', { exact: true }).fill(person.password);
  await page.keyboard.press('Enter');
  await expect(setUp.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await checkLooks(page, 'two-factor-scan');
  const key = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await setUp.getByLabel('Authenticator code').fill(await codeOf(key));
  await setUp.getByRole('button', { name: 'Turn on' }).click();
  const shown = dialog(page, 'Your recovery codes');
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  await checkLooks(page, 'two-factor-recovery-codes');
  await page.setViewportSize({ width: 1280, height: 900 });
  const download = page.waitForEvent('download');
  await shown.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('traintrail-recovery-codes.txt');
  await page.keyboard.press('Escape');
  await expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
  await shown.getByLabel('I have saved the codes.').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(twoFactorSwitch(page)).toBeChecked();

  await enterPassword(page, person);
  const second = dialog(page, 'Two-factor sign-in');
  await expect(second.getByLabel('Authenticator code')).toBeFocused();
  await checkLooks(page, 'sign-in-code');
  await page.setViewportSize({ width: 1280, height: 900 });
  await second.getByLabel('Authenticator code').fill('000 000');
  await page.keyboard.press('Enter');
  await expect(second.getByText('This code is incorrect. Please try again.')).toBeVisible();
  await second.getByLabel('Authenticator code').fill(await codeOf(key, 1));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Training' })).toBeVisible();

  await enterPassword(page, person);
  await second.getByRole('button', { name: 'Use a recovery code' }).click();
  await second.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Training' })).toBeVisible();
  await page.goto(panel);
  await expect(page.getByText('9 unused recovery codes')).toBeVisible();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const renew = dialog(page, 'Generate new recovery codes?');
  await renew.getByRole('button', { name: 'Generate new codes' }).click();
  await expect(renew.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'Password is required',
  );
  await expect(renew.getByLabel('Authenticator or recovery code')).toHaveAccessibleDescription(
    'Enter a code',
  );
  await checkLooks(page, 'recovery-codes-renew');
  const fresh = await renewInGerman(page, person.password, codes[1] ?? '');
  expect(codes.filter((code) => fresh.includes(code))).toEqual([]);
  await expect(page.getByText('10 unused recovery codes')).toBeVisible();
  await twoFactorSwitch(page).click();
  const off = dialog(page, 'Turn off two-factor sign-in?');
  await checkLooks(page, 'two-factor-off');
  await page.setViewportSize({ width: 1280, height: 900 });
  await off.getByLabel('Password', { exact: true }).fill(person.password);
  // The old codes have ended with the new ones.
  await off.getByLabel('Authenticator or recovery code').fill(codes[2] ?? '');
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(off.getByLabel('Authenticator or recovery code')).toHaveAccessibleDescription(
    'This code is incorrect.',
  );
  await off.getByLabel('Authenticator or recovery code').fill(fresh[0] ?? '');
  await off.getByRole('button', { name: 'Turn off' }).click();
  await expect(toastOf(page)).toContainText('Two-factor sign-in is off');
  await expect(twoFactorSwitch(page)).not.toBeChecked();
});

/** Makes new recovery codes in German on a phone, looking at each of its dialogs; answers the codes, in English again. */
async function renewInGerman(page: Page, password: string, code: string): Promise<string[]> {
  const speak = (language: string) => page.request.patch('/api/users/settings', { data: { language } });
  await speak('de');
  await page.reload();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingCut(page, 'the security panel with two-factor on, in German');
  await page.getByRole('switch', { name: 'Bei der Anmeldung nach einem Code fragen' }).click();
  await expect(dialog(page, 'Zwei-Faktor-Anmeldung ausschalten?')).toBeVisible();
  await expectNothingCut(page, 'switching two-factor off, in German');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Neue Wiederherstellungscodes' }).click();
  const renew = dialog(page, 'Neue Wiederherstellungscodes erstellen?');
  await renew.getByLabel('Passwort', { exact: true }).fill(password);
  await renew.getByLabel('Authenticator- oder Wiederherstellungscode').fill(code);
  await expectNothingCut(page, 'asking for new recovery codes, in German');
  await renew.getByRole('button', { name: 'Neue Codes erstellen' }).click();
  const shown = dialog(page, 'Ihre Wiederherstellungscodes');
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  await expectNothingCut(page, 'the new recovery codes, in German');
  await page.screenshot({ path: 'test-results/pictures/recovery-codes-renewed-de-360.png' });
  const fresh = await shown.getByRole('listitem').allTextContents();
  await shown.getByLabel('Ich habe die Codes aufbewahrt.').check();
  await shown.getByRole('button', { name: 'Fertig' }).click();
  await speak('en');
  await page.reload();
  await page.setViewportSize({ width: 1280, height: 900 });
  return fresh;
}

test('[AUTH-10] a forgotten password: the mail, its link, a new password, and the sign-in with it', async ({
  page,
  world,
  guard,
}) => {
  guard.allow(422, '/api/auth/reset-password');
  const person = await world.learner();
  await page.goto('/landing?signin=1');
  const first = dialog(page, 'Sign in to TrainTrail');
  await first.getByLabel('Email').fill(person.email);
  await first.getByRole('button', { name: 'Forgot password?' }).click();
  const forgot = dialog(page, 'Forgot your password?');
  await expect(forgot.getByLabel('Email')).toHaveValue(person.email);
  await checkLooks(page, 'forgot-password');
  await page.keyboard.press('Enter');
  await expect(forgot.getByText(`If there is an account for ${person.email}`)).toBeVisible();
  await checkLooks(page, 'forgot-password-sent');
  const link = await mailedLink(
    serverFacts().mails,
    person.email,
    '/reset-password',
    'Choose a new password',
  );
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a new password' })).toBeVisible();
  await checkLooks(page, 'reset-password');
  const choose = async (password: string, again = password): Promise<void> => {
    await page.getByLabel('New Password').fill(password);
    await page.getByLabel('Confirm Password').fill(again);
    await page.keyboard.press('Enter');
  };
  await choose('seven77', 'seven77');
  await expect(page.getByText('Password must be at least 8 characters').first()).toBeVisible();
  await choose('seven brown lanterns', 'seven brown lantern');
  await expect(page.getByText("Passwords don't match")).toBeVisible();
  await choose('password1');
  await expect(page.getByText('This password is too common.')).toBeVisible();
  await choose('seven brown lanterns');
  await expect(page.getByRole('heading', { level: 1, name: 'Your password is changed' })).toBeFocused();
  await checkLooks(page, 'reset-password-done');
  const token = new URL(link).hash.slice(1);
  expect(asked.filter((line) => line.replace(link, '').includes(token))).toEqual([]);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await first.getByLabel('Email').fill(person.email);
  await first.getByLabel('Password', { exact: true }).fill('seven brown lanterns');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My Training' })).toBeVisible();
  await page.goto(link);
  await expect(
    page.getByRole('heading', { level: 1, name: 'This link has been used already' }),
  ).toBeVisible();
  await checkLooks(page, 'reset-password-used');
});

test('[AUTH-05] [AUTH-07] sees the own sessions, ends one and all others, and changes the password', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner();
  const agents = [
    'curl/8.10.1',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) FxiOS/143.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  ];
  const [program, phone, desk] = await Promise.all(
    agents.map(async (agent) => {
      const client = createClient(serverFacts().url);
      const { email, password } = person;
      await client.post('/api/auth/login', { email, password }, { headers: { 'user-agent': agent } });
      return client;
    }),
  );
  await signIn(person, panel);
  const rows = page.getByRole('listitem').filter({ hasText: 'signed in' });
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText('This device');
  await checkLooks(page, 'own-sessions');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'End the session of Firefox on iPhone' }).click();
  await expect(toastOf(page)).toContainText('Session ended');
  await expect(rows).toHaveCount(3);
  expect((await phone?.get('/api/auth/user'))?.status).toBe(401);
  expect((await program?.get('/api/auth/user'))?.status).toBe(200);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  const ask = dialog(page, 'Sign out everywhere else?');
  await expect(ask.getByText('2 other sessions end. You stay signed in here.')).toBeVisible();
  await checkLooks(page, 'sign-out-everywhere');
  await page.setViewportSize({ width: 1280, height: 900 });
  await ask.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(rows).toHaveCount(1);
  expect((await desk?.get('/api/auth/user'))?.status).toBe(401);

  await page.getByLabel('Current Password').fill(person.password);
  await page.getByLabel('New Password', { exact: true }).fill('nine green lanterns');
  await page.getByLabel('Confirm Password').fill('nine green lanterns');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(toastOf(page)).toContainText('Password Changed');
  await expect(page.getByLabel('Current Password')).toHaveValue('');

  const client = createClient(serverFacts().url);
  await client.post('/api/auth/login', { email: person.email, password: 'nine green lanterns' });
  await client.patch('/api/users/settings', { language: 'de' });
  await page.reload();
  await expect(page.getByText('Überall abmelden')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingCut(page, 'the security panel in German');
  await page.getByRole('switch', { name: 'Bei der Anmeldung nach einem Code fragen' }).click();
  await expect(dialog(page, 'Zwei-Faktor-Anmeldung einrichten')).toBeVisible();
  await expectNothingCut(page, 'the enrolment in German');
});
