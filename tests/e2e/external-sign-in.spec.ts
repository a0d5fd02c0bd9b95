import type { Locator, Page } from '@playwright/test';
import { startExternalWorld, type ExternalWorld } from './external-world.ts';
import { guardPage } from './guard.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { acceptAgreement, textModule } from './learner-world.ts';
import { checkLooks, expectAccessible, expectNothingCut } from './looks.ts';
import { complete } from './viewer-parts.ts';

let external: ExternalWorld;
// Parted between two workers, the tests would start the server twice.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  external = await startExternalWorld();
});
test.afterAll(() => external.stop());

const button = (page: Page): Locator =>
  page.getByRole('dialog').getByRole('link', { name: 'Sign in with your organization' });

/** Types the account into the provider's own form. */
async function signInThere(page: Page, sub: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(external.issuer);
  await page.getByLabel('Account').fill(sub);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('[AUTH-02] [AUTH-03] [AUTH-04] by the button to the provider, back to the deep link signed in, and out at both', async ({
  page,
  world,
}) => {
  const learner = await world.learner();
  await external.know({ sub: 'walker', email: learner.email, email_verified: true });
  await external.know({ sub: 'stranger', email: 'stranger@elsewhere.example', email_verified: true });

  // A protected path, signed out: the way back is kept through everything that follows.
  await page.goto(`${external.url}/employee?filter=overdue`);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await button(page).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in to TrainTrail' });
  await expect(dialog.getByRole('alert')).toHaveText('The sign-in at your organization was cancelled.');
  await checkLooks(page, 'external-sign-in-cancelled');

  await button(page).click();
  await signInThere(page, 'stranger');
  await expect(dialog.getByRole('alert')).toContainText('Please contact your system administrator.');
  await page.context().clearCookies();
  await button(page).click();
  await signInThere(page, 'walker');
  await expect(page).toHaveURL(`${external.url}/employee?filter=overdue`);
  await expect(page.getByRole('heading', { name: 'My Training' })).toBeVisible();

  await page.getByRole('button', { name: /Lena Hofmann|account/i }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign out of the organization?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, sign out' }).click();
  await expect(page).toHaveURL(`${external.url}/landing`);
  expect((await page.request.get(`${external.url}/api/auth/user`)).status()).toBe(401);
  // The session at the provider has ended too: it asks again.
  await page.getByRole('button', { name: 'Get Started' }).click();
  await button(page).click();
  await expect(page.getByRole('heading', { name: 'Sign in to your organization' })).toBeVisible();
});

test('[SIG-01] [SIG-02] a signature is confirmed in a window at the provider, and the dialog goes on by itself', async ({
  page,
  context,
  world,
}) => {
  const learner = await world.learner();
  await external.know({ sub: 'signer', email: learner.email, email_verified: true });
  await acceptAgreement(await world.clientOf(learner));
  const module = await textModule(world.admin, 'Safety Reporting', 'Report every adverse event at once.', {});
  await world.give(learner, module, 5);

  await page.goto(`${external.url}/api/login?returnTo=/training-module/${module.id}`);
  await signInThere(page, 'signer');
  await complete(page).click();
  const dialog = page.getByRole('dialog', { name: 'Sign the completion' });
  const confirm = dialog.getByRole('button', { name: 'Confirm with your organization' });
  await expect(confirm).toBeVisible();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveCount(0);
  await checkLooks(page, 'sign-by-provider');

  // The person has an own password too, which may be used instead.
  await dialog.getByRole('button', { name: 'Use your password instead' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Confirm with your organization instead' }).click();

  let opened = context.waitForEvent('page');
  await confirm.click();
  let tab = await opened;
  await expect(dialog).toContainText('Waiting for you to sign in at your organization');
  await tab.getByRole('button', { name: 'Cancel' }).click();
  await expect(tab.getByRole('heading', { name: 'Nothing was confirmed' })).toBeVisible();
  await checkLooks(tab, 'signature-not-confirmed');
  await tab.close();
  await expect(dialog).toContainText('The sign-in at your organization was cancelled.');
  await expectAccessible(page, 'the dialog after a cancelled confirmation');

  opened = context.waitForEvent('page');
  await confirm.click();
  tab = await opened;
  const guard = guardPage(tab);
  await signInThere(tab, 'signer');
  await expect(dialog).toContainText('Your organization has confirmed your identity.');
  guard.check();
  await expectNothingCut(page, 'the dialog that is ready to sign');
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog).toContainText('Your signature is recorded.');
  await expect(toastOf(page)).toContainText('Status Updated');
});

test('[AUTH-03] [SHELL-09] [SHELL-11] German at 360 px cuts nothing off, and says why nothing was confirmed', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.setItem('traintrail-language', 'de'));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${external.url}/landing?signin=unavailable`);
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    /Die Anmeldung Ihrer Organisation ist im Moment nicht erreichbar/,
  );
  await expectNothingCut(page, 'the sign-in dialog with its explanation');
  await page.goto(`${external.url}/signature-confirmed?result=other`);
  await expect(page.getByRole('heading', { name: 'Das war jemand anderes' })).toBeVisible();
  await expectNothingCut(page, 'the page of a confirmation');
});
