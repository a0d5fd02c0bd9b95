import { demoOrganizations } from '#server/demo/people.ts';
import type { Account } from './facts.ts';
import { expect, test } from './fixtures.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

test('[SHELL-03] / by role, and the choice of the system for admins', async ({ page, signIn }) => {
  await signIn('admin');
  await expect(page.getByRole('link', { name: 'Training Management System' })).toHaveAttribute(
    'href',
    '/admin',
  );
  const hr = page.getByRole('link', { name: 'HR Management System' });
  await expect(hr).toHaveAttribute('href', '/hr-dashboard');
  await checkLooks(page, 'admin-landing');
  await page.setViewportSize({ width: 1440, height: 900 });
  await hr.click();
  await expect(page).toHaveURL('/hr-dashboard');
  await expect(page).toHaveTitle('HR Dashboard · TrainTrail');
  await page.goto('/Admin-Landing');
  await expect(page.getByRole('link', { name: 'HR Management System' })).toBeVisible();
});

const menus: readonly (readonly [Account, string, readonly string[], string])[] = [
  [
    'admin',
    '/',
    ['Administration', 'Reports & Analytics', 'Operations', 'My Training', 'Document Management', 'Profile'],
    'Dashboard',
  ],
  ['manager', '/', ['Management', 'My Training', 'Profile'], 'Manager Dashboard'],
  ['learner', '/', ['Profile'], 'Dashboard'],
  [
    'admin',
    '/hr-cv-repository',
    [
      'Document Management',
      'Organization Documents',
      'Administration',
      'Reports & Analytics',
      'Operations',
      'My Training',
      'Profile',
    ],
    'CV Repository',
  ],
];
for (const [account, path, headings, active] of menus) {
  test(`[SHELL-05] sidebar of ${account} at ${path}`, async ({ page, signIn }) => {
    await signIn(account, path);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await expect(menu.getByRole('heading')).toHaveText([...headings]);
    await expect(menu.locator('[aria-current="page"]')).toHaveText(active);
  });
}

test('[SHELL-05] [HR-04] the HR menu has an entry for each of the nine organizations', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/hr-dashboard');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  // Other tests make organizations of their own meanwhile, so there may be more.
  for (const { slug, name } of demoOrganizations)
    await expect(menu.locator(`a[href="/hr-org/${slug}"]`)).toHaveText(name);
  await page.locator('nav a[href^="/hr-org/"]').first().click();
  await expect(page).toHaveURL(/\/hr-org\/[a-z0-9-]+$/);
});

test('[SHELL-05] the grant hr gives the HR area with the entries of the own organization', async ({
  page,
  signIn,
}) => {
  await signIn('hr', '/my-assignments');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link', { name: 'CV Repository' })).toBeVisible();
  await expect(page.locator('nav a[href^="/hr-org/"]')).toHaveCount(1);
});

test('[SHELL-05] an administrator reaches administration from the HR area, and a learner with the grant hr the own training', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/hr-dashboard');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Users & Roles' }).click();
  await expect(page).toHaveURL('/users');
  await menu.getByRole('link', { name: 'CV Repository' }).click();
  await expect(page).toHaveURL('/hr-cv-repository');
  // What the screen asks for has come before nobody is signed in any more.
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await signIn('hr', '/hr-dashboard');
  await menu.getByRole('link', { name: 'My Assignments' }).click();
  await expect(page).toHaveURL('/my-assignments');
  await menu.getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page).toHaveURL('/profile/documents');
});

const denied: readonly (readonly [Account, string, string | RegExp])[] = [
  ['learner', '/organizations', 'Access Denied - Admin access required for this page.'],
  ['manager', '/training-matrix', 'Access Restricted - Admin access required to manage training matrices.'],
  ['learner', '/manager', /Access Denied\s*Manager access required for this page\./],
  ['learner', '/hr-dashboard', 'Access Denied - HR access required for this page.'],
];
for (const [account, path, text] of denied) {
  test(`[AUTH-13] ${path} says to a ${account} what is missing`, async ({ page, signIn }) => {
    await signIn(account, path);
    await expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();
    await expect(page).toHaveURL(path);
  });
}

test('[USR-01] [SHELL-12] /users sends others home after 500 ms', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('learner', '/users');
  // Looked for in every frame: it is there for half a second.
  await page.getByText('Access Denied - Admin access required for user management').waitFor();
  await page.clock.runFor(500);
  await expect(page).toHaveURL('/');
});

test('[SHELL-04] the user menu offers Profile, Settings and Sign out', async ({ page, signIn }) => {
  await signIn('manager', '/team');
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Profile', 'Settings', 'Sign out']);
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toHaveAttribute('href', '/api/logout');
  await checkLooks(page, 'user-menu');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
});

test('[SHELL-02] 404 page signed in, inside the frame', async ({ page, signIn }) => {
  await signIn('learner', '/no/such/page');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page).toHaveURL('/');
});

test('[SHELL-05] [SHELL-11] on a small screen the menu is in a drawer', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('admin', '/profile');
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog').getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link')).toHaveCount(25);
  await checkLooks(page, 'drawer', [360]);
  await menu.getByRole('link', { name: 'Outbox' }).click();
  await expect(page).toHaveURL('/outbox');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[SHELL-10] by keyboard: skip link, menu, and the new page takes the focus', async ({
  page,
  signIn,
}) => {
  await signIn('learner', '/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const certificates = page.getByRole('link', { name: 'Certificates' });
  for (
    let at = 0;
    at < 12 && !(await certificates.evaluate((node) => node === document.activeElement));
    at += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/certificates');
  await expect(page.locator('#content')).toBeFocused();
});

test('[SHELL-09] theme and language of the settings take effect at once, German cuts nothing off', async ({
  page,
  signIn,
}) => {
  await signIn('manager', '/team');
  const settings = (await (await page.request.get('/api/users/settings')).json()) as {
    language: string;
    theme: string;
  };
  await page.request.patch('/api/users/settings', { data: { language: 'de', theme: 'light' } });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mein Team' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNothingCut(page, 'a screen in German');
  await page.getByRole('button', { name: 'Menü öffnen' }).click();
  await expect(page.getByRole('link', { name: 'Führungskräfteübersicht' })).toBeVisible();
  await expectNothingCut(page, 'the drawer in German');
  const { language, theme } = settings;
  await page.request.patch('/api/users/settings', { data: { language, theme } });
});

test('[SHELL-09] no visible text of the frame stands outside the catalogue', async ({ page, signIn }) => {
  await usePseudoLanguage(page);
  // A list with nothing in it: the frame is the matter.
  await signIn('admin', '/hr-consulting-agreements?q=nothing-of-this-name');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[ÅËÏØÜåëïøü]/);
  const { organizations } = await page.evaluate(async () => ({
    organizations: (await (await fetch('/api/organizations?limit=1000')).json()) as { name: string }[],
  }));
  const user = (await (await page.request.get('/api/auth/user')).json()) as {
    firstName: string;
    lastName: string;
  };
  const names = [...organizations.map(({ name }) => name), `${user.firstName} ${user.lastName}`];
  await expectCatalogueOnly(
    page,
    names.map((name) => new RegExp(`^${RegExp.escape(name)}$`)),
  );
});
