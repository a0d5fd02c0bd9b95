/** Findings of an integrity check, on a server of its own: others must not see their banner. */
import pg from 'pg';
import { accounts, demoPassword, type ServerFacts } from './facts.ts';
import { failCall } from './fail-call.ts';
import { expect, test } from './fixtures.ts';
import { startForked, type Forked } from './forked.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

let own: Forked;
let facts: ServerFacts;
// Parted between two workers, the tests would start the server twice.
test.describe.configure({ mode: 'default' });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  own = startForked('serve.ts', ['--copies']);
  facts = (await own.message()) as ServerFacts;
});
test.afterAll(() => own.stop());

/** What a superuser does past all triggers. */
async function forge(statement: string): Promise<void> {
  const database = new pg.Client({ connectionString: facts.adminUrl });
  await database.connect();
  await database.query('set session_replication_role = replica');
  await database.query(statement);
  await database.end();
}

test('[AUD-02] administrators see where the newest seal is kept outside the database, and where it could not be sent', async ({
  page,
  guard,
}) => {
  const answer = await page.request.post(`${facts.url}/api/auth/login`, {
    data: { email: accounts.admin, password: demoPassword },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(`${facts.url}/integrity-checks`);
  const copies = page.getByRole('region', { name: 'Copies of the newest seal' });
  const [folder, logs] = ['Second folder', 'Log server'].map((name) =>
    copies.getByRole('listitem').filter({ hasText: name }),
  );
  await expect(folder ?? copies).toContainText('Up to date');
  await expect(folder ?? copies).toContainText(/Seal \d+ · /);
  await expect(logs ?? copies).toContainText('Failed');
  await expect(logs ?? copies).toContainText('The last attempt failed. It will be retried automatically.');
  await expect(logs ?? copies).toContainText('ECONNREFUSED');
  await checkLooks(page, 'integrity-copies');
  await checkLooks(page, 'integrity-copies', [360]);
  await expectNothingCut(page, 'copies of the seal on a phone');
  const address = `${facts.url}/api/integrity-checks/copies`;
  await page.route(address, (route) => route.fulfill({ json: [] }));
  await page.reload();
  await expect(copies).toContainText('No copies are stored outside the database.');
  await checkLooks(page, 'integrity-no-copies');
  await checkLooks(page, 'integrity-no-copies', [360]);
  await page.unroute(address);
  const letThrough = await failCall(page, guard, 'GET', '/api/integrity-checks/copies');
  await page.reload();
  await expect(copies.getByRole('button', { name: 'Retry' })).toBeVisible({ timeout: 30_000 });
  await letThrough();
  await copies.getByRole('button', { name: 'Retry' }).click();
  await expect(folder ?? copies).toContainText('Up to date');
});

test('[AUD-04] [OPS-10] a planted change is found from the screen, shown on every screen, and closed by a signature', async ({
  page,
}) => {
  test.setTimeout(240_000);
  const answer = await page.request.post(`${facts.url}/api/auth/login`, {
    data: { email: accounts.admin, password: demoPassword },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(`${facts.url}/integrity-checks`);
  await expect(page.getByRole('heading', { name: 'Integrity Checks', level: 1 })).toBeVisible();
  const check = async (): Promise<void> => {
    await page.getByRole('main').getByRole('button', { name: 'Start check' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start check' }).click();
    await expect(page.getByText('Integrity check started')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Start check' })).toBeEnabled({ timeout: 120_000 });
  };
  const newest = page.getByRole('list', { name: 'Integrity checks' }).getByRole('listitem').first();
  await check();
  await expect(newest).toContainText('No findings');
  const keys = page.getByRole('region', { name: 'Public keys' });
  await expect(keys.getByRole('listitem')).toHaveText(/^([0-9a-f]{4} ){7}[0-9a-f]{4}In use since /);
  await checkLooks(page, 'integrity-checks-clean', [360]);
  await checkLooks(page, 'integrity-checks-clean');
  await forge(
    `update users set last_name = 'Forged' where id = (select id from users where email = '${accounts.learner}')`,
  );
  await check();
  const alert = page.getByText('1 finding needs an administrator’s signature');
  await expect(alert).toBeVisible();
  await expect(page.getByText('A record was changed outside the product').first()).toBeVisible();
  await page.getByRole('button', { name: 'Show technical details' }).first().click();
  await expect(page.getByText('last_name is').first()).toBeVisible();
  await checkLooks(page, 'integrity-checks-findings');
  await checkLooks(page, 'integrity-checks-findings', [360]);
  await expectNothingCut(page, 'findings on a phone');
  // On every other screen too, until it is signed for.
  await page.goto(`${facts.url}/users`);
  await expect(page.getByText('The integrity check has 1 finding that needs your attention.')).toBeVisible();
  await checkLooks(page, 'integrity-banner');
  await checkLooks(page, 'integrity-banner', [360]);
  await expectNothingCut(page, 'the banner on a phone');
  await page.getByRole('link', { name: 'Review findings' }).click();
  await page.getByRole('button', { name: 'Sign findings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign findings' });
  await dialog.getByRole('button', { name: 'Continue to signature' }).click();
  await expect(dialog.getByText('Describe what was done.')).toBeVisible();
  await dialog.getByLabel('What was done').fill('Restored the name; the account of the operator was closed.');
  await checkLooks(page, 'integrity-sign');
  await dialog.getByRole('button', { name: 'Continue to signature' }).click();
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText('Your signature is recorded.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(alert).toBeHidden();
  await expect(newest).toContainText('Restored the name; the account of the operator was closed.');
  await expect(newest).toContainText('Signature valid');
  const proof = page.waitForEvent('download');
  await newest.getByRole('button', { name: /^Proof file of the signature of / }).click();
  expect((await proof).suggestedFilename()).toMatch(/^proof-findings-\d+\.json$/);
  await checkLooks(page, 'integrity-signed');
  await checkLooks(page, 'integrity-signed', [360]);
  await page.goto(`${facts.url}/users`);
  await expect(page.getByRole('heading', { name: 'Users & Roles', level: 1 })).toBeVisible();
  await expect(page.getByText('needs your attention')).toBeHidden();
});
