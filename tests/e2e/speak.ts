import type { Page } from '@playwright/test';

/**
 * Shows the page in a language, whatever the account has chosen: accounts of the demo are shared by tests that run at the same
 * time, and their settings are not to be changed.
 */
export async function speak(page: Page, language: 'en' | 'es' | 'fr' | 'de'): Promise<void> {
  const speaking = <User extends { settings: object }>(user: User): User => ({
    ...user,
    settings: { ...user.settings, language },
  });
  await page.unroute('**/api/auth/user');
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: speaking((await answer.json()) as { settings: object }) });
  });
  await page.unroute('**/api/home');
  await page.route('**/api/home', async (route) => {
    const answer = await route.fetch();
    const home = (await answer.json()) as { user: { settings: object } };
    await route.fulfill({ response: answer, json: { ...home, user: speaking(home.user) } });
  });
}
