import { readFile } from 'node:fs/promises';
import { samplePng } from '#tests/harness/sample-files.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { speak } from './speak.ts';

const desk = { width: 1440, height: 900 };
const picture = '/api/users/profile/picture';
const resend = '/api/users/profile/resend-confirmation';

test('[SET-01] [AUTH-16] [USR-02] [SEC-03] [SHELL-12] a learner reads and edits the profile, gives a picture, takes the data home', async ({
  page,
  world,
  signIn,
  guard,
}) => {
  guard.allow(422, picture);
  guard.allow(429, resend);
  const person = await world.learner({ firstName: 'Nora', lastName: 'Castellanos' });
  await signIn(person, '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  const personal = page.getByRole('region', { name: 'Personal Information' });
  const place = page.getByRole('region', { name: 'Organization and Role' });
  const account = page.getByRole('region', { name: 'Account Information' });
  await expect(place.getByText('Learner')).toBeVisible();
  await expect(place.getByText('Maria Berger')).toBeVisible();
  await expect(account.getByText('Member Since')).toBeVisible();
  await expect(account.getByText('Active')).toBeVisible();
  await expect(personal.getByText('Clinical Research')).toBeVisible();
  await checkLooks(page, 'profile');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await personal.getByLabel('First Name').fill(' ');
  await personal.getByLabel('Email').fill('nowhere');
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expect(personal.getByText('First name required')).toBeVisible();
  await expect(personal.getByText('Valid email required')).toBeVisible();
  await expect(personal.getByLabel('First Name')).toBeFocused();
  await checkLooks(page, 'profile-edit');
  await page.setViewportSize(desk);
  // Leaving with changes asks.
  await page.getByRole('link', { name: 'Dashboard' }).click();
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL('/profile');
  await personal.getByLabel('First Name').fill('Leonor');
  await personal.getByLabel('Preferred name').fill('Leo');
  const email = `new-${person.email}`;
  await personal.getByLabel('Email').fill(email);
  await personal.getByRole('combobox', { name: 'Training Category' }).click();
  await page.getByRole('option', { name: 'Data Management' }).click();
  const mend = await failCall(page, guard, 'PATCH', '/api/users/profile');
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'destructive', 'Update Failed', 'Failed to update profile. Please try again.');
  await mend();
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'default', 'Profile Updated');
  // The printed name waits for its approval; the name for greetings is there at once.
  await expect(page.getByRole('button', { name: 'Account of Leo', exact: true })).toBeVisible();
  const naming = personal.getByRole('alert').filter({ hasText: 'Name change pending approval' });
  await expect(naming).toContainText('Leonor Castellanos');
  await expect(personal.getByText('Nora', { exact: true })).toBeVisible();
  await checkLooks(page, 'profile-pending-name');
  await page.setViewportSize(desk);
  await naming.getByRole('button', { name: 'Withdraw the request' }).click();
  await expect(naming).toHaveCount(0);
  await expect(personal.getByText('Data Management')).toBeVisible();
  // The new email waits; the old one holds.
  const waiting = personal.getByRole('alert').filter({ hasText: 'needs to be confirmed' });
  await expect(waiting).toContainText(email);
  await expect(waiting).toContainText(`you sign in with ${person.email}`);
  await waiting.getByRole('button', { name: 'Send the link again' }).click();
  await expect(waiting).toContainText('The link was just sent.');
  await checkLooks(page, 'profile-pending-email');
  await page.setViewportSize(desk);
  await waiting.getByRole('button', { name: 'Keep the old address' }).click();
  await expect(waiting).toHaveCount(0);

  const own = page.getByRole('region', { name: 'Picture' });
  const chooser = own.locator('input[type=file]');
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(own.getByRole('alert')).toContainText('“me.png” is named .png');
  await checkLooks(page, 'profile-picture-refused');
  await page.setViewportSize(desk);
  await chooser.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: samplePng });
  const shown = own.locator('img');
  await expect(shown).toHaveAttribute('src', /^\/api\/users\/u_[0-9a-f]+\/picture\?v=[0-9a-f]{12}$/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(384);
  await expect(page.getByRole('banner').locator('img')).toHaveCount(1);
  await expect(own.getByRole('alert')).toHaveCount(0);
  await own.getByRole('button', { name: 'Remove' }).click();
  await expect(shown).toHaveCount(0);
  await expect(own.getByText('NC')).toBeVisible();

  const data = page.getByRole('region', { name: 'Your Data' });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    data.getByRole('button', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^traintrail-my-data-\d{4}-\d\d-\d\d\.json$/);
  const text = await readFile(await download.path(), 'utf8');
  const parsed = JSON.parse(text) as { sections: Record<string, { rows: { email?: string }[] }> };
  expect(parsed.sections['profile']?.rows[0]?.email).toBe(person.email);

  // Two windows at once: the later one is told what the other changed.
  guard.allow(409, '/api/users/profile');
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await personal.getByLabel('Preferred name').fill('Nori');
  await world.admin.patch(`/api/users/${person.id}`, { lastName: 'Castellanos-Ruiz' });
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expect(personal.getByRole('alert')).toContainText('Castellanos-Ruiz');
  // Going on with the own entries takes nothing of the other's back.
  await personal.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(personal.getByLabel('Last Name')).toHaveValue('Castellanos-Ruiz');
  await personal.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('button', { name: 'Account of Nori' })).toBeVisible();
  await expect(personal.getByText('Castellanos-Ruiz')).toBeVisible();
});

test('[SET-01] [SHELL-11] an administrator is told as one and has no Training Category; German fits 360 px', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/profile');
  await expect(
    page.getByRole('region', { name: 'System Role' }).getByText('System Administrator'),
  ).toBeVisible();
  await expect(page.getByText('Organization and Role')).toHaveCount(0);
  await expect(page.getByText('Training Category')).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByLabel('First Name')).toBeVisible();
  await expect(page.getByText('Training Category')).toHaveCount(0);
  await checkLooks(page, 'profile-admin');
  for (const [language, title] of [
    ['de', 'Profil'],
    ['fr', 'Profil'],
    ['es', 'Perfil'],
  ] as const) {
    await speak(page, language);
    await page.goto('/profile');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await expectNothingCut(page, `the profile in ${language}`);
    await page.screenshot({ path: `test-results/pictures/profile-${language}-360.png`, fullPage: true });
  }
});
