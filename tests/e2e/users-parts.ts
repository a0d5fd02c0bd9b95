/** What the browser tests of Users & Roles find and do. */
import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { serverFacts } from './facts.ts';
import { expect } from './learner-fixtures.ts';
import type { Person } from './learner-world.ts';

/** The window of a desk. */
export const desk = { width: 1440, height: 900 };
/** The open dialog of this title. */
export const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });
/** The line of a person. */
export const row = (page: Page, person: Pick<Person, 'email'>): Locator =>
  page.getByRole('row').filter({ hasText: person.email });
/** As dialogs name a person. */
export const fullName = (person: Person): string => `${person.firstName} ${person.lastName}`;

/** Goes to the one person, as an administrator. */
export async function openRow(page: Page, person: Person): Promise<Locator> {
  await page.goto(`/users?q=${encodeURIComponent(person.email)}`);
  await expect(row(page, person)).toBeVisible();
  return row(page, person);
}

/** Chooses one of the rarer actions of a line. */
export async function act(page: Page, person: Person, item: string): Promise<void> {
  await row(page, person)
    .getByRole('button', { name: `More actions for ${fullName(person)}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses an entry of a list. */
export async function chooseOption(page: Page, box: Locator, option: string): Promise<void> {
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** A statement by the owner of the database: what only time or an attacker can do. */
export async function inDatabase(statement: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: serverFacts().adminUrl });
  await client.connect();
  try {
    await client.query('set session_replication_role = replica');
    await client.query(statement, [...values]);
  } finally {
    await client.end();
  }
}
