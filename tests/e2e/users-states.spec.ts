import type { Locator } from '@playwright/test';
import { unique } from './admin-world.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { expectNothingCut } from './looks.ts';
import { speak } from './speak.ts';
import { dialog, fullName, openRow } from './users-parts.ts';

test('[SHELL-12] what fails says so to the letter, where it happened and as a toast', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await world.learner({ firstName: 'Bo', lastName: unique('Falk') });
  const name = fullName(person);
  const path = `/api/users/${person.id}`;
  await signIn('admin', '/users');
  await openRow(page, person);
  const failed = async (
    method: string,
    at: string,
    text: string,
    make: () => Promise<Locator>,
    asks = false,
  ): Promise<void> => {
    const restore = await failCall(page, guard, method, at);
    const open = await make();
    await expectToast(page, 'destructive', 'Error', text);
    await expect(
      open.getByRole('alert').filter({ hasText: 'Something went wrong on our side.' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    // What was entered is still there: closing asks.
    if (asks) await page.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect(open).toHaveCount(0);
    await restore();
  };
  await failed('GET', `${path}/password`, 'Failed to retrieve password', async () => {
    await page.getByRole('button', { name: `View the password of ${name}` }).click();
    return dialog(page, `Password of ${name}`);
  });
  await failed('POST', `${path}/generate-password`, 'Failed to generate new password', async () => {
    await page.getByRole('button', { name: `Gen: generate a password for ${name}` }).click();
    const open = dialog(page, `Generate a password for ${name}?`);
    await open.getByRole('button', { name: 'Generate password' }).click();
    return open;
  });
  await failed('POST', `${path}/set-password`, 'Failed to set manual password', async () => {
    await page.getByRole('button', { name: `Set a password for ${name}` }).click();
    const open = dialog(page, `Set a password for ${name}`);
    await open.getByLabel('New password').fill('walk-the-trail');
    await page.keyboard.press('Enter');
    return open;
  });
  await failed(
    'PATCH',
    path,
    'Failed to update user',
    async () => {
      await page.getByRole('button', { name: `Edit ${name}` }).click();
      const open = dialog(page, `Edit ${name}`);
      await open.getByLabel('First name').fill('Boris');
      await page.keyboard.press('Enter');
      return open;
    },
    true,
  );
  const create = async (): Promise<Locator> => {
    await page.getByRole('button', { name: 'Add User' }).click();
    const open = dialog(page, 'Add User');
    await open.getByLabel('First name').fill('Never');
    await open.getByLabel('Last name').fill('Made');
    await open.getByLabel('Email').fill('never-made@people.example');
    await page.keyboard.press('Enter');
    return open;
  };
  await failed('POST', '/api/users', 'Failed to create user', create, true);
  await page.getByRole('button', { name: 'Add User' }).click();
  await dialog(page, 'Add User').getByRole('combobox', { name: 'Department' }).click();
  await page.getByRole('option', { name: 'Create New Department' }).click();
  await failed(
    'POST',
    '/api/departments',
    'Failed to create department',
    async () => {
      const open = dialog(page, 'Create New Department');
      await open.getByRole('combobox', { name: 'Department name' }).fill('Never Made');
      await open.getByRole('combobox', { name: 'Organization' }).click();
      await page.getByRole('option').first().click();
      await open.getByRole('button', { name: 'Create Department' }).click();
      return open;
    },
    true,
  );
  expect(await toastOf(page).count()).toBeLessThanOrEqual(1);
});

test('[SHELL-09] [SHELL-11] German at 360 px cuts nothing off, and the messages stand at their fields', async ({
  page,
  signIn,
}) => {
  await speak(page, 'de');
  await signIn('admin', '/users');
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(page.getByRole('heading', { level: 1, name: 'Benutzer und Rollen' })).toBeVisible();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectNothingCut(page, 'users in German');
  await page.getByRole('button', { name: 'Benutzer hinzufügen' }).click();
  const form = dialog(page, 'Benutzer hinzufügen');
  await form.getByRole('button', { name: 'Benutzer anlegen' }).click();
  await expect(form.getByLabel('Vorname')).toHaveAttribute('aria-invalid', 'true');
  await expectNothingCut(page, 'create user in German');
  await page.keyboard.press('Escape');
  for (const item of ['Zugänge', 'Link senden', 'Daten löschen']) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Gen: / }) });
    await card
      .first()
      .getByRole('button', { name: /^Weitere Aktionen/ })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNothingCut(page, `${item} in German`);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  for (const width of [1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const actions = page.getByRole('button', { name: /^Weitere Aktionen/ }).first();
    const rightEdge = async (): Promise<number> => {
      const place = await actions.boundingBox();
      return place ? place.x + place.width : Number.POSITIVE_INFINITY;
    };
    await expect.poll(rightEdge, 'the right edge of the actions').toBeLessThanOrEqual(width);
    await page.screenshot({ path: `test-results/pictures/users-de-${width}.png` });
  }
});
