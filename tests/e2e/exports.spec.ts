import { unique } from './admin-world.ts';
import { expectToast, failCall } from './fail-call.ts';
import { accounts } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { createBusyLearner } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const yesterday = () => new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

/** An export as the server lists it. */
const made = {
  dataSet: 'report',
  format: 'csv',
  columns: ['email'],
  rowsDone: 0,
  rowsTotal: null,
  fileName: null,
  size: null,
  problem: null,
  name: null,
  scheduledFor: null,
  finishedAt: null,
  expiresAt: null,
  createdAt: new Date().toISOString(),
  requestedBy: { id: 'asker', name: 'Nora Lind' },
  timeZone: 'America/New_York',
  state: 'waiting',
};

test('[RPT-03] [SHELL-10] a data set with filters, columns in their order and a format; the count first, then the file', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/reports/export');
  // Files of other tests that are being written say below how many rows they have.
  await expect(page.getByText(/^[\d,]+ rows$/).and(page.locator(':not([aria-live])'))).toBeVisible();
  await checkLooks(page, 'export-data');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Move Department up' }).click();
  await page.getByRole('checkbox', { name: 'User ID' }).uncheck();
  await expect(page).toHaveURL(/columns=department%2Corganization/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await download).suggestedFilename()).toMatch(/^people-csv-\d{4}-\d\d-\d\d\.csv$/);
  await page.getByRole('combobox', { name: 'Data set' }).click();
  await page.getByRole('option', { name: 'Audit Trail' }).click();
  await expect(page.getByRole('combobox', { name: 'Department' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'From' })).toBeVisible();
});

test('[RPT-03] made in the background: found again after leaving the page, and fetched', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/reports/export?dataSet=matrix&format=xlsx');
  await page.getByRole('button', { name: 'Prepare in the background' }).click();
  const mine = page.getByRole('list', { name: 'My exports' });
  await expect(mine.getByText('Training Matrix · XLSX').first()).toBeVisible();
  await page.goto('/admin');
  await page.goto('/reports/export');
  const save = mine.getByRole('button', { name: 'Download Training Matrix · XLSX' }).first();
  await expect(save).toBeVisible({ timeout: 20_000 });
  await checkLooks(page, 'export-data-ready');
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent('download');
  await save.click();
  expect((await download).suggestedFilename()).toMatch(/^matrix-xlsx-\d{4}-\d\d-\d\d\.xlsx$/);
});

test('[RPT-03] [SHELL-12] two exports are told apart by what was asked, and a failed cancel says so', async ({
  page,
  signIn,
  guard,
}) => {
  await page.route(
    (url) => url.pathname === '/api/exports',
    (route) =>
      route.fulfill({
        headers: { 'x-total-count': '2' },
        json: [
          { ...made, id: 901, filters: { org: 'all', team: true, asOf: '2026-03-05' } },
          { ...made, id: 902, filters: { org: 'all', q: 'Winter' } },
        ],
      }),
  );
  const restore = await failCall(page, guard, 'POST', '/api/exports/902/cancel');
  await signIn('admin', '/reports/export');
  const mine = page.getByRole('list', { name: 'My exports' }).getByRole('listitem');
  await expect(mine.first()).toContainText('Only direct and indirect reports · As of: Mar 5, 2026');
  await expect(mine.last()).toContainText('User: Winter');
  await expect(mine.last()).toContainText('Requested by Nora Lind in the time zone America/New_York');
  await checkLooks(page, 'export-data-told-apart');
  await page.setViewportSize({ width: 1440, height: 900 });
  await mine.last().getByRole('button', { name: 'Cancel Completion Report · CSV' }).click();
  await expectToast(page, 'destructive', 'The export was not cancelled', 'Try again.');
  await restore();
});

test('[RPT-03] [SHELL-07] my exports come in pages, and a failed one is asked for again with the same parameters', async ({
  page,
  signIn,
}) => {
  const filters = { org: 'all', q: 'Winter', asOf: '2026-03-05' };
  const failed = { ...made, state: 'failed', format: 'xlsx', columns: ['email', 'department'], filters };
  const list = Array.from({ length: 45 }, (_, index) => ({
    ...(index === 0 ? { ...failed, problem: 'export_stopped' } : { ...made, state: 'expired' }),
    ...(index > 0 && { filters: { org: 'all', q: `Search ${String(index)}` } }),
    id: 1000 - index,
  }));
  const asked: unknown[] = [];
  await page.route(
    (url) => url.pathname === '/api/exports',
    (route) => {
      const request = route.request();
      if (request.method() === 'POST') {
        asked.push(request.postDataJSON());
        return route.fulfill({ status: 201, json: { ...failed, state: 'waiting', id: 1001 } });
      }
      const { searchParams } = new URL(request.url());
      const [limit, offset] = ['limit', 'offset'].map((name) => Number(searchParams.get(name) ?? 0));
      return route.fulfill({
        headers: { 'x-total-count': String(list.length) },
        json: list.slice(offset, (offset ?? 0) + (limit ?? 0)),
      });
    },
  );
  await signIn('admin', '/reports/export');
  const mine = page.getByRole('list', { name: 'My exports' }).getByRole('listitem');
  await expect(mine).toHaveCount(20);
  await checkLooks(page, 'export-data-pages');
  await page.setViewportSize({ width: 1440, height: 900 });
  await mine.first().getByRole('button', { name: 'Retry Completion Report · XLSX' }).click();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked[0]).toEqual({ dataSet: 'report', format: 'xlsx', columns: ['email', 'department'], filters });
  await expect(page.getByText('1–20 of 45')).toBeVisible();
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('41–45 of 45')).toBeVisible();
  await expect(mine).toHaveCount(5);
  await expect(mine.last()).toContainText('User: Search 44');
});

test('[MGR-03] [RPT-03] a report of the team that is too long to wait for stays of the team in the background', async ({
  page,
  signIn,
}) => {
  await page.route(
    (url) => url.pathname === '/api/exports/count',
    (route) => route.fulfill({ json: { rows: 10_001, background: true } }),
  );
  await signIn('admin', '/team-reports');
  await page.getByRole('link', { name: 'Export PDF' }).click();
  await expect(page).toHaveURL(/\/reports\/export\?.*team=true/);
  await expect(page.getByRole('checkbox', { name: 'Only my direct and indirect reports' })).toBeChecked();
  const asked = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/exports'),
  );
  await page.getByRole('button', { name: 'Prepare in the background' }).click();
  expect((await asked).postDataJSON()).toMatchObject({
    dataSet: 'report',
    format: 'pdf',
    filters: { team: true },
  });
});

test('[MGR-03] [SHELL-10] the report of the team, with its exports; nobody else is in it', async ({
  page,
  signIn,
  world,
}) => {
  const head = await world.learner({ role: 'manager', firstName: 'Nora', lastName: unique('Lind') });
  const late = await createBusyLearner(world, { managerId: head.id, firstName: 'Thea', lastName: 'Winter' });
  await signIn(head, '/team-reports');
  const table = page.getByRole('region', { name: 'People of the completion report' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(table.getByRole('row').filter({ hasText: late.email })).toBeVisible();
  await checkLooks(page, 'team-reports');
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export XLSX' }).click();
  expect((await download).suggestedFilename()).toMatch(/^completion-report-xlsx-/);
  await page.getByRole('searchbox', { name: 'User' }).fill(accounts.learner);
  await expect(page.getByText('No one matches these filters', { exact: true })).toBeVisible();
});

test('[RPT-04] as of a day: the page says that it is not now, the address keeps the day, the future is refused at its field', async ({
  page,
  signIn,
  guard,
}) => {
  // The demo data is of today: on the day that is asked for it looks as if it had been there.
  await page.route(
    (url) => url.pathname === '/api/reports/completion' && url.searchParams.get('asOf') === yesterday(),
    async (route) => {
      const url = new URL(route.request().url());
      url.searchParams.delete('asOf');
      await route.fulfill({ response: await route.fetch({ url: url.href }) });
    },
  );
  await signIn('admin', '/reports/completion');
  await page.getByLabel('As of').fill(yesterday());
  await expect(page).toHaveURL(new RegExp(`asOf=${yesterday()}`));
  await expect(page.getByText(/^As the records were on/)).toBeVisible();
  await expect(page.getByText('Report Summary')).toBeVisible();
  await checkLooks(page, 'report-as-of');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Show now' }).click();
  await expect(page.getByText(/^As the records were on/)).toHaveCount(0);
  guard.allow(422, '/api/reports/completion');
  await page.getByLabel('As of').fill('2999-01-01');
  await expect(page.getByText('The date must not be in the future.').first()).toBeVisible();
});

test('[RPT-04] [SHELL-07] a day before anybody was there says so, with the way back', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/reports/completion?asOf=2001-02-03');
  await expect(page.getByText('No one was on record on that day')).toBeVisible();
  await expect(page.getByText('Report Summary')).toHaveCount(0);
  await checkLooks(page, 'report-empty-day');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Show today’s report' }).click();
  await expect(page.getByText('Report Summary')).toBeVisible();
});

test('[RPT-03] [MGR-03] an inspector has no team, and is not asked for one', async ({ page, signIn }) => {
  await signIn('inspector', '/reports/export?dataSet=report');
  await expect(page.getByRole('heading', { name: 'What to export' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Only my direct and indirect reports' })).toHaveCount(0);
});
