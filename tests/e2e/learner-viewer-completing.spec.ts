import type { Page } from '@playwright/test';
import { load, moduleWith } from '#tests/harness/module-world.ts';
import { answersTo, begin, writeQuiz } from '#tests/harness/quiz-world.ts';
import { makeOffice, makeZip, samplePng } from '#tests/harness/sample-files.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, longText, makeGuide, textModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { complete, pageDrawn, progress } from './viewer-parts.ts';

const short = 'Report every adverse event within 24 hours of learning of it.';

test('[VIEW-04] [MOD-06] a PDF does not complete the text, the picture and the document beside it', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await moduleWith(
    world.admin,
    [
      ['safety-guide.pdf', await makeGuide('Safety Guide', 1)],
      ['escape-plan.png', samplePng],
      ['form.docx', makeOffice('docx')],
    ],
    { title: 'Everything Counts', content: short },
  );
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  const parts = page.getByRole('navigation', { name: 'Parts of this module' });
  const bar = progress(page).getByRole('progressbar');
  await expect(bar).toHaveAttribute('value', '25');
  await parts.getByText('safety-guide').click();
  await pageDrawn(page, 1);
  await expect(bar).toHaveAttribute('value', '50');
  await expect(complete(page)).toBeDisabled();
  await parts.getByText('escape-plan').click();
  await expect(bar).toHaveAttribute('value', '75');
  await expect(progress(page)).toContainText('Your progress is saved.');

  // Another day: what was read is marked, and reading goes on at what is left.
  await page.reload();
  await expect(parts.getByRole('img', { name: 'read' })).toHaveCount(3);
  await expect(bar).toHaveAttribute('value', '75');
  await expect(complete(page)).toBeDisabled();
  await parts.getByText('form').click();
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(bar).toHaveAttribute('value', '99');
  await expect(complete(page)).toBeEnabled();
});

test('[VIEW-03] several parts that cannot be counted resume where reading stopped, on another device too', async ({
  page,
  signIn,
  world,
  browser,
}) => {
  const learner = await world.learner();
  const module = await moduleWith(
    world.admin,
    [
      ['plan.png', samplePng],
      ['notes.txt', Buffer.from(longText)],
    ],
    { title: 'Read in Pieces', contentType: 'self-learning', content: short },
  );
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  const parts = page.getByRole('navigation', { name: 'Parts of this module' });
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', '33');
  await parts.getByText('plan').click();
  await expect(progress(page).getByRole('progressbar')).toHaveAttribute('value', '66');
  await expect(progress(page)).toContainText('Your progress is saved.');

  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    baseURL: world.url,
  });
  const elsewhere = await context.newPage();
  await elsewhere.goto(`/training-module/${module.id}`);
  const there = elsewhere.getByRole('navigation', { name: 'Parts of this module' });
  await expect(there.getByRole('img', { name: 'read' })).toHaveCount(2);
  await expect(there.locator('[aria-current="true"]')).toContainText('notes');
  const text = elsewhere.getByRole('region', { name: /^Text of notes/ });
  await text.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(complete(elsewhere)).toBeEnabled();
  await context.close();
});

test('[MOD-11] [VIEW-06] a version that takes effect during the quiz asks again, says why, and takes no answer of the old one', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Asked Again', short, { completionPolicy: 'signed' });
  await writeQuiz(world.admin, module.id, { maxAttempts: 1 });
  await world.admin.patch(`/api/training-modules/${module.id}`, { completionPolicy: 'quiz' });
  const { id } = await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  const parts = page.getByRole('navigation', { name: 'Parts of this module' });
  await parts.getByText('Quiz').click();
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  const client = await world.clientOf(learner);
  const paper = (await begin(client, id)).body.open;
  await load(world.admin, module.id, [], { contentData: `${short} Tell your manager, too.` });
  const path = `/api/training-assignments/${id}/quiz/attempts/1/hand-in`;
  const stale = await client.post<{ counts: boolean }>(path, { answers: answersTo(paper?.questions ?? []) });
  expect(stale.body).toMatchObject({ passed: true, counts: false });

  await page.reload();
  await parts.getByText('Quiz').click();
  await expect(page.getByText('A new version of this training took effect.')).toContainText(
    'Your answers on version 1 count for that version only',
  );
  await expect(page.getByText('on version 1, no longer counts')).toBeVisible();
  await expect(complete(page)).toBeDisabled();
  await checkLooks(page, 'quiz-of-a-new-version', [1440, 360]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Show attempt 1' }).click();
  await expect(page.getByText('on version 1, no longer counts')).toBeVisible();
  await page.getByRole('button', { name: 'Start the quiz' }).click();
  await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
});

test('[MOD-11] [SIG-02] a version that takes effect while the question is open is not confirmed unread', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const learner = await world.learner();
  const module = await textModule(world.admin, 'Changed in Between', short, {
    completionPolicy: 'self_attest',
  });
  const { id } = await world.give(learner, module, 5);
  guard.allow(409, `/api/training-assignments/${id}/status`);
  guard.allow(422, `/api/training-assignments/${id}/progress`);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('Your progress is saved.');
  await complete(page).click();
  const question = page.getByRole('dialog', { name: 'Mark as Completed' });
  await expect(question).toBeVisible();
  await load(world.admin, module.id, [], { contentData: `${short} Tell your manager, too.` });
  await question.getByRole('button', { name: 'Mark as Completed' }).click();
  await expect(question.getByRole('alert')).toHaveText(
    'A new version of this training took effect. Open it again: what you complete is the new version.',
  );
  const client = await world.clientOf(learner);
  const { body } = await client.get<{ status: string }>(`/api/training-assignments/${id}`);
  expect(body.status).toBe('in_progress');
});

test('[MOD-03] [VIEW-01] [VIEW-04] a hands-on training that is a ZIP is shown, fetched, signed and completed', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const zip = makeZip([{ name: 'exercise.txt', data: 'Put the gloves on before you open the bag.' }]);
  const module = await moduleWith(world.admin, [['exercises.zip', zip]], {
    title: 'Handling Samples',
    contentType: 'hands-on',
  });
  const { id } = await world.give(learner, module, 5);
  await acceptAgreement(await world.clientOf(learner));
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page.locator('header')).toContainText('Hands-on');
  await expect(complete(page)).toBeDisabled();
  const fetched = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await fetched).suggestedFilename()).toMatch(/^exercises.*\.zip$/);
  await complete(page).click();
  const signing = page.getByRole('dialog', { name: 'Sign the completion' });
  await signing.getByLabel('Password', { exact: true }).fill(learner.password);
  await page.keyboard.press('Enter');
  await expect(signing).toContainText('Your signature is recorded.');
  const client = await world.clientOf(learner);
  const { body } = await client.get(`/api/training-assignments/${id}`);
  expect(body).toMatchObject({ status: 'completed', progress: 100, signature: { valid: true } });
});

/** Records a moving canvas with the browser's own recorder, which does not know the length when it writes the header. */
async function recorded(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 90;
    const brush = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' });
    const chunks: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start(500);
    const begun = performance.now();
    const draw = (now: number): void => {
      brush?.fillRect((now / 20) % 160, 0, 9, 90);
      brush?.clearRect((now / 40) % 160, 0, 9, 90);
      if (now - begun > 5000) recorder.stop();
      else requestAnimationFrame(draw);
    };
    requestAnimationFrame(draw);
    await stopped;
    return Array.from(new Uint8Array(await new Blob(chunks).arrayBuffer()), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
  });
  return Buffer.from(text, 'hex');
}

test('[VIEW-03] [VIEW-04] [MOD-07] a video that a browser recorded has a length, is watched to its end and completes', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  await signIn(learner, '/employee');
  const bytes = await recorded(page);
  // Its header says nothing of a length (Matroska's element 4489).
  expect(bytes.subarray(0, 300).includes(Buffer.from('4489', 'hex'))).toBe(false);
  const module = await moduleWith(world.admin, [['recorded.webm', bytes]], {
    title: 'Recorded Here',
    contentType: 'video',
  });
  const seconds = module.files[0]?.durationSeconds ?? 0;
  expect(seconds).toBeGreaterThan(3.5);
  expect(seconds).toBeLessThan(12);
  await world.give(learner, module, 5);
  await page.goto(`/training-module/${module.id}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState)).toBeGreaterThan(0);
  await expect(complete(page)).toBeDisabled();
  await video.evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    await player.play();
  });
  await expect(progress(page)).toContainText(/watched/);
  await expect(complete(page)).toBeEnabled({ timeout: 40_000 });
});
