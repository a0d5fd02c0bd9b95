import type { Locator, Page } from '@playwright/test';
import { expect, test, toastOf } from './learner-fixtures.ts';
import {
  completeTraining,
  createBusyLearner,
  textModule,
  type LearnerWorld,
  type Person,
} from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { collectData, expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';
import { readPdf } from '#tests/harness/read-pdf.ts';
import { readFile } from 'node:fs/promises';

const table = (page: Page): Locator => page.getByRole('table', { name: 'Your trainings' });
const titles = (page: Page): Locator => table(page).locator('tbody th[scope="row"]');
const groupBar = (page: Page): Locator => page.getByRole('group', { name: 'Filter by due date' });
const long = `${'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(3)} and the Things That Belong to It`;

/** Chooses from a select of the library. */
async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await page
    .getByRole('combobox', { name: label })
    .or(page.getByRole('textbox', { name: label }))
    .click();
  await page.getByRole('option', { name: option }).click();
}

/** A training done once and given again. */
async function secondCycle(world: LearnerWorld, person: Person, title: string): Promise<void> {
  const module = await textModule(world.admin, title, 'Everybody does this every year anew, and signs it.');
  const first = await world.give(person, module, 1);
  await completeTraining(world, person, first.id);
  const again = await world.admin.post('/api/training/assign-module', {
    userId: person.id,
    moduleId: module.id,
    retrain: true,
    reason: 'Every year',
  });
  expect(again.status).toBe(201);
}

test('[LRN-03] [SHELL-10] My Assignments: due groups with counts, search, filters, order, past cycles, and what is not there', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const learner = await createBusyLearner(world);
  await secondCycle(world, learner, 'Yearly Refresher');
  await world.give(learner, await textModule(world.admin, long, 'A text with a far too long name.'), 2);
  guard.allow(503, '/api/assignments/user');
  let broken = true;
  await page.route('**/api/assignments/user?**', (route) =>
    broken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await signIn(learner, '/my-assignments');
  await expect(page).toHaveTitle('My Assignments · TrainTrail');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(groupBar(page).getByRole('button')).toHaveText([
    'All 10',
    'Overdue 1',
    'Expired 0',
    'This week 4',
    'Later 3',
    'Done 2',
  ]);
  await expect(table(page).locator('th[scope="rowgroup"]')).toHaveText([
    'Overdue 1',
    'This week 4',
    'Later 3',
    'Done 2',
  ]);
  await expect(titles(page)).toHaveText([
    /^TP-QMS-004/,
    /^TP-CRO-2\.1a/,
    /^Donau/,
    /^Safety Reporting/,
    /^Data Protection/,
    /^CP-11/,
    /^(?:Emergency Exits|Yearly Refresher)/,
    /^(?:Emergency Exits|Yearly Refresher)/,
    /^Yearly Refresher/,
    /^ICH GCP/,
  ]);
  const cycles = table(page).getByRole('row').filter({ hasText: 'Yearly Refresher' });
  await expect(cycles.first()).toContainText('Cycle 2');
  await expect(cycles.first().getByRole('button', { name: 'Start Yearly Refresher' })).toBeVisible();
  await expect(cycles.last()).toContainText('Completed on');
  await expect(cycles.last().getByRole('link', { name: /^Certificate/ })).toBeVisible();
  await checkLooks(page, 'my-assignments');

  await page.setViewportSize({ width: 1440, height: 900 });
  await groupBar(page).getByRole('button', { name: 'This week' }).click();
  await expect(page).toHaveURL('/my-assignments?group=this_week');
  await expect(titles(page)).toHaveCount(4);
  await choose(page, 'Status', /^In Progress \(1\)$/);
  await expect(titles(page)).toHaveText([/^Data Protection/]);
  await page.reload();
  await expect(titles(page)).toHaveText([/^Data Protection/]);
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(titles(page)).toHaveCount(10);
  await choose(page, 'Category', /^QMS \(1\)$/);
  await expect(page).toHaveURL(/category=tp-qms/);
  await expect(titles(page)).toHaveText([/^TP-QMS-004/]);
  await choose(page, 'Category', /^All Categories$/);
  await page.getByRole('searchbox', { name: 'Search' }).fill('yearly');
  await expect(titles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Module', exact: true }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(table(page).locator('th[scope="rowgroup"]')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing has this name');
  await expect(page.getByText('No training assignments')).toBeVisible();
  await page.getByRole('button', { name: 'Show all trainings' }).click();
  await expect(titles(page)).toHaveCount(10);
});

test('[LRN-03] [SHELL-11] My Assignments on a phone: cards under their groups, in German, nothing cut off', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await createBusyLearner(world);
  await (await world.clientOf(learner)).patch('/api/users/settings', { language: 'de' });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(learner, '/my-assignments');
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Zuweisungen' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Überfällig 1',
    'Diese Woche 3',
    'Später 2',
    'Fertig 1',
  ]);
  const first = page.getByRole('list', { name: 'Überfällig' }).getByRole('listitem');
  await expect(first).toContainText('2 Tage überfällig');
  expect((await first.getByRole('button').boundingBox())?.width).toBeGreaterThan(280);
  // What is done says when it was completed, and no date that could be taken for it.
  const done = page.getByRole('list', { name: 'Fertig' }).getByRole('listitem');
  await expect(done.locator('time')).toHaveCount(1);
  await expect(done).toContainText('Abgeschlossen am');
  await expectNothingCut(page, 'My Assignments in German');
  await checkLooks(page, 'my-assignments-phone', [360]);
});

test('[LRN-03] [SHELL-10] a calendar link is made, shown once, read by a calendar, replaced and revoked', async ({
  page,
  signIn,
  world,
  context,
  playwright,
  baseURL,
}) => {
  const learner = await world.learner();
  await world.give(learner, await textModule(world.admin, 'Needle Safety', 'Needles go into the box.'), 4);
  await signIn(learner, '/my-assignments');
  const dialog = page.getByRole('dialog');
  const open = () => page.getByRole('button', { name: 'Subscribe to due dates' }).click();
  await open();
  await expect(dialog).toContainText('No link yet.');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const field = dialog.getByLabel('Calendar link');
  await expect(field).toHaveValue(/\/api\/calendar\/[\w-]{43}\.ics$/);
  await expect(dialog.getByRole('link', { name: 'Open in calendar' })).toHaveAttribute(
    'href',
    /^webcal:\/\//,
  );
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(toastOf(page)).toContainText('Link copied to clipboard');
  const first = await page.evaluate(() => navigator.clipboard.readText());
  await expect(toastOf(page)).toHaveCount(0);
  await checkLooks(page, 'calendar-link');
  // A calendar has no session; PUBLIC_URL need not be where the test reaches the server.
  const calendar = await playwright.request.newContext({ baseURL: baseURL ?? '' });
  const read = async (url: string) => calendar.get(new URL(url).pathname);
  expect(await (await read(first)).text()).toContain('SUMMARY:Training due: Needle Safety');

  await page.keyboard.press('Escape');
  await open();
  await expect(field).toHaveCount(0);
  await expect(dialog).toContainText(/Link created on .*\. Last used (?:now|\d+ seconds? ago)\./);
  await dialog.getByRole('button', { name: 'Replace link' }).click();
  await expect(dialog).toContainText('Calendars with the old one no longer receive your due dates');
  await dialog.getByRole('button', { name: 'Replace link' }).click();
  await expect(field).not.toHaveValue(first);
  expect((await read(first)).status()).toBe(404);
  const second = await field.inputValue();
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await dialog.getByRole('button', { name: 'Revoke link' }).click();
  await expect(toastOf(page)).toContainText('Link Revoked');
  await expect(dialog).toContainText('No link yet.');
  expect((await read(second)).status()).toBe(404);
  await calendar.dispose();
});

test('[LRN-03] [LRN-04] who has nothing yet is told what will stand there', async ({
  page,
  signIn,
  world,
}) => {
  await signIn(await world.learner(), '/my-assignments');
  await expect(page.getByText('No training assignments')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show all trainings' })).toHaveCount(0);
  await checkLooks(page, 'my-assignments-empty');
  await page.goto('/certificates');
  await expect(page.getByText('No certificates yet')).toBeVisible();
  await checkLooks(page, 'certificates-empty');
});

/** Certificates of every worth: valid without and with an end, soon over, revoked. */
async function certificateHolder(world: LearnerWorld): Promise<Person> {
  const learner = await world.learnerApart();
  const text = 'What everybody has to know, long enough to count as content.';
  const done = async (title: string): Promise<number> => {
    const { id } = await world.give(learner, await textModule(world.admin, title, text), 5);
    await completeTraining(world, learner, id);
    return id;
  };
  await done('Good Documentation Practice');
  await done(long);
  const revoked = await done('Withdrawn Procedure');
  await world.admin.del('/api/training-assignments/bulk', {
    assignmentIds: [revoked],
    reason: 'Signed for the wrong site',
  });
  const soon = await textModule(world.admin, 'Monthly Safety Briefing', text);
  const profile = (
    await world.admin.get<{ user: { departmentId: number } }>(`/api/employee/${learner.id}/details`)
  ).body.user;
  const matrix = await world.admin.post<{ matrixId: number }>('/api/training-modules/assign-to-matrix', {
    moduleIds: [soon.id],
    matrixName: `Monthly ${learner.id}`,
    departmentId: profile.departmentId,
    renewalPeriod: 1,
  });
  expect(matrix.status).toBe(200);
  await world.admin.post('/api/training-matrix/assign', {
    matrixId: matrix.body.matrixId,
    specificUserIds: [learner.id],
  });
  const client = await world.clientOf(learner);
  const open = await client.get<{ id: number }[]>('/api/assignments/user?group=later');
  await completeTraining(world, learner, open.body[0]?.id ?? 0);
  return learner;
}

test('[LRN-04] [SHELL-07] [SHELL-10] Certificates: gallery and list, worth, search, PDF, public page and its link', async ({
  page,
  signIn,
  world,
  guard,
  context,
}) => {
  const learner = await certificateHolder(world);
  guard.allow(503, '/api/certificates');
  let broken = true;
  await page.route('**/api/certificates?**', (route) =>
    broken ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await signIn(learner, '/certificates');
  await expect(page).toHaveTitle('Certificates · TrainTrail');
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  broken = false;
  await page.getByRole('button', { name: 'Retry' }).click();
  const cards = page.getByRole('list', { name: 'Your certificates' }).getByRole('listitem');
  await expect(cards).toHaveCount(4);
  const card = (title: string) => cards.filter({ hasText: title });
  await expect(card('Good Documentation')).toContainText('Valid');
  await expect(card('Good Documentation')).toContainText('No end date');
  await expect(card('Monthly Safety')).toContainText(/Expires in \d\d days/);
  await expect(card('Withdrawn')).toContainText('Revoked');
  await expect(card('Withdrawn')).toContainText('Signed for the wrong site');
  await checkLooks(page, 'certificates');
  await page.setViewportSize({ width: 1440, height: 900 });

  const downloading = page.waitForEvent('download');
  await card('Good Documentation')
    .getByRole('button', { name: /^Download PDF/ })
    .click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^certificate-TT-\d{4}-\d{6}\.pdf$/);
  const paper = await readPdf(await readFile(await download.path()));
  expect(paper.text).toContain('Good Documentation Practice');

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await card('Good Documentation')
    .getByRole('button', { name: /^Copy the link/ })
    .click();
  await expect(toastOf(page)).toContainText('Link copied to clipboard');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/\/verify\/[\w-]{24}$/);
  const opened = context.waitForEvent('page');
  await card('Good Documentation')
    .getByRole('link', { name: /^Open the public page/ })
    .click();
  const verifying = await opened;
  await expect(verifying).toHaveURL(copied);
  await expect(verifying.getByText('The certificate is genuine')).toBeVisible();
  await verifying.close();

  await page.getByText('List', { exact: true }).click();
  await expect(page).toHaveURL(/look=list/);
  const rows = page.getByRole('table', { name: 'Your certificates' }).locator('tbody tr');
  await expect(rows).toHaveCount(4);
  await page.getByRole('button', { name: 'Training', exact: true }).click();
  await expect(rows.first()).toContainText('Donau');
  await checkLooks(page, 'certificates-list', [1440]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('monthly');
  await expect(rows).toHaveCount(1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing has this name');
  await expect(page.getByText('No certificate matches the search')).toBeVisible();
  await page.getByRole('button', { name: 'Show all certificates' }).click();
  await expect(rows).toHaveCount(4);

  const own = await (await world.clientOf(learner)).get<{ url: string }[]>('/api/certificates');
  for (const { url } of own.body) guard.allow(503, url);
  await page.route('**/api/certificates/*/pdf', (route) => route.fulfill({ status: 503, body: '' }));
  await rows
    .first()
    .getByRole('button', { name: /^Download PDF/ })
    .click();
  await expect(toastOf(page)).toContainText('The certificate could not be created. Please try again.');

  await (await world.clientOf(learner)).patch('/api/users/settings', { language: 'de' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/certificates');
  await expect(page.getByRole('button', { name: /^PDF herunterladen.*Good/ })).toBeVisible();
  await expectNothingCut(page, 'Certificates in German');
});

test('[SHELL-09] no visible text of the own lists and the calendar link stands outside the catalogue', async ({
  page,
  signIn,
  world,
}) => {
  await usePseudoLanguage(page);
  const data = collectData(page);
  await signIn(await createBusyLearner(world), '/my-assignments');
  await expect(page.locator('tbody th[scope="row"]')).toHaveCount(7);
  await expectCatalogueOnly(page, [data.pattern]);
  await page.getByRole('button', { name: /^Sübscrïbë/ }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Crëåtë/ })).toBeVisible();
  await expectCatalogueOnly(page, [data.pattern]);
  await page.goto('/certificates');
  await expect(page.getByRole('listitem').filter({ hasText: 'ICH GCP' })).toBeVisible();
  await expectCatalogueOnly(page, [data.pattern]);
});
