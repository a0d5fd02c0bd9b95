import type { Page } from '@playwright/test';
import { startExternalWorld, type ExternalWorld } from './external-world.ts';
import { guardPage } from './guard.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { complete } from './viewer-parts.ts';

let external: ExternalWorld;
// Parted between two workers, the tests would start the server twice.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  external = await startExternalWorld('standard', 'saml');
});
test.afterAll(() => external.stop());

/** Types the account into the provider's own form. */
async function signInThere(page: Page, who: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(external.issuer);
  await page.getByLabel('Account').fill(who);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('[AUTH-18] [AUTH-04] by the button to the SAML provider, back to the deep link signed in, and out at both', async ({
  page,
  world,
}) => {
  const learner = await world.learner();
  await external.know({ sub: 'walker', email: learner.email });
  await external.know({ sub: 'stranger', email: 'stranger@elsewhere.example' });
  await page.goto(`${external.url}/employee?filter=overdue`);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to TrainTrail' });
  const button = dialog.getByRole('link', { name: 'Sign in with your organization' });
  await button.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The sign-in at your organization was cancelled.');
  await checkLooks(page, 'saml-sign-in-cancelled');

  await button.click();
  await signInThere(page, 'stranger');
  await expect(dialog.getByRole('alert')).toContainText('Please contact your system administrator.');
  await page.context().clearCookies();
  await button.click();
  await signInThere(page, 'walker');
  await expect(page).toHaveURL(`${external.url}/employee?filter=overdue`);
  await expect(page.getByRole('heading', { name: 'My Training' })).toBeVisible();

  await page.getByRole('button', { name: /Lena Hofmann|account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(`${external.url}/landing`);
  expect((await page.request.get(`${external.url}/api/auth/user`)).status()).toBe(401);
  // The session at the provider has ended too: it asks again.
  await page.getByRole('button', { name: 'Get Started' }).click();
  await button.click();
  await expect(page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible();
});

test('[AUTH-18] [SIG-01] a training is signed by a fresh sign-in at the SAML provider', async ({
  page,
  context,
  world,
}) => {
  const learner = await world.learner();
  await external.know({ sub: 'signer', email: learner.email });
  await acceptAgreement(await world.clientOf(learner));
  const module = await textModule(world.admin, 'Safety Reporting', 'Report every adverse event at once.', {});
  await world.give(learner, module, 5);
  await page.goto(`${external.url}/api/login?returnTo=/training-module/${module.id}`);
  await signInThere(page, 'signer');
  await complete(page).click();
  const dialog = page.getByRole('dialog', { name: 'Sign the completion' });
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Confirm with your organization' }).click();
  const tab = await opened;
  const guard = guardPage(tab);
  // Its session there is open, and still it asks.
  await signInThere(tab, 'signer');
  await expect(dialog).toContainText('Your organization has confirmed your identity.');
  guard.check();
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog).toContainText('Your signature is recorded.');
});
