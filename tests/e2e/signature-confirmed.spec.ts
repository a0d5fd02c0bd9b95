import { confirmationResults } from '#shared/domain/access/external-sign-in.ts';
import { expect, test } from './fixtures.ts';
import { checkLooks } from './looks.ts';

for (const result of confirmationResults) {
  test(`[SIG-01] [SHELL-10] [SHELL-11] the window that comes back from the provider with "${result}" looks right`, async ({
    page,
  }) => {
    // It would close itself, as it does where the browser lets it.
    await page.addInitScript(() => {
      window.close = () => undefined;
    });
    await page.goto(`/signature-confirmed?result=${result}`);
    await expect(page.locator('h1')).toBeVisible();
    await checkLooks(page, `signature-confirmed-${result}`);
  });
}
