import { readFileSync } from 'node:fs';
import { createModuleBy, load, moduleWith } from '#tests/harness/module-world.ts';
import { samplePng } from '#tests/harness/sample-files.ts';
import { expect, test } from './learner-fixtures.ts';
import {
  completeTraining,
  guideModule,
  longText,
  makeGuide,
  mixedModule,
  readPages,
  textModule,
} from './learner-world.ts';
import { checkLooks, expectAccessible, expectNothingCut } from './looks.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';

import { complete, pageDrawn, progress } from './viewer-parts.ts';

test('[VIEW-03] progress survives a lost connection and says so', async ({
  page,
  signIn,
  world,
  context,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'In the Tunnel', 4);
  const { id } = await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('1 of 4 pages read');
  await expect(progress(page)).toContainText('Your progress is saved.');
  await context.route('**/progress', (route) => route.abort('internetdisconnected'));
  page.removeAllListeners('console');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(progress(page)).toContainText('No connection. Your progress is saved on this device');
  await expect(progress(page)).toContainText('1 page pending.');
  await expect(progress(page)).toContainText('2 of 4 pages read');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(progress(page)).toContainText('2 pages pending.');
  const client = await world.clientOf(learner);
  const before = await client.get<{ progress: number }>(`/api/training-assignments/${id}`);
  expect(before.body.progress).toBe(25);
  await context.unroute('**/progress');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(progress(page)).toContainText('Your progress is saved.');
  const after = await client.get<{ progress: number }>(`/api/training-assignments/${id}`);
  expect(after.body.progress).toBe(75);
});

test('[VIEW-03] what waited when the tab was closed is sent by the next one', async ({
  page,
  signIn,
  world,
  context,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Closed in the Tunnel', 3);
  await world.give(learner, module, 5);
  await context.route('**/progress', (route) => route.abort('internetdisconnected'));
  page.removeAllListeners('console');
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('1 page pending.');
  await page.goto('/employee');
  await context.unroute('**/progress');
  await page.goto(`/training-module/${module.id}`);
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', /[1-9]\d*/);
});

test('[VIEW-05] the session time counter shows minutes, updated every 60 seconds, and the server keeps the time', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Taking Time', longText);
  const { id } = await world.give(learner, module, 5);
  await page.clock.install();
  const steps: number[] = [];
  let answered = 0;
  page.on('request', (request) => {
    const body = request.url().endsWith(`/${id}/progress`) ? request.postDataJSON() : null;
    if (body) steps.push((body as { seconds?: number }).seconds ?? 0);
  });
  page.on('response', (response) => {
    if (response.url().endsWith(`/${id}/progress`)) answered += 1;
  });
  // The page's clock runs ahead of the network: what was sent is answered before it goes on.
  const pass = async (seconds: number): Promise<void> => {
    for (let left = seconds; left > 0; left -= 10) {
      await page.clock.runFor(Math.min(10, left) * 1000);
      await expect.poll(() => steps.length - answered).toBe(0);
    }
  };
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('Session time: 0 minutes');
  // The page's clock also goes on while the network answers.
  await pass(45);
  await expect(progress(page)).toContainText('Session time: 0 minutes');
  await pass(20);
  await expect(progress(page)).toContainText('Session time: 1 minute');
  await pass(60);
  await expect(progress(page)).toContainText('Session time: 2 minutes');
  expect(steps.length).toBeGreaterThan(0);
  for (const step of steps) expect(step).toBeLessThanOrEqual(60);
});

test('[VIEW-01] text, picture, file and link: each is shown in its way, and seeing all of them is the progress', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await mixedModule(world.admin);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  const parts = page.getByRole('navigation', { name: 'Parts of this module' });
  await expect(parts.getByRole('button')).toHaveText([/Text/, /floor-plan\.png/, /handbook\.docx/]);
  await expect(page.getByText('Learn the two ways out of your building')).toBeVisible();
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', '33');
  await parts.getByText('floor-plan.png').click();
  await expect(page.getByRole('img', { name: 'floor-plan.png' })).toBeVisible();
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', '66');
  await expect(complete(page)).toBeDisabled();
  await parts.getByText('handbook.docx').click();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', '99');
  await expect(complete(page)).toBeEnabled();
  const link = await createModuleBy(world.admin, {
    title: 'On Another Site',
    contentType: 'e-learning',
    contentUrl: 'https://training.example/course',
  });
  await world.give(learner, link, 5);
  await page.goto(`/training-module/${link.id}`);
  await expect(page.getByRole('link', { name: 'Open the training' })).toHaveAttribute(
    'href',
    'https://training.example/course',
  );
});

test('[VIEW-03] a long text is read to its end, and opens again where the reading stopped', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'A Long Text', longText);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  const text = page.getByRole('region', { name: 'Text of A Long Text' });
  await text.evaluate((element) => element.scrollTo({ top: element.scrollHeight / 4 }));
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', /^[5-7]\d$/);
  await expect(complete(page)).toBeDisabled();
  await expect(progress(page)).toContainText('Your progress is saved.');
  await page.reload();
  await expect.poll(() => text.evaluate((element) => element.scrollTop)).toBeGreaterThan(400);
  await text.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(complete(page)).toBeEnabled();
});

test('[VIEW-03] [VIEW-04] a text whose last line is visible is read, in a low window too, and the empty space below it does not count', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize({ width: 1280, height: 640 });
  const learner = await world.learner();
  const module = await textModule(world.admin, 'A Short Text', 'Report it within a day.\n'.repeat(3).trim());
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(complete(page)).toBeEnabled();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('[VIEW-03] [VIEW-04] in a low window the end of a long text is read by the keyboard alone', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  const learner = await world.learner();
  const module = await textModule(world.admin, 'A Long Text', longText);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  const text = page.getByRole('region', { name: 'Text of A Long Text' });
  await text.focus();
  await page.keyboard.press('End');
  await expect
    .poll(() => text.evaluate((element) => element.getBoundingClientRect().bottom - window.innerHeight))
    .toBeLessThanOrEqual(1);
  await expect(complete(page)).toBeEnabled();
});

test('[VIEW-03] a video goes on where it stopped, its played seconds count, and a jump counts nothing', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const bytes = readFileSync(new URL('../../app/assets/hero.webm', import.meta.url));
  const module = await moduleWith(world.admin, [['walk.webm', bytes]], {
    title: 'A Film',
    contentType: 'video',
  });
  const { id } = await world.give(learner, module, 5);
  const seconds = module.files[0]?.durationSeconds ?? 0;
  expect(seconds).toBeGreaterThan(4);
  await signIn(learner, `/training-module/${module.id}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0);
  const playFrom = (second: number) =>
    video.evaluate(async (player: HTMLVideoElement, at) => {
      player.muted = true;
      player.currentTime = at;
      await player.play();
    }, second);
  await playFrom(seconds - 1);
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.ended)).toBe(true);
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', /^(?:[1-9]|[1-3]\d)$/);
  await expect(complete(page)).toBeDisabled();
  await playFrom(0);
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(3);
  await video.evaluate((player: HTMLVideoElement) => player.pause());
  await expect(progress(page)).toContainText('Your progress is saved.');
  await page.reload();
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(2);
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
  });
  await expect(complete(page)).toBeEnabled({ timeout: 40_000 });
  const client = await world.clientOf(learner);
  const stored = await client.get<{ progress: number }>(`/api/training-assignments/${id}`);
  expect(stored.body.progress).toBe(99);
});

test('[AUTH-05] a playing video keeps the session alive; one that rests does not', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const bytes = readFileSync(new URL('../../app/assets/hero.webm', import.meta.url));
  const module = await moduleWith(world.admin, [['walk.webm', bytes]], {
    title: 'A Film',
    contentType: 'video',
  });
  await world.give(learner, module, 5);
  await page.clock.install();
  const told: string[] = [];
  page.on('request', (request) => told.push(new URL(request.url()).pathname));
  const reports = () => told.filter((path) => path === '/api/session/activity').length;
  await signIn(learner, `/training-module/${module.id}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0);
  await page.clock.fastForward(10 * 60_000);
  expect(reports()).toBe(0);
  // No input of the person: only the film moves.
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
  });
  await expect.poll(reports).toBe(1);
  await page.clock.fastForward(61_000);
  await expect.poll(reports).toBe(2);
});

test('[VIEW-03] a text file and a picture alone are shown in the page', async ({ page, signIn, world }) => {
  const learner = await world.learner();
  const module = await moduleWith(
    world.admin,
    [['notes.txt', 'Notes of the site visit, to be read by all.']],
    {
      title: 'Notes',
      contentType: 'text',
    },
  );
  await load(world.admin, module.id, [['plan.png', samplePng]]);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page.getByText('Notes of the site visit, to be read by all.')).toBeVisible();
});

test('[VIEW-01] [LRN-05] a completed training opened again shows when, its certificate and what comes next above the content, and its signature beside it', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Done Before', longText);
  const later = await textModule(world.admin, 'Due Later', longText);
  const sooner = await textModule(world.admin, 'Due Sooner', longText);
  const { id } = await world.give(learner, module, 5);
  await world.give(learner, later, 30);
  await world.give(learner, sooner, 10);
  await completeTraining(world, learner, id);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('Completed');
  await expect(progress(page)).toContainText('Signature valid');
  await expect(progress(page)).toContainText('Lena Hofmann');
  await expect(progress(page)).toContainText('(Europe/Berlin)');
  await expect(progress(page)).toContainText('I have read and understood this training');
  await expect(complete(page)).toHaveCount(0);
  await expect(progress(page).getByRole('progressbar')).toHaveCount(0);
  const done = page.getByRole('region', { name: 'Completed training' });
  await expect(done).toContainText(/Completed\w{3} \d+, \d{4}, \d/);
  await expect(done).toContainText('Valid untilNo end date');
  await expect(done).toContainText('Next renewalNone required');
  await expect(done).toContainText('Next trainingDue Sooner');
  await expect(done.getByRole('link', { name: 'Due Sooner' })).toHaveAttribute(
    'href',
    `/training-module/${sooner.id}`,
  );
  for (const name of ['Certificate for Done Before', 'Download the certificate for Done Before'])
    await expect(done.getByRole('link', { name, exact: true })).toHaveAttribute(
      'href',
      /^\/api\/certificates\/.+\/pdf$/,
    );
  await page.setViewportSize({ width: 360, height: 740 });
  const [above, below] = await Promise.all([
    done.boundingBox(),
    page.locator('[data-kind="text"]').boundingBox(),
  ]);
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  // What is read keeps most of the screen.
  expect(below?.height).toBeGreaterThan(370);
});

test('[SHELL-11] on a phone the viewer is full-screen with a bar of page, progress and Mark as Completed', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'On a Phone', 3);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await pageDrawn(page, 1);
  const bar = page.getByRole('region', { name: 'Reading' });
  await expect(bar.getByRole('textbox', { name: 'Page' })).toHaveValue('1');
  await expect(bar).toContainText('of 3');
  await expect(bar.getByRole('button', { name: 'Mark as Completed' })).toBeDisabled();
  const box = await bar.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(740, 0);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(740);
  await expect(bar.getByRole('progressbar')).toHaveAttribute('value', '33');
  await bar.getByRole('button', { name: 'Next page' }).click();
  await expect(bar.getByRole('textbox', { name: 'Page' })).toHaveValue('2');
  await expectNothingCut(page, 'the viewer on a phone');
  await expectAccessible(page, 'the viewer on a phone');
  await page.getByRole('button', { name: 'About this training' }).click();
  const about = page.getByRole('dialog', { name: 'About this training' });
  await expect(about.getByRole('region', { name: 'Module Information' })).toBeVisible();
  await expectAccessible(page, 'the panels on a phone');
});

test('[VIEW-04] [SHELL-11] which pages and parts are missing is said below Mark as Completed, with the way there, also on a phone', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const learner = await world.learner();
  const module = await moduleWith(
    world.admin,
    [
      ['hygiene-rules.pdf', await makeGuide('Hygiene Rules', 4)],
      ['door-plan.png', samplePng],
    ],
    { title: 'The First Page Too' },
  );
  const { id } = await world.give(learner, module, 5);
  const client = await world.clientOf(learner);
  await readPages(client, id, module.files[0]?.name ?? '', [2, 3, 4]);
  await signIn(learner, `/training-module/${module.id}`);
  const bar = page.getByRole('region', { name: 'Reading' });
  await expect(bar).toContainText('Page 1 not read yet.');
  await expect(bar).toContainText('Not opened yet.');
  await expect(complete(page)).toBeDisabled();
  await checkLooks(page, 'viewer-what-is-missing', [360, 1440]);
  await page.setViewportSize({ width: 360, height: 740 });

  await bar.getByRole('button', { name: /^Go there: door-plan/ }).click();
  await expect(bar).not.toContainText('Not opened yet.');
  // From another part the document opens at the page that is missing, not where the reading stopped.
  await bar.getByRole('button', { name: /^Go to page 1: hygiene-rules/ }).click();
  await pageDrawn(page, 1);
  await expect(bar.getByRole('textbox', { name: 'Page' })).toHaveValue('1');
  await expect(bar).not.toContainText('not read yet');
  await expect(complete(page)).toBeEnabled();
});

test('[SHELL-10] looks and accessibility of the viewer', async ({ page, signIn, world }) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'TP-CRO-9 Looks of the Viewer', 2);
  await world.give(learner, module, -3);
  await signIn(learner, `/training-module/${module.id}`);
  await pageDrawn(page, 1);
  await checkLooks(page, 'viewer');
});

test('[SHELL-11] German at 360 px cuts nothing off in the viewer', async ({ page, signIn, world }) => {
  const learner = await world.learner();
  await (await world.clientOf(learner)).patch('/api/users/settings', { language: 'de' });
  const module = await guideModule(world.admin, 'Auf Deutsch', 2);
  await world.give(learner, module, 5);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page.getByRole('button', { name: 'Als abgeschlossen markieren' })).toBeVisible();
  await expectNothingCut(page, 'the viewer in German');
  await page.getByRole('button', { name: 'Über diese Schulung' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCut(page, 'the panels in German');
});

test('[SHELL-09] no visible text of the viewer stands outside the catalogue', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await mixedModule(world.admin);
  await world.give(learner, module, 5);
  await usePseudoLanguage(page);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(3);
  await expectCatalogueOnly(page, [
    /^Emergency Exits/,
    /^A module of a test$/,
    /^Learn the two ways/,
    /^(?:floor-plan\.png|handbook\.docx)$/,
    /^Alexandra Reyes$/,
    /^[0-9a-f]{8}…[0-9a-f]{8}$|^SHA-256 /,
    // Dates in the person's language, for hovering.
    /\d{4}(?: at .* UTC)?$/,
  ]);
});
