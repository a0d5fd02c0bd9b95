import pg from 'pg';
import { tamper } from '#tests/harness/trail-world.ts';
import { unique } from './admin-world.ts';
import { accounts, serverFacts } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { completeTraining, textModule, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const path = '/api/reports/completion';

/** A person with one signed completion, and an open training. */
async function signer(world: LearnerWorld, lastName: string, titles: readonly string[]): Promise<Person> {
  const person = await world.learner({ firstName: 'Selma', lastName });
  for (const title of titles) {
    const module = await textModule(world.admin, title, 'Read this text to the end before you work.');
    const { id } = await world.give(person, module, 5);
    await completeTraining(world, person, id);
  }
  await world.give(person, await textModule(world.admin, unique('Later'), 'A text for a later day.'), 9);
  return person;
}

test('[RPT-01] [SHELL-10] summary, organizations and people; an organization and a name narrow the report', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/reports/completion');
  for (const label of ['Total Users', 'Total Assignments', 'System Completion Rate', 'Generated']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible();
  }
  const table = page.getByRole('region', { name: 'People of the completion report' });
  await expect(table.getByRole('row').nth(3)).toBeVisible();
  const expired = page.getByRole('link', { name: 'Expired assignments of Meridian Clinical Research:' });
  await expect(expired).toHaveText(/^\d+$/);
  await expect(expired).toHaveAttribute('href', /sort=-expired/);
  await checkLooks(page, 'report');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Meridian Clinical Research' }).click();
  await expect(page).toHaveURL(/org=\d+/);
  await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue(
    'Meridian Clinical Research',
  );
  await page.getByRole('searchbox', { name: 'User' }).fill(accounts.learner);
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue('All organizations');
});

test('[RPT-01] [SHELL-11] on a phone the completion of a person stands below the name', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn('admin', '/reports/completion');
  const table = page.getByRole('region', { name: 'People of the completion report' });
  const row = table.getByRole('row').filter({ hasText: accounts.learner });
  await page.getByRole('searchbox', { name: 'User' }).fill(accounts.learner);
  await expect(table.getByRole('row')).toHaveCount(2);
  await row.scrollIntoViewIfNeeded();
  const name = row.getByRole('rowheader');
  for (const words of [/^\d+(\.\d)?%$/, 'Completion: Poor', /overdue training/])
    await expect(name.getByText(words)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(name.getByText(/overdue training/)).toBeHidden();
});

test('[RPT-01] each figure of an organization and of a person leads to what it counts', async ({
  page,
  signIn,
  world,
}) => {
  const name = world.organizationName;
  const person = await world.learnerApart({ lastName: unique('Counted') });
  const [late, later] = [unique('Late'), unique('Later')];
  for (const [title, days] of [
    [late, -4],
    [later, 9],
  ] as const)
    await world.give(person, await textModule(world.admin, title, 'A text for a later day.'), days);
  await signIn('admin', '/reports/completion');
  const card = page.getByRole('article', { name });
  await expect(card.getByRole('link', { name: `Active users of ${name}:` })).toBeVisible();
  await expect(card.getByRole('link', { name: `Completion rate of ${name}:` })).toBeVisible();
  await expect(card.getByRole('link', { name: /^\d+ of \d+ completed$/ })).toBeVisible();
  await card.getByRole('link', { name: `Overdue assignments of ${name}:` }).click();
  await expect(page).toHaveURL(/\?org=\d+&sort=-overdue#people$/);
  await expect(page.getByRole('combobox', { name: 'Organization' })).toHaveValue(name);
  await page.getByRole('searchbox', { name: 'User' }).fill(person.email);
  await page
    .getByRole('button', { name: `Overdue assignments of ${person.firstName} ${person.lastName}: 1` })
    .click();
  const drawer = page.getByRole('dialog', { name: person.lastName });
  await expect(drawer.getByText(late)).toBeVisible();
  await expect(drawer.getByText(later)).toHaveCount(0);
  await checkLooks(page, 'report-person-overdue');
  await page.setViewportSize({ width: 1440, height: 900 });
  await drawer.getByRole('button', { name: 'Show all assignments' }).click();
  await expect(drawer.getByText(later)).toBeVisible();
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: `Started assignments of ${person.firstName} ${person.lastName}: 0` })
    .click();
  await expect(drawer.getByText('No assignment has this status')).toBeVisible();
});

test('[RPT-01] [SIG-04] each completion stands with its signature; a changed one is not valid, its neighbour stays', async ({
  page,
  signIn,
  world,
}) => {
  const good = unique('Blood Samples');
  const bad = unique('Tissue Samples');
  const person = await signer(world, unique('Lindqvist'), [good, bad]);
  const pool = new pg.Pool({ connectionString: serverFacts().adminUrl, max: 1 });
  await tamper(
    pool,
    `update signatures set printed_name = 'Somebody Else' from training_records r
       where r.id = signatures.training_record_id and r.module_title = '${bad}'`,
  );
  await pool.end();
  await signIn('admin', `/reports/completion?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('row').filter({ hasText: person.email }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: person.lastName });
  const valid = drawer.getByRole('row').filter({ hasText: good });
  const broken = drawer.getByRole('row').filter({ hasText: bad });
  await expect(valid.getByText(`Selma ${person.lastName},`)).toBeVisible();
  await expect(valid.getByText('Not valid')).toHaveCount(0);
  await expect(broken.getByText(/^Not valid: \S/)).toBeVisible();
  await checkLooks(page, 'report-person');
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);
});

test('[RPT-02] an export that fails says why and offers Retry, which saves the file', async ({
  page,
  signIn,
  guard,
}) => {
  guard.allow(503, `${path}/export`);
  await signIn('admin', '/reports/completion');
  await page.route(
    (url) => url.pathname === `${path}/export`,
    (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ code: 'UNAVAILABLE', detail: 'There is not enough space to store this.' }),
      }),
  );
  for (const format of ['CSV', 'PDF'] as const) {
    await page.getByRole('button', { name: `Export ${format}` }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The export failed' });
    await expect(alert).toContainText('There is not enough space to store this.');
    if (format === 'PDF') continue;
    await checkLooks(page, 'report-export-failed');
    await page.setViewportSize({ width: 1440, height: 900 });
  }
  await page.unrouteAll();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Retry' }).click();
  expect((await download).suggestedFilename()).toMatch(/^completion-report-pdf-\d{4}-\d\d-\d\d\.pdf$/);
  await expect(page.getByText('The export failed')).toHaveCount(0);
});

test('[SHELL-07] nobody in the report, and a report that does not come: each says so and what can be done', async ({
  page,
  signIn,
  guard,
}) => {
  await signIn('admin', '/reports/completion?q=nobody-has-this-name');
  await expect(page.getByText('No one matches these filters')).toBeVisible();
  await checkLooks(page, 'report-empty');
  guard.allow(503, path);
  await page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  );
  await page.goto('/reports/completion');
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await expect(page.getByText('Report Summary')).toHaveCount(0);
  await checkLooks(page, 'report-error');
  await page.unrouteAll();
  await retry.click();
  await expect(page.getByText('Report Summary')).toBeVisible();
});

test('[RPT-01] [SHELL-07] the assignments of a person come when the person is opened; where they do not, the drawer says so', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const person = await world.learnerApart({ lastName: unique('Opened') });
  const title = unique('Opened');
  await world.give(person, await textModule(world.admin, title, 'A text for a later day.'), 9);
  guard.allow(503, path);
  const ofPerson = (url: URL) => url.pathname === path && url.searchParams.get('include') === 'assignments';
  await page.route(ofPerson, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  );
  const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname === path);
  await signIn('admin', `/reports/completion?q=${encodeURIComponent(person.email)}`);
  const list = await (await listed).text();
  expect(list).toContain(person.email);
  expect(list).not.toContain(title);
  await page.getByRole('row').filter({ hasText: person.email }).click();
  const drawer = page.getByRole('dialog', { name: person.lastName });
  const retry = drawer.getByRole('button', { name: 'Retry' });
  await expect(retry).toBeVisible();
  await checkLooks(page, 'report-person-error');
  await page.unrouteAll();
  await retry.click();
  await expect(drawer.getByText(title)).toBeVisible();
});

test('[RPT-01] [AUTH-13] a manager sees the report of the own team and nobody else', async ({
  page,
  signIn,
  world,
}) => {
  const member = await world.learner({ lastName: unique('Own Team') });
  await signIn(world.manager, '/reports/completion');
  await page.getByRole('searchbox', { name: 'User' }).fill(member.email);
  await expect(page.getByRole('row').filter({ hasText: member.email })).toBeVisible();
  await page.getByRole('searchbox', { name: 'User' }).fill(accounts.learner);
  await expect(page.getByText('No one matches these filters')).toBeVisible();
});
