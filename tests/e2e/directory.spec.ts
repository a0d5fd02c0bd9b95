import { request, type APIRequestContext } from '@playwright/test';
import { expect, test } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';
import { desk } from './users-parts.ts';

const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
} as const;

async function create(directory: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await directory.post(`/scim/v2${path}`, { data });
  expect(answer.status(), await answer.text()).toBe(201);
  return ((await answer.json()) as { readonly id: string }).id;
}

test('[OPS-06] an administrator connects a directory, and chooses which group makes managers', async ({
  page,
  signIn,
}) => {
  const key = String(Date.now());
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox');
  await page.getByRole('link', { name: 'Company Directory' }).click();
  await expect(page).toHaveURL('/directory');
  const origin = new URL(page.url()).origin;
  await expect(page.getByText(`${origin}/scim/v2`)).toBeVisible();
  await checkLooks(page, 'directory-empty');
  await page.setViewportSize(desk);

  await page.getByRole('link', { name: 'Create an API token' }).click();
  await page.getByRole('button', { name: 'Create token' }).first().click();
  const form = page.getByRole('dialog', { name: 'Create token' });
  await form.getByLabel('Name').fill(`Directory ${key}`);
  await form.getByLabel('Manage people from a company directory (SCIM)').check();
  await form.getByLabel('Reason').fill('The directory manages accounts.');
  await form.getByRole('button', { name: 'Create token' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = (await shown.getByText(/^tt_[0-9A-Za-z]{49}$/).textContent()) ?? '';
  await shown.getByLabel('I have saved the token.').check();
  await shown.getByRole('button', { name: 'Done' }).click();

  const directory = await request.newContext({
    baseURL: origin,
    extraHTTPHeaders: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
  });
  const lead = await create(directory, '/Users', {
    schemas: [schemas.user],
    userName: `lead-${key}@directory.example`,
    name: { givenName: 'Leona', familyName: `Directory ${key}` },
    active: true,
  });
  const name = `Team leads ${key}`;
  const group = await create(directory, '/Groups', {
    schemas: [schemas.group],
    displayName: name,
    members: [{ value: lead }, { value: 'not-here-yet' }],
  });

  await page.goto(`/directory?q=${encodeURIComponent(name)}`);
  const card = page.getByRole('listitem').filter({ hasText: name });
  await expect(card).toContainText('1 person');
  await expect(card).toContainText('1 member is not in TrainTrail yet.');
  await card.getByRole('button', { name: `Choose role of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Role of the group' });
  await dialog.getByLabel('Manager').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('They lead the teams.');
  await checkLooks(page, 'directory-role');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(card.getByText('Manager', { exact: true })).toBeVisible();
  await checkLooks(page, 'directory');
  await page.setViewportSize(desk);

  await page.goto(`/employee/${lead}`);
  await expect(page.getByText('Manager', { exact: true }).first()).toBeVisible();
  expect((await directory.delete(`/scim/v2/Groups/${group}`)).status()).toBe(204);
  await page.reload();
  await expect(page.getByText('Learner', { exact: true }).first()).toBeVisible();
  expect((await directory.delete(`/scim/v2/Users/${lead}`)).status()).toBe(204);
  await page.reload();
  await expect(page.getByText('Inactive', { exact: true }).first()).toBeVisible();
  await directory.dispose();
});
