import { accounts, demoPassword } from './facts.ts';
import { expect, makePerson, test, toastOf } from './fixtures.ts';
import { checkLooks } from './looks.ts';

test.describe('sign-in dialog', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/landing');
    await page.getByRole('button', { name: 'Sign In' }).click();
  });

  test('[AUTH-02] says what is wrong at the fields and tells whom to ask for an account', async ({
    page,
  }) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('not an address');
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
    await expect(dialog.getByText('Password is required')).toBeVisible();
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await expect(dialog.getByText('contact your system administrator')).toBeVisible();
  });

  test('[AUTH-02] [SHELL-12] a wrong password: Login Failed with the message of the server', async ({
    page,
    guard,
  }) => {
    guard.allow(401, '/api/auth/login');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill('nobody-at-all@demo.example');
    await dialog.getByLabel('Password', { exact: true }).fill('not-the-one');
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Login Failed');
    await expect(toastOf(page)).toContainText('Invalid email or password. Please try again.');
    await expect(dialog).toBeVisible();
  });

  test('[AUTH-02] [SHELL-12] success: the toast, the dialog closes, then /', async ({ page }) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(accounts.learner);
    await dialog.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.keyboard.press('Enter');
    await expect(toastOf(page)).toContainText('Login Successful');
    await expect(toastOf(page)).toContainText('Welcome back! Redirecting to your dashboard...');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  });

  test('[AUTH-03] without a provider there is no external button', async ({ page }) => {
    await expect(page.getByRole('dialog').getByLabel('Email')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in with your organization' })).toHaveCount(0);
  });
});

test('[SHELL-06] one toast at a time: a new one replaces the old, and it goes after 5 s', async ({
  page,
  guard,
}) => {
  guard.allow(401, '/api/auth/login');
  await page.clock.install();
  await page.goto('/landing');
  await page.getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('nobody-here@demo.example');
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-one');
  for (let at = 0; at < 2; at += 1) {
    const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/login'));
    await page.keyboard.press('Enter');
    await answer;
    await expect(toastOf(page)).toHaveCount(1);
    // Only then Enter sends again.
    await expect(dialog.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  }
  await expect(toastOf(page)).toHaveAttribute('data-tone', 'destructive');
  await page.clock.runFor(5000);
  await expect(toastOf(page)).toHaveCount(0);
});

test('[AUTH-02] with a provider its button goes to /api/login as a whole page', async ({ page }) => {
  await page.route('/api/landing', (route) =>
    route.fulfill({ json: { organizations: [], externalSignIn: true } }),
  );
  await page.goto('/landing');
  await page.getByRole('button', { name: 'Get Started' }).click();
  const external = page.getByRole('link', { name: 'Sign in with your organization' });
  await expect(external).toHaveAttribute('href', '/api/login');
});

test('[AUTH-03] /api/login without a provider opens the dialog on the landing page', async ({ page }) => {
  await page.goto('/api/login');
  await expect(page).toHaveURL(/\/landing\?/);
  await expect(page.getByRole('dialog', { name: 'Sign in to TrainTrail' })).toBeVisible();
});

test('[USR-01] [AUTH-01] a visitor of /users is asked to sign in', async ({ page }) => {
  await page.goto('/users');
  await expect(page.getByRole('dialog', { name: 'Sign in to TrainTrail' })).toBeVisible();
});

test('[AUTH-04] Sign out leaves the page for /landing, and going back shows nothing of the person', async ({
  page,
  signIn,
}) => {
  await signIn('learner', '/profile');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/landing');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Get Started' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
});

test('[AUTH-06] activation: the dialog covers every screen, cannot be left, and a change opens the product', async ({
  page,
  api,
}) => {
  const { email, password } = await makePerson(await api('admin'));
  await page.goto('/landing');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Account Activation Required');
  const gate = page.getByRole('dialog', { name: 'Account Activation Required' });
  await expect(gate).toBeVisible();
  await expect(gate.getByLabel('Temporary Password')).toBeVisible();
  await expect(gate.getByText('mix of letters, numbers and symbols')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(gate).toBeVisible();
  await page.goto('/my-assignments');
  await expect(gate).toBeVisible();
  await checkLooks(page, 'password-gate');

  await gate.getByRole('button', { name: 'Activate Account' }).click();
  await expect(gate.getByText('Password must be at least 8 characters')).toHaveCount(2);
  await gate.getByLabel('New Password').fill('a-new-long-password');
  await gate.getByLabel('Confirm Password').fill('another-long-password');
  await gate.getByRole('button', { name: 'Activate Account' }).click();
  await expect(gate.getByText("Passwords don't match")).toBeVisible();
  await gate.getByLabel('Confirm Password').fill('a-new-long-password');
  await gate.getByRole('button', { name: 'Activate Account' }).click();
  await expect(toastOf(page)).toContainText('Password Changed');
  await expect(toastOf(page)).toContainText('Your password has been updated successfully.');
  await expect(gate).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'My Assignments' })).toBeVisible();
});

test('[AUTH-06] [AUTH-07] [SHELL-12] Password Change Failed with the message of the server, or its own', async ({
  page,
  api,
  signIn,
  guard,
}) => {
  guard.allow(422, '/api/change-password');
  guard.allow(502, '/api/change-password');
  await signIn(await makePerson(await api('admin')), '/');
  const gate = page.getByRole('dialog', { name: 'Account Activation Required' });
  await gate.getByLabel('Temporary Password').fill('not-the-preset-one');
  await gate.getByLabel('New Password').fill('a-new-long-password');
  await gate.getByLabel('Confirm Password').fill('a-new-long-password');
  await gate.getByRole('button', { name: 'Activate Account' }).click();
  await expect(toastOf(page)).toContainText('Password Change Failed');
  await expect(toastOf(page)).toContainText('The current password is incorrect.');
  await expect(gate).toBeVisible();
  await page.route('/api/change-password', (route) => route.fulfill({ status: 502, body: '' }));
  await gate.getByRole('button', { name: 'Activate Account' }).click();
  await expect(toastOf(page)).toContainText('Failed to change password. Please try again.');
});

test('[AUTH-02] [SHELL-12] Login Failed without a message of the server', async ({ page, guard }) => {
  guard.allow(502, '/api/auth/login');
  await page.route('/api/auth/login', (route) => route.fulfill({ status: 502, body: '' }));
  await page.goto('/landing');
  await page.getByRole('button', { name: 'Get Started' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill('somebody@demo.example');
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill('some-password');
  await page.keyboard.press('Enter');
  await expect(toastOf(page)).toContainText('Login Failed');
  await expect(toastOf(page)).toContainText('Invalid email or password. Please try again.');
});
