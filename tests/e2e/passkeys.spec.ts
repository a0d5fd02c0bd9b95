import type { CDPSession, Locator, Page } from '@playwright/test';
import { readText } from '#tests/harness/training-world.ts';
import type { PasswordProfile } from '#shared/domain/passwords/policy.ts';
import { startExternalWorld, type ExternalWorld } from './external-world.ts';
import { startForked } from './forked.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, enrolAuthenticator, textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { desk, dialog, inDatabase } from './users-parts.ts';
import { complete } from './viewer-parts.ts';

const security = (page: Page): Locator => page.getByRole('tab', { name: 'Security' });
const name = 'Work laptop';

/** Gives the page an authenticator of its own, which verifies its person. */
async function plugIn(page: Page): Promise<{ readonly cdp: CDPSession; readonly authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

/** The servers of this file: pages of one that has stopped would complain, so that they stop after the tests. */
let site: { readonly url: string; readonly stop: () => Promise<void> };
let regulated: typeof site;
let external: ExternalWorld;
async function start(profile: PasswordProfile) {
  const { message, stop } = startForked('serve-passkeys.ts', [profile]);
  const { url } = (await message()) as { url: string };
  return { url, stop };
}
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  [site, regulated, external] = await Promise.all([
    start('standard'),
    start('regulated'),
    startExternalWorld('regulated'),
  ]);
});
test.afterAll(() => Promise.all([site, regulated, external].map(({ stop }) => stop())));

const looks = async (page: Page, what: string): Promise<void> => {
  await checkLooks(page, what);
  await page.setViewportSize(desk);
};

async function keepCodes(page: Page): Promise<void> {
  const codes = dialog(page, 'Your recovery codes');
  await expect(codes).toContainText('These codes are shown only once.');
  await codes.getByRole('checkbox').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await expect(codes).toHaveCount(0);
}

test('[AUTH-19] add a passkey, sign in, sign a training and confirm a change with it, then revoke it', async ({
  page,
  world,
  guard,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Passkey Safety', 'Report every adverse event.', {});
  const { id } = await world.give(learner, module, 5);
  const client = await acceptAgreement(await world.clientOf(learner));
  await readText(client, id);
  const { cdp, authenticatorId } = await plugIn(page);
  // The challenge is what the call itself answers.
  for (const call of [
    `/api/training-assignments/${String(id)}/status`,
    '/api/auth/login/verify',
    '/api/session/step-up',
  ])
    guard.allow(409, call);
  guard.allow(401, '/api/auth/login/passkey');

  await page.request.post(`${site.url}/api/auth/login`, {
    data: { email: learner.email, password: learner.password },
  });
  await page.goto(`${site.url}/settings`);
  await security(page).click();
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const add = dialog(page, 'Add a passkey');
  await looks(page, 'passkey-add');
  await add.getByRole('button', { name: 'Continue' }).click();
  await expect(add.getByLabel('Name')).toHaveAccessibleDescription(/Enter a name/);
  await add.getByLabel('Name').fill(name);
  await add.getByRole('button', { name: 'Continue' }).click();
  await keepCodes(page);
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByText('Passkey added')).toHaveCount(0);
  await looks(page, 'passkeys');
  // The same authenticator takes no second one of the same person.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await add.getByLabel('Name').fill('Twice');
  await add.getByRole('button', { name: 'Continue' }).click();
  await expect(add).toContainText('This device already has a passkey of yours.');
  await add.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Rename the passkey ${name}` }).click();
  const rename = dialog(page, 'Rename passkey');
  await rename.getByLabel('Name').fill('Desk');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Desk', { exact: true })).toBeVisible();

  // Alone, without a password; without its person it does nothing.
  await page.goto(`${site.url}/api/logout`);
  await page.goto(`${site.url}/landing?signin=1`);
  const signIn = dialog(page, 'Sign in to TrainTrail');
  await expect(signIn.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await looks(page, 'passkey-sign-in');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('The passkey was not used. Try again or choose another way.')).toBeVisible();
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL((address) => address.pathname !== '/landing');

  await page.goto(`${site.url}/training-module/${String(module.id)}?assignment=${String(id)}`);
  await complete(page).click();
  const signing = dialog(page, 'Sign the completion');
  await expect(signing.getByRole('button', { name: 'Sign with a passkey' })).toBeVisible();
  await looks(page, 'passkey-signing');
  await signing.getByRole('button', { name: 'Sign with a passkey' }).click();
  await expect(signing).toContainText('Signed');

  // As the second step after the password.
  await page.goto(`${site.url}/api/logout`);
  await page.goto(`${site.url}/landing?signin=1`);
  await signIn.getByLabel('Email').fill(learner.email);
  await signIn.getByLabel('Password', { exact: true }).fill(learner.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await looks(page, 'passkey-second-step');
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL((address) => address.pathname !== '/landing');

  await page.goto(`${site.url}/settings`);
  await security(page).click();
  await inDatabase(`update sessions set strong_auth_at = now() - interval '15 minutes' where user_id = $1`, [
    learner.id,
  ]);
  const own = await page.request.get(`${site.url}/api/auth/passkeys`);
  const { passkeys } = (await own.json()) as { readonly passkeys: readonly { readonly id: number }[] };
  guard.allow(403, `/api/auth/passkeys/${String(passkeys[0]?.id)}`);
  await page.getByRole('button', { name: 'Revoke the passkey Desk' }).click();
  await dialog(page, 'Revoke this passkey?').getByRole('button', { name: 'Revoke' }).click();
  const proof = dialog(page, 'Confirm your identity');
  await expect(proof.getByRole('button', { name: 'Use a passkey' })).toBeVisible();
  await looks(page, 'passkey-step-up');
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(proof).toHaveCount(0);
  await expect(page.getByText('Desk', { exact: true })).toHaveCount(0);

  await page.goto(`${site.url}/api/logout`);
  await page.goto(`${site.url}/landing?signin=1`);
  await signIn.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(
    page.getByText('This passkey was not accepted. Try again or sign in another way.').first(),
  ).toBeVisible();
});

test('[AUTH-07] [AUTH-19] where two factors are required, a passkey is set up in place of an authenticator app', async ({
  page,
  world,
}) => {
  const manager = await world.learner({ role: 'manager' });
  await plugIn(page);
  await page.request.post(`${regulated.url}/api/auth/login`, {
    data: { email: manager.email, password: manager.password },
  });
  await page.goto(`${regulated.url}/`);
  const gate = dialog(page, 'Set up two-factor sign-in');
  await gate.getByRole('button', { name: 'Use a passkey instead' }).click();
  await looks(page, 'passkey-gate');
  await gate.getByLabel('Name').fill(name);
  await gate.getByRole('button', { name: 'Continue' }).click();
  await keepCodes(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('[AUTH-19] a second factor that the organization did not ask for is given here', async ({
  page,
  world,
  guard,
}) => {
  const manager = await world.learner({ role: 'manager' });
  const app = await enrolAuthenticator(await world.clientOf(manager), manager);
  await external.know({ sub: 'one-factor', email: manager.email, email_verified: true });
  guard.allow(422, '/api/session/second-factor');
  await page.goto(`${external.url}/api/login`);
  await page.getByLabel('Account').fill('one-factor');
  await page.getByRole('button', { name: 'Continue' }).click();
  const gate = dialog(page, 'Confirm with your second factor');
  await expect(gate).toContainText("your organization's sign-in asked for one only");
  await looks(page, 'give-second-factor');
  await gate.getByLabel('Authenticator or recovery code').fill('000000');
  await gate.getByRole('button', { name: 'Continue' }).click();
  await expect(gate.getByLabel('Authenticator or recovery code')).toHaveAccessibleDescription(/incorrect/);
  await gate.getByLabel('Authenticator or recovery code').fill(await app.code());
  await gate.getByRole('button', { name: 'Continue' }).click();
  await expect(gate).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
