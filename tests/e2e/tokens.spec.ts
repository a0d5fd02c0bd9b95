import { request } from '@playwright/test';
import { expect, test } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';
import { desk } from './users-parts.ts';

test('[OPS-06] an administrator creates an API token, sees it once, uses it and revokes it', async ({
  page,
  signIn,
}) => {
  const name = `BI tool ${String(Date.now())}`;
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox');
  await page.getByRole('link', { name: 'API Tokens' }).click();
  await expect(page).toHaveURL('/tokens');
  await expect(page.getByRole('heading', { level: 1, name: 'API Tokens' })).toBeVisible();

  await page.getByRole('button', { name: 'Create token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.getByRole('button', { name: 'Create token' }).click();
  await expect(form.getByText('Enter a name.')).toBeVisible();
  await expect(form.getByText('Choose at least one permission.')).toBeVisible();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('Create and change organizations and departments').check();
  await form.getByLabel('List people', { exact: true }).check();
  await form.getByLabel('Reason').fill('The BI tool reads who works where.');
  await checkLooks(page, 'tokens-create');
  await page.setViewportSize(desk);
  await form.getByRole('button', { name: 'Create token' }).click();

  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = (await shown.getByText(/^tt_[0-9A-Za-z]{49}$/).textContent()) ?? '';
  await expect(shown.getByRole('button', { name: 'Done' })).toBeDisabled();
  await checkLooks(page, 'tokens-shown');
  await page.setViewportSize(desk);
  await shown.getByLabel('I have saved the token.').check();
  await shown.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(token)).toHaveCount(0);

  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText('Active');
  await expect(card).toContainText('Never used');
  await expect(card).toContainText(`tt_…${token.slice(-4)}`);
  const baseURL = new URL(page.url()).origin;
  const machine = await request.newContext({
    baseURL,
    extraHTTPHeaders: { authorization: `Bearer ${token}` },
  });
  expect((await machine.get('/api/users?limit=1')).status()).toBe(200);
  expect((await machine.get('/api/audit')).status()).toBe(403);
  await page.reload();
  await expect(card).toContainText('Last used');
  await checkLooks(page, 'tokens');
  await page.setViewportSize(desk);

  await card.getByRole('button', { name: `Revoke ${name}` }).click();
  const revoke = page.getByRole('dialog', { name: 'Revoke token' });
  await revoke.getByLabel('Reason').fill('The tool is replaced.');
  await revoke.getByRole('button', { name: 'Revoke token' }).click();
  await expect(card).toContainText('Revoked');
  expect((await machine.get('/api/users?limit=1')).status()).toBe(401);
  await machine.dispose();
});
