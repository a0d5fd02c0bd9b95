import { expect, test } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';
import { desk } from './users-parts.ts';

test('[OPS-06] an administrator finds a call, reads what it takes and answers, and tries it', async ({
  page,
  signIn,
  guard,
}) => {
  guard.allow(404, '/api/organizations/999999');
  await page.setViewportSize(desk);
  await signIn('admin', '/tokens');
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL('/api-docs');
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible();
  await page.getByLabel('Search', { exact: true }).fill('get organizations.view');
  await page.getByLabel('Only calls that accept API tokens').check();
  await page.getByRole('button', { name: /^GET \/api\/organizations\/\{id\} / }).click();
  await expect(page).toHaveURL(/call=organizations\.get/);
  const call = page.getByRole('listitem').filter({ hasText: 'Accepts API tokens' });
  await expect(call).toContainText('Permission: organizations.view');
  await expect(call).toContainText('NOT_FOUND');
  await expect(call.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await call.getByRole('textbox', { name: 'id' }).fill('999999');
  await call.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(call.getByText('Status 404')).toBeVisible();
  await checkLooks(page, 'api-docs-call');
  await page.setViewportSize(desk);

  // The address names the call.
  await page.goto('/api-docs?call=people.list');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Status 200')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Response' })).toContainText('"email"');
  await page.getByRole('button', { name: /^GET \/api\/users People/ }).click();
  await checkLooks(page, 'api-docs');
});

test('[OPS-06] [AUTH-13] a learner who opens /api/docs sees the calls of their own rights, and others on request', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize(desk);
  await signIn('learner', '/employee');
  await page.goto('/api/docs');
  await expect(page).toHaveURL('/api-docs');
  await expect(page.getByRole('button', { name: /^GET \/api\/home / })).toBeVisible();
  await expect(page.getByRole('button', { name: /^GET \/api\/users / })).toHaveCount(0);
  await page.getByLabel('Only calls I can make').uncheck();
  await page.getByRole('button', { name: /^GET \/api\/users / }).click();
  await expect(page.getByText('Permission: people.list')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
  await page.getByLabel('Search', { exact: true }).fill('no such call');
  await expect(page.getByText('No calls found')).toBeVisible();
});
