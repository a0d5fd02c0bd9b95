import { expect, type Page } from '@playwright/test';
import { accounts, demoPassword } from '../e2e/facts.ts';
import { expectNothingAwaited } from '../e2e/looks.ts';
import type { Walker } from './facts.ts';

/** Signs a walker in at the server of an address; who is signed out stays so. */
export async function enter(page: Page, walker: Walker, address: string): Promise<void> {
  if (walker === 'signed out') return;
  const data = { email: accounts[walker], password: demoPassword };
  const answer = await page.request.post(`${new URL(address).origin}/api/auth/login`, { data });
  if (!answer.ok())
    throw new Error(`Sign-in of ${walker}: ${String(answer.status())} ${await answer.text()}`);
}

/** Opens a screen and waits until everything on it has come. */
export async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('h1').first()).toBeVisible();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  await expectDocuments(page);
}

/** Waits for all that is fetched, and for what a document shows: it comes after its page, and its tools with its first page. */
export async function expectDocuments(page: Page): Promise<void> {
  await expectNothingAwaited(page);
  const documents = page.locator('[data-kind="pdf"]');
  if ((await documents.count()) > 0)
    await expect(documents.locator('canvas').first()).toBeVisible({ timeout: 30_000 });
}
