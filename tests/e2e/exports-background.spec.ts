import { expect, test, toastOf } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';

/** A download that never ends by itself. */
const hang = () => new Promise<void>(() => undefined);

test('[RPT-03] a download that takes over ten seconds goes on in the background, is said so, and can be cancelled there', async ({
  page,
  signIn,
  world,
}) => {
  // Exports are their requester's: nobody else finds one more in the list.
  const administrator = await world.learner({ role: 'admin' });
  await page.clock.install();
  await page.route('**/api/exports/download?*', hang);
  await signIn(administrator, '/reports/export');
  await page.getByRole('button', { name: 'Download', exact: true }).first().click();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/exports',
  );
  await page.clock.runFor(10_000);
  expect((await asked).postDataJSON()).toMatchObject({
    dataSet: 'people',
    format: 'csv',
    filters: { org: 'all' },
  });
  await expect(toastOf(page)).toContainText('Export Continues in the Background');
  await expect(
    page.getByText('is taking more than ten seconds, so it continues in the background'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download', exact: true }).first()).toBeEnabled();
  const lines = page.getByRole('list', { name: 'My exports' }).getByRole('listitem');
  await expect(lines.first()).toContainText('CSV');
  await checkLooks(page, 'export-goes-on');
});

test('[RPT-02] [RPT-03] the completion report goes on in the background, too, as the same report', async ({
  page,
  signIn,
  world,
}) => {
  // Exports are their requester's: nobody else finds one more in the list.
  const administrator = await world.learner({ role: 'admin' });
  await page.clock.install();
  await page.route('**/api/reports/completion/export?*', hang);
  await signIn(administrator, '/reports/completion');
  await page.getByRole('button', { name: 'Export XLSX' }).click();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && new URL(request.url()).pathname === '/api/exports',
  );
  await page.clock.runFor(10_000);
  expect((await asked).postDataJSON()).toMatchObject({
    dataSet: 'report',
    format: 'xlsx',
    filters: { org: 'all' },
  });
  await page.getByRole('link', { name: 'My exports' }).click();
  await expect(page).toHaveURL('/reports/export#my-exports');
  await expect(page.getByRole('list', { name: 'My exports' }).getByRole('listitem').first()).toContainText(
    'XLSX',
  );
});
