/** Reviews of who has which access (AUTH-17), on a server of its own: every account without an organization is in each review. */
import { accounts, demoPassword, type ServerFacts } from './facts.ts';
import { expect, makePerson, test } from './fixtures.ts';
import { startForked, type Forked } from './forked.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

const desk = { width: 1440, height: 900 };

let server: Forked;
let facts: ServerFacts;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = startForked('serve.ts');
  facts = (await server.message()) as ServerFacts;
});
test.afterAll(() => server.stop());

test('[AUTH-17] an access review is answered account by account, signed, and readable afterwards', async ({
  page,
  playwright,
  guard,
}) => {
  test.setTimeout(120_000);
  const baseURL = facts.url;
  const admin = await playwright.request.newContext({ baseURL });
  const asAdmin = { data: { email: accounts.admin, password: demoPassword } };
  await admin.post('/api/auth/login', asAdmin);
  await page.request.post(`${baseURL}/api/auth/login`, asAdmin);
  const name = `Reviewed ${String(Date.now())}`;
  const organization = await admin.post('/api/organizations', { data: { name, type: 'Medical Training' } });
  const { id: organizationId } = (await organization.json()) as { id: number };
  const add = (firstName: string, lastName: string, change: Record<string, unknown> = {}) =>
    makePerson(admin, { firstName, lastName, organizationId, ...change });
  const leaver = await add('Lea', 'Leaver');
  const manager = await add('Mia', 'Manager', { role: 'manager' });
  await admin.post(`/api/users/${manager.id}/grants`, { data: { kind: 'hr', organizationId } });
  const secondAdmin = await add('Otto', 'Other', { role: 'admin', organizationId: null });
  await admin.post(`/api/users/${leaver.id}/set-password`, {
    data: { password: 'told-by-phone-1', reason: 'Called' },
  });
  await page.setViewportSize(desk);
  await page.goto(`${baseURL}/access-reviews`);
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  const card = page
    .getByRole('list', { name: 'Organizations' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await expect(card).toContainText('Up to date');
  await expect(card).toContainText('every 12 months');
  await card.getByRole('button', { name: 'Change interval' }).click();
  await page.getByLabel('Months between reviews').fill('6');
  await page.getByRole('button', { name: 'Save interval' }).click();
  await expect(card).toContainText('every 6 months');
  await checkLooks(page, 'access-reviews');
  await checkLooks(page, 'access-reviews', [360]);
  await expectNothingCut(page, 'access reviews on a phone');
  await page.setViewportSize(desk);
  await card.getByRole('button', { name: 'Start review' }).click();
  await expect(page.getByRole('heading', { name: `Access Review: ${name}`, level: 1 })).toBeVisible();
  const table = page.getByRole('table', { name: 'Accounts' });
  const row = (who: string) => table.getByRole('row').filter({ hasText: who });
  await expect(row('Lea Leaver')).toContainText('Signing identity set by someone else');
  await expect(row('Mia Manager')).toContainText('HR access');
  await expect(row('Your own account: another administrator answers')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Sign review' })).toBeDisabled();

  await row('Lea Leaver').getByRole('button', { name: 'End the account of Lea Leaver' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(dialog.getByText('Enter a reason.')).toBeVisible();
  await dialog.getByLabel('Reason').fill('Left the company in May');
  await checkLooks(page, 'access-review-end');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(row('Lea Leaver').getByRole('button', { name: /^End/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );

  await row('Mia Manager').getByRole('button', { name: 'Change the access of Mia Manager' }).click();
  await dialog.getByRole('checkbox', { name: /HR access/ }).check();
  await dialog.getByLabel('Reason').fill('Moved to another team');
  await checkLooks(page, 'access-review-change');
  await page.setViewportSize(desk);
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(row('Mia Manager')).toContainText('Revokes: HR access');

  await page
    .getByRole('group', { name: 'Which accounts' })
    .getByRole('button', { name: /^Flagged/ })
    .click();
  await expect(row('Mia Manager')).toHaveCount(0);
  await row('Lea Leaver').getByText('Lea Leaver').click();
  await expect(dialog).toContainText('Password issued');
  await expect(dialog).toContainText('Not confirmed yet');
  await checkLooks(page, 'access-review-account');
  await checkLooks(page, 'access-review-account', [360]);
  await page.setViewportSize(desk);
  await page.keyboard.press('Escape');

  await page
    .getByRole('group', { name: 'Which accounts' })
    .getByRole('button', { name: /^Unanswered/ })
    .click();
  await expect(row('Lea Leaver')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all rows' }).check();
  await page.getByRole('button', { name: /^Keep \d+ selected accounts?$/ }).click();
  await expect(table.getByRole('row')).toHaveCount(2);
  await checkLooks(page, 'access-review');
  await page.setViewportSize(desk);
  await page.getByRole('group', { name: 'Which accounts' }).getByRole('button', { name: /^All/ }).click();
  await checkLooks(page, 'access-review-all');
  await checkLooks(page, 'access-review-all', [360]);
  await expectNothingCut(page, 'an access review on a phone');
  await page.setViewportSize(desk);

  // Reviewers cannot answer for their own account: the second administrator does.
  const other = await playwright.request.newContext({ baseURL });
  await other.post('/api/auth/login', { data: { email: secondAdmin.email, password: secondAdmin.password } });
  await other.post('/api/change-password', {
    data: { currentPassword: secondAdmin.password, newPassword: 'seven grey herons stand' },
  });
  const reviewId = page.url().split('/').at(-1)?.split('?')[0] ?? '';
  const { rows } = (await (await other.get(`/api/access-reviews/${reviewId}/accounts`)).json()) as {
    rows: { userId: string; seen: string; email: string }[];
  };
  const answer = async (email: string, given: Record<string, string>): Promise<void> => {
    const seen = rows
      .filter((account) => account.email === email)
      .map(({ userId, seen: shown }) => ({ userId, seen: shown }));
    const answered = await other.put(`/api/access-reviews/${reviewId}/answers`, {
      data: { accounts: seen, ...given },
    });
    expect(answered.status()).toBe(200);
  };
  await answer(accounts.admin, { answer: 'keep' });
  // What another reviewer answered while a dialog was open is said and shown, and the answer can be given again.
  await row('Lea Leaver').getByRole('button', { name: 'End the account of Lea Leaver' }).click();
  await answer(leaver.email, { answer: 'end', reason: 'Left the company in May' });
  guard.allow(409, `/api/access-reviews/${reviewId}/answers`);
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByText('The account has changed since you saw it. Review it again.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(row('Lea Leaver')).toContainText('Otto Other');
  await other.dispose();
  await row('Otto Other').getByRole('button', { name: 'End the account of Otto Other' }).click();
  await dialog.getByLabel('Reason').fill('No second administrator is needed');
  await dialog.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByRole('button', { name: 'Sign review' })).toBeEnabled();
  await page.getByRole('button', { name: 'Sign review' }).click();
  guard.allow(409, `/api/access-reviews/${reviewId}/sign`);
  const agreement = page.getByRole('checkbox');
  if (
    await agreement
      .filter({ visible: true })
      .isVisible()
      .catch(() => false)
  )
    await agreement.check();
  await checkLooks(page, 'access-review-sign');
  await page.setViewportSize(desk);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText('Your signature is recorded.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Signature valid')).toBeVisible();
  await expect(row('Lea Leaver')).toContainText('Left the company in May');
  await expect(page.getByRole('button', { name: 'Sign review' })).toHaveCount(0);
  await checkLooks(page, 'access-review-signed');
  await page.setViewportSize(desk);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toMatch(/^access-review-\d+-.*\.csv$/);
  const paper = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PDF' }).click();
  expect((await paper).suggestedFilename()).toMatch(/^access-review-\d+-.*\.pdf$/);
  const person = await admin.get(`/api/users?q=${encodeURIComponent(leaver.email)}`);
  expect(await person.json()).toMatchObject([{ isActive: false }]);
  await admin.dispose();
});
