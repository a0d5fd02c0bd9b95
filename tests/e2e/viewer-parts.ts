import type { Locator, Page } from '@playwright/test';
import { expect } from './learner-fixtures.ts';

/** A panel of the viewer by its heading. */
export const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
/** The panel Progress. */
export const progress = (page: Page): Locator => panel(page, 'Progress');
/** The document being read. */
export const reader = (page: Page): Locator =>
  page.getByRole('region', { name: /^Document (?!Information)/ });
/** The button that completes. */
export const complete = (page: Page): Locator => page.getByRole('button', { name: 'Mark as Completed' });
/** The field with the number of the page. */
export const pageBox = (page: Page): Locator => page.getByRole('textbox', { name: 'Page' });

/** Until the page is drawn with its text. */
export async function pageDrawn(page: Page, number: number): Promise<void> {
  const drawn = reader(page).getByRole('group', { name: `Page ${number}`, exact: true });
  await expect(drawn.locator('canvas')).toBeVisible();
  await expect(drawn.getByText(`Page ${number} of`)).toBeAttached();
}
