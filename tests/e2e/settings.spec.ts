import type { Locator } from '@playwright/test';
import { unique } from './admin-world.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import type { LearnerWorld } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };
const settingsPath = '/api/users/settings';

/** An organization whose people stay signed in for half an hour without input at most. */
async function shortSessions(world: LearnerWorld): Promise<number> {
  const { status, body } = await world.admin.post<{ id: number }>('/api/organizations', {
    name: unique('Short Sessions'),
    type: 'Medical Training',
    maxSessionTimeout: 30,
  });
  expect(status).toBe(201);
  return body.id;
}

/** The moment of a `time` element as people in a zone read it in English, with the name of the zone. */
async function momentIn(timeZone: string, time: Locator): Promise<string> {
  const instant = new Date((await time.getAttribute('datetime')) ?? '');
  const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short', timeZone })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  return `${moment.format(instant)} ${zone?.value ?? ''}`;
}

test('[SET-02] [SHELL-09] [SHELL-12] every setting is saved and takes effect at once, and a reset asks', async ({
  page,
  world,
  signIn,
  guard,
}) => {
  const organizationId = await shortSessions(world);
  const person = await world.learner({ organizationId, departmentId: null });
  await signIn(person, '/settings');
  await expect(page.getByRole('tab', { name: 'Notifications' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Browser notifications' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Training reminders' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'System updates' })).not.toBeChecked();
  const save = page.getByRole('button', { name: 'Save Settings' });
  await expect(save).toBeDisabled();
  // By mouse on the track, later by keyboard.
  const updates = page.getByRole('switch', { name: 'System updates' });
  const track = await updates.boundingBox();
  await page.mouse.click((track?.x ?? 0) + 10, (track?.y ?? 0) + 10);
  await expect(updates).toBeChecked();
  await checkLooks(page, 'settings-notifications');
  await page.setViewportSize(desk);

  // One form behind all tabs: a tab keeps what another one entered.
  await page.getByRole('tab', { name: 'Preferences' }).click();
  await expect(page).toHaveURL('/settings?tab=preferences');
  await checkLooks(page, 'settings-preferences');
  await page.setViewportSize(desk);
  await page.getByText('Light', { exact: true }).click();
  await page.getByRole('combobox', { name: 'Time zone' }).click();
  await page.getByRole('option', { name: 'EST (New York)' }).click();

  await page.getByRole('tab', { name: 'Security' }).click();
  const timeout = page.getByRole('textbox', { name: 'Session timeout' });
  await expect(timeout).toHaveValue('60 min');
  await expect(page.getByText('Your organization allows 30 minutes at most.')).toBeVisible();
  await expect(page.getByText('Your limit is 30 minutes.')).toBeVisible();
  await timeout.fill('3');
  await page.getByRole('switch', { name: 'New password at my next sign-in' }).press('Space');
  await page.getByRole('tab', { name: 'Notifications' }).click();
  await save.click();
  // The tab with the wrong field comes to the front.
  await expect(page).toHaveURL('/settings?tab=security');
  await expect(page.getByText('From 5 to 480 minutes')).toBeVisible();
  await timeout.fill('20');
  const signedIn = page.getByRole('listitem').filter({ hasText: 'signed in' }).first().locator('time');
  expect(await signedIn.textContent()).toBe(await momentIn('UTC', signedIn));
  await checkLooks(page, 'settings-security');
  await page.setViewportSize(desk);
  const mend = await failCall(page, guard, 'PATCH', settingsPath);
  await save.click();
  await expectToast(page, 'destructive', 'Update Failed', 'Failed to save settings. Please try again.');
  await mend();

  // Leaving with changes asks.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await save.click();
  await expectToast(page, 'default', 'Settings Updated');
  await expect(save).toBeDisabled();
  // Every moment on the screen is told in the new zone, without another load.
  const there = await momentIn('America/New_York', signedIn);
  expect(there).not.toBe(await momentIn('UTC', signedIn));
  await expect(signedIn).toHaveText(there);
  const stored = await page.request.get(settingsPath);
  expect(await stored.json()).toMatchObject({
    systemUpdates: true,
    theme: 'light',
    timezone: 'EST',
    sessionTimeout: 20,
    requirePasswordChange: true,
    twoFactorEnabled: false,
  });
  // The next sign-in is asked for a new password, this one goes on.
  const next = await (await world.clientOf(person)).get<{ code: string }>(settingsPath);
  expect(next.body.code).toBe('PASSWORD_CHANGE_REQUIRED');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');
  const session = await page.request.get('/api/auth/user');
  expect(((await session.json()) as { session: { idleMinutes: number } }).session.idleMinutes).toBe(20);
  // Before the page draws anything, the theme is there.
  await page.reload({ waitUntil: 'commit' });
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light');

  await page.goto('/settings?tab=organization');
  const place = page.getByRole('region', { name: 'Organization' });
  await expect(place.getByText('Short Sessions')).toBeVisible();
  await expect(place.getByText('Learner')).toBeVisible();
  await expect(place.getByText('Maria Berger')).toBeVisible();
  await expect(place.getByText('Not specified')).toBeVisible();
  await checkLooks(page, 'settings-organization');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Reset Settings' }).click();
  const reset = page.getByRole('dialog', { name: 'Reset Settings?' });
  await expect(reset.getByRole('listitem')).toHaveText([
    'System updates',
    'Time zone',
    'Theme',
    'Session timeout',
    'New password at my next sign-in',
  ]);
  await expect(reset.getByText('Two-factor sign-in stays as it is.')).toBeVisible();
  await checkLooks(page, 'settings-reset');
  await page.setViewportSize(desk);
  await reset.getByRole('button', { name: 'Reset Settings' }).click();
  await expectToast(page, 'default', 'Settings Updated');
  await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByRole('button', { name: 'Reset Settings' }).click();
  await expect(reset.getByText('All settings already have their defaults.')).toBeVisible();
  await expect(reset.getByRole('button', { name: 'Reset Settings' })).toBeDisabled();
  await page.keyboard.press('Escape');
});

test('[SET-02] [SHELL-09] [SHELL-11] the language changes at once everywhere, and every tab fits 360 px in it', async ({
  page,
  world,
  signIn,
}) => {
  await page.addInitScript(() => {
    // A browser that has said no keeps saying it.
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
    Notification.requestPermission = () => Promise.resolve('denied');
  });
  await signIn(await world.learner(), '/settings');
  await expect(page.getByText('This browser blocks notifications from this site.')).toBeVisible();
  const switches = page.getByRole('switch');
  await switches.nth(1).press('Space');
  await expect(page.getByText('This browser blocks notifications')).toHaveCount(0);
  await switches.nth(1).press('Space');
  await expect(page.getByText('This browser blocks notifications from this site.')).toBeVisible();
  for (const [language, name, title, saved, tabs] of [
    [
      'de',
      'Deutsch',
      'Einstellungen',
      'Einstellungen gespeichert',
      ['Benachrichtigungen', 'Darstellung', 'Sicherheit', 'Organisation'],
    ],
    [
      'fr',
      'Français',
      'Paramètres',
      'Paramètres enregistrés',
      ['Notifications', 'Préférences', 'Sécurité', 'Organisation'],
    ],
    [
      'es',
      'Español',
      'Configuración',
      'Ajustes guardados',
      ['Notificaciones', 'Preferencias', 'Seguridad', 'Organización'],
    ],
  ] as const) {
    await page.setViewportSize(desk);
    await page.getByRole('tab').nth(1).click();
    await page.getByRole('combobox').first().click();
    await page.getByRole('option', { name }).click();
    await page.locator('form button[type=submit]').click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expectToast(page, 'default', saved);
    await expect(page.getByRole('tab')).toHaveText(tabs);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const tab of tabs) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel').locator('section').first()).toBeVisible();
      await expectNothingCut(page, `settings, ${tab}`);
      await page.screenshot({
        path: `test-results/pictures/settings-${language}-${tab}-360.png`,
        fullPage: true,
      });
    }
  }
});
