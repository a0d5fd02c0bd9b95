import type { Locator, Page } from '@playwright/test';
import { expect, test, toastOf } from './learner-fixtures.ts';
import { createBusyLearner, guideModule, textModule } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';
import { createModuleBy } from '#tests/harness/module-world.ts';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Your trainings' });
const row = (page: Page, title: string): Locator => table(page).getByRole('row').filter({ hasText: title });
const titles = (page: Page): Locator => table(page).locator('tbody th[scope="row"]');

const inDueOrder = [
  /^TP-QMS-004/,
  /^TP-CRO-2\.1a/,
  /^Safety Reporting/,
  /^Data Protection/,
  /^CP-11/,
  /^Emergency Exits/,
  /^ICH GCP/,
];

test('[LRN-01] manager card, progress ring, four cards and the matrix in due order with the due texts', async ({
  page,
  signIn,
  world,
}) => {
  await signIn(await createBusyLearner(world), '/employee');
  await expect(page).toHaveTitle('My Training · TrainTrail');
  const manager = page.getByRole('region', { name: 'Your manager' });
  await expect(manager).toContainText('Maria Berger');
  await expect(manager).toContainText('Head of Clinical Operations');
  await expect(manager).toContainText('Contact your manager for training concerns or questions');
  await expect(manager.getByRole('link')).toHaveAttribute('href', `mailto:${world.manager.email}`);
  const overall = page.getByRole('region', { name: 'Overall progress' });
  await expect(overall.getByRole('progressbar', { name: 'Overall progress' })).toHaveAttribute('value', '14');
  await expect(overall).toContainText('1 of 7 modules completed');
  // Each training is shown once, what needs attention first under its heading.
  await expect(page.getByRole('button', { name: /^Start TP-QMS-004/ })).toHaveCount(1);
  await expect(table(page)).toContainText(/Overdue 1.*TP-QMS-004.*This week 3.*Later 2.*Done 1.*ICH GCP/s);
  for (const [name, value] of [
    ['Completed', '1'],
    ['In Progress', '14%'],
    ['Due Soon', 'Overdue'],
    ['Total Assigned Modules', '7'],
  ] as const) {
    const card = page.locator('[data-link]').filter({ hasText: name });
    await expect(card.getByRole('link')).toHaveText(value);
  }
  await expect(titles(page)).toHaveText(inDueOrder);
  for (const [title, status, due] of [
    ['TP-QMS-004', 'Overdue', '2 days overdue'],
    ['TP-CRO-2.1a', 'Not Started', 'Due today'],
    ['Safety Reporting', 'Not Started', '3 days left'],
    ['Data Protection', 'In Progress', '6 days left'],
    ['ICH GCP', 'Completed', /\w{3} \d+, \d{4}/],
  ] as const) {
    await expect(row(page, title)).toContainText(status);
    await expect(row(page, title)).toContainText(due);
  }
  await expect(
    row(page, 'Data Protection').getByRole('progressbar', { name: /^Progress of/ }),
  ).toHaveAttribute('value', '40');
  await expect(row(page, 'Data Protection').getByRole('link', { name: /^Continue/ })).toBeVisible();
  await expect(row(page, 'ICH GCP').getByRole('link', { name: /^Certificate/ })).toBeVisible();
});

test('[LRN-01] the filter lives in the address, and each card leads to the rows behind it', async ({
  page,
  signIn,
  world,
}) => {
  await signIn(await createBusyLearner(world), '/employee');
  const filter = page.getByRole('group', { name: 'Filter by status' });
  await expect(filter.getByRole('button')).toHaveText([
    'All 7',
    'Completed 1',
    'In Progress 1',
    'Not Started 4',
    'Overdue 1',
    'Expired 0',
  ]);
  await filter.getByRole('button', { name: 'Not Started' }).click();
  await expect(page).toHaveURL('/employee?filter=not_started');
  await expect(titles(page)).toHaveCount(4);
  await page.reload();
  await expect(titles(page)).toHaveCount(4);
  await expect(filter.getByRole('button', { name: 'Not Started' })).toHaveAttribute('aria-pressed', 'true');
  await page.locator('[data-link]').filter({ hasText: 'Due Soon' }).getByRole('link').click();
  await expect(page).toHaveURL(/\?filter=overdue/);
  await expect(titles(page)).toHaveText([/^TP-QMS-004/]);
  await page.locator('[data-link]').filter({ hasText: 'Completed' }).getByRole('link').click();
  await expect(titles(page)).toHaveText([/^ICH GCP/]);
  await page.goBack();
  await expect(titles(page)).toHaveText([/^TP-QMS-004/]);
  await page.getByRole('button', { name: 'Module', exact: true }).click();
  await expect(page).toHaveURL(/sort=title/);
});

test('[LRN-02] Start sets in progress and opens the module in a new tab after 500 ms; Continue opens it again', async ({
  page,
  signIn,
  world,
  context,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Hand Hygiene', 'Wash your hands before you touch a patient.');
  const { id } = await world.give(learner, module, 5);
  await signIn(learner, '/employee');
  const opened = context.waitForEvent('page');
  const answered = page.waitForResponse(`/api/training-assignments/${id}/status`);
  const clicked = Date.now();
  await row(page, 'Hand Hygiene').getByRole('button', { name: 'Start Hand Hygiene' }).click();
  await answered;
  await expect(toastOf(page)).toContainText('Status Updated');
  const tab = await opened;
  expect(Date.now() - clicked).toBeGreaterThan(500);
  await expect(tab).toHaveURL(`/training-module/${module.id}`);
  await expect(tab.getByRole('heading', { level: 1, name: 'Hand Hygiene' })).toBeVisible();
  await expect(row(page, 'Hand Hygiene')).toContainText('In Progress');
  await expect(
    row(page, 'Hand Hygiene').getByRole('link', { name: 'Continue Hand Hygiene' }),
  ).toHaveAttribute('href', `/training-module/${module.id}`);
  const again = context.waitForEvent('page');
  await row(page, 'Hand Hygiene').getByRole('link', { name: 'Continue Hand Hygiene' }).click();
  await expect(await again).toHaveURL(`/training-module/${module.id}`);
});

test('[LRN-02] without content Start is blocked with Content Not Available, and nothing is started', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const empty = await createModuleBy(world.admin, { title: 'Empty Module', contentType: 'self-learning' });
  await world.give(learner, empty, 5);
  await signIn(learner, '/employee');
  await row(page, 'Empty Module').getByRole('button', { name: 'Start Empty Module' }).click();
  await expect(toastOf(page)).toContainText('Content Not Available');
  await expect(toastOf(page)).toContainText('Please contact the administrator.');
  await page.reload();
  await expect(row(page, 'Empty Module')).toContainText('Not Started');
  await expect(row(page, 'Empty Module').getByRole('button', { name: 'Start Empty Module' })).toBeVisible();
});

test('[LRN-02] [SHELL-12] a start that fails says Update Failed and opens nothing', async ({
  page,
  signIn,
  world,
  guard,
  context,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Fire Drill', 'Leave the building by the nearest exit.');
  const { id } = await world.give(learner, module, 5);
  const path = `/api/training-assignments/${id}/status`;
  guard.allow(503, path);
  await signIn(learner, '/employee');
  await page.route(path, (route) => route.fulfill({ status: 503, body: '' }));
  await row(page, 'Fire Drill').getByRole('button', { name: 'Start Fire Drill' }).click();
  await expect(toastOf(page)).toContainText('Update Failed');
  await expect(toastOf(page)).toContainText('Failed to update training assignment status. Please try again.');
  expect(context.pages()).toHaveLength(1);
});

test('[LRN-01] without trainings the page says No training assignments', async ({ page, signIn, world }) => {
  await signIn(await world.learner({ managerId: null }), '/employee');
  await expect(page.getByText('No training assignments')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your manager' })).toHaveCount(0);
  await expect(page.locator('[data-link]').filter({ hasText: 'Due Soon' }).getByRole('link')).toHaveText(
    'None',
  );
  await checkLooks(page, 'my-training-empty');
});

test('[SHELL-07] what cannot be loaded says so where it stands and offers Retry', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  guard.allow(503, '/api/home');
  let broken = true;
  await page.route('**/api/home', (route) =>
    broken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  const learner = await world.learner();
  await signIn(learner, '/employee');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No training assignments')).toBeVisible();
});

test('[LRN-01] [SHELL-11] on a phone trainings are cards in due order with one big button each', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(await createBusyLearner(world), '/employee');
  const groups = page.getByRole('list', { name: /^(?:Overdue|This week|Later|Done)$/ });
  const cards = groups.getByRole('listitem');
  await expect(cards).toHaveCount(7);
  await expect(groups).toHaveCount(4);
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText(/^Overdue\s+1$/);
  await expect(table(page)).toHaveCount(0);
  for (const [at, title] of inDueOrder.entries()) {
    const card = cards.nth(at);
    await expect(card).toContainText(new RegExp(title.source.slice(1)));
    const button = card.locator('button, a');
    await expect(button).toHaveCount(1);
    const box = await button.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(40);
    expect(box?.width).toBeGreaterThan(280);
  }
});

test('[LRN-01] [SHELL-11] on a tablet the button of each row and the progress of what was begun lie inside the window', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn(await createBusyLearner(world), '/employee');
  for (const [title, name] of [
    ['Safety Reporting', /^Start/],
    ['Data Protection', /^Continue/],
  ] as const) {
    const button = row(page, title).getByRole(title === 'Data Protection' ? 'link' : 'button', { name });
    const box = await button.boundingBox();
    expect((box?.x ?? 768) + (box?.width ?? 0)).toBeLessThanOrEqual(768);
  }
  await expect(
    row(page, 'Data Protection').getByRole('progressbar', { name: /^Progress of/ }),
  ).toHaveAttribute('value', '40');
});

test('[SHELL-10] looks and accessibility of My Training, with far too long names too', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await createBusyLearner(world);
  const long = `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)} and the Things That Belong to It`;
  await world.give(learner, await guideModule(world.admin, long, 1), 1);
  await signIn(learner, '/employee');
  await expect(titles(page)).toHaveCount(8);
  await checkLooks(page, 'my-training');
});

test('[SHELL-11] German at 360 px cuts nothing off', async ({ page, signIn, world }) => {
  const learner = await createBusyLearner(world);
  const client = await world.clientOf(learner);
  await client.patch('/api/users/settings', { language: 'de' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(learner, '/employee');
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Schulungen' })).toBeVisible();
  await expect(page.getByRole('list').getByRole('listitem').first()).toContainText('2 Tage überfällig');
  await expectNothingCut(page, 'My Training in German');
});

test('[SHELL-09] no visible text of My Training stands outside the catalogue', async ({
  page,
  signIn,
  world,
}) => {
  await usePseudoLanguage(page);
  await signIn(await createBusyLearner(world), '/employee');
  await expect(page.locator('tbody th[scope="row"]').filter({ hasText: /./ })).not.toHaveCount(0);
  await expectCatalogueOnly(page, [
    ...inDueOrder,
    /^(?:Maria Berger|Lena Hofmann|Head of Clinical Operations|TP-[\w.-]+|PDF|MB|LH)$/,
    /@world\.example$/,
  ]);
});
