/** Opens the dialogs and menus of 'Access and people' one after the other, whatever language the page speaks. */
import type { Locator, Page } from '@playwright/test';
import { makeMatrix, unique } from './admin-world.ts';
import { expect } from './learner-fixtures.ts';
import { enrolAuthenticator, type LearnerWorld } from './learner-world.ts';
import { inDatabase } from './users-parts.ts';

/** Looks at what is open. */
export type Look = (what: string) => Promise<void>;

/** The dialogs that are open. */
export const dialogs = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true });
/** A button by its picture: its words are what is looked at. */
export const withIcon = (page: Page, icon: string, within: Page | Locator = page): Locator =>
  within.getByRole('button').filter({ has: page.locator(`.tabler-icon-${icon}`) });

/** Waits until nothing is loading any more. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]').filter({ visible: true })).toHaveCount(0);
}

/** Opens a dialog. */
export async function open(page: Page, opener: Locator, count = 1): Promise<void> {
  await opener.click();
  await expect(dialogs(page)).toHaveCount(count);
  await settled(page);
}

/** Closes the upper dialog. */
export async function close(page: Page, left = 0): Promise<void> {
  // The first Escape may belong to a hint that the pointer opened; a person presses it again.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialogs(page)).toHaveCount(left, { timeout: 3000 });
  }).toPass();
}

/** Looks at a menu and at the dialog behind each of its entries. */
async function throughMenu(page: Page, opener: Locator, what: string, look: Look): Promise<number> {
  await opener.click();
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeVisible();
  await look(`the menu of ${what}`);
  const count = await items.count();
  for (let at = 0; at < count; at += 1) {
    if (at > 0) await opener.click();
    await open(page, items.nth(at));
    await look(`entry ${String(at + 1)} of the menu of ${what}`);
    await close(page);
  }
  return count;
}

/** Users & Roles: Add User with Create New Department, and everything that a row offers. */
async function openUsers(page: Page, world: LearnerWorld, look: Look): Promise<void> {
  const person = await world.learner({ firstName: 'Uma', lastName: unique('Orr') });
  await enrolAuthenticator(await world.clientOf(person), person);
  await inDatabase('update users set locked_at = now() where id = $1', [person.id]);
  await page.goto(`/users?q=${encodeURIComponent(person.email)}`);
  const row = page
    .locator('tr, li')
    .filter({ hasText: person.email })
    .filter({ has: page.locator('button[aria-haspopup="menu"]') });
  await expect(row).toHaveCount(1);

  await open(page, withIcon(page, 'user-plus'));
  await look('Add User');
  await dialogs(page).getByRole('combobox').last().click();
  await open(page, page.getByRole('option').last(), 2);
  await look('Create New Department');
  await close(page, 1);
  await close(page);

  const buttons = row.getByRole('button').and(page.locator(':not([aria-haspopup="menu"])'));
  // View, Gen, Set, Edit.
  expect(await buttons.count()).toBe(4);
  for (let at = 0; at < 4; at += 1) {
    await open(page, buttons.nth(at));
    await look(`button ${String(at + 1)} of a person`);
    await close(page);
  }
  const menu = row.locator('button[aria-haspopup="menu"]');
  // Access, reset link, unlock, two-factor, export, erase.
  expect(await throughMenu(page, menu, 'a person', look)).toBe(6);
  await menu.click();
  await open(page, page.getByRole('menuitem').first());
  await open(page, withIcon(page, 'plus', dialogs(page)), 2);
  await look('Give access');
  await close(page, 1);
  await close(page);
}

/** Organizations: an organization with people, and an empty one. */
async function openOrganizations(page: Page, world: LearnerWorld, look: Look): Promise<void> {
  const empty = unique('Never Used');
  const answer = await world.admin.post('/api/organizations', { name: empty, type: 'Medical Training' });
  expect(answer.status).toBe(201);
  const card = page.getByRole('article').first();
  const menu = card.locator('button[aria-haspopup="menu"]').first();
  await page.goto('/organizations?q=Clinwell');
  await expect(card.getByRole('listitem').first()).toBeVisible();
  // Edit, departments, binder, history, archive.
  expect(await throughMenu(page, menu, 'an organization', look)).toBe(5);
  await card.getByRole('listitem').locator('button[aria-haspopup="menu"]').first().click();
  await expect(page.getByRole('menuitem')).toHaveCount(1);
  await look('the menu of a member');
  await page.keyboard.press('Escape');
  await open(page, withIcon(page, 'plus'));
  await dialogs(page).locator('button[aria-expanded="false"][aria-controls]').first().click();
  await look('Add Organization');
  await close(page);
  await page.goto(`/organizations?q=${encodeURIComponent(empty)}`);
  await menu.click();
  await open(page, page.getByRole('menuitem').last());
  await look('deleting an organization');
  await close(page);
}

/** Profile and settings: the form, the reset, and the enrolment. */
async function openOwn(page: Page, look: Look): Promise<void> {
  await page.goto('/profile');
  await withIcon(page, 'pencil').click();
  await expect(page.locator('main form')).toBeVisible();
  await look('the form of the profile');
  await page.goto('/settings?tab=security');
  // A new password at the next sign-in, two-factor.
  await expect(page.getByRole('switch')).toHaveCount(2);
  await open(page, page.getByRole('switch').last());
  await look('setting up two-factor sign-in');
  await close(page);
  await open(page, withIcon(page, 'restore'));
  await look('resetting the settings');
  await close(page);
}

/** Training matrices: a card with everything that it offers, and the dialogs that stand in the address. */
export async function openMatrices(page: Page, world: LearnerWorld, look: Look): Promise<void> {
  const matrix = unique('Zebrafish');
  const learner = await world.learnerApart({ firstName: 'Zoe', lastName: unique('Quast') });
  await makeMatrix(world, learner, matrix);
  await page.goto(`/training-matrix?q=${encodeURIComponent(matrix)}`);
  const card = page.getByRole('article');
  await expect(card).toHaveCount(1);
  await look('the card of a matrix');
  // People, edit, remove.
  const menu = card.locator('button[aria-haspopup="menu"]');
  expect(await throughMenu(page, menu, 'a matrix', look)).toBe(4);
  // The name of the department and the terms of the module, then its removal.
  for (const button of [
    withIcon(page, 'pencil', card).first(),
    withIcon(page, 'pencil', card).last(),
    withIcon(page, 'trash', card),
    withIcon(page, 'template'),
    withIcon(page, 'users-plus').first(),
    withIcon(page, 'pencil').first(),
  ]) {
    await open(page, button);
    await look('a dialog of the matrices');
    await close(page);
  }
  const send = dialogs(page).locator('button[type="submit"]');
  await open(page, withIcon(page, 'users-plus', card));
  await look('assigning a matrix');
  await dialogs(page).getByRole('radio').last().check();
  await send.click();
  await expect(send).toHaveCount(0);
  await look('what assigning does');
  await page.keyboard.press('Escape');
  await expect(send).toBeVisible();
  await close(page);
  await open(page, withIcon(page, 'plus', card));
  await dialogs(page).getByRole('combobox').click();
  await page.getByRole('option').last().click();
  await send.click();
  await expect(dialogs(page).getByRole('radio')).toHaveCount(2);
  await look('who needs a module');
  await page.keyboard.press('Escape');
  await expect(send).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(2);
  await dialogs(page).last().getByRole('button').last().click();
  await expect(dialogs(page)).toHaveCount(0);
}

/** Everything that opens on users, organizations, profile and settings, as an administrator. */
export async function openAccess(page: Page, world: LearnerWorld, look: Look): Promise<void> {
  await openUsers(page, world, look);
  await openOrganizations(page, world, look);
  await openOwn(page, look);
}
