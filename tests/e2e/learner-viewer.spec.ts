import { createModuleBy, moduleWith } from '#tests/harness/module-world.ts';
import { makeOffice } from '#tests/harness/sample-files.ts';
import { expect, test } from './learner-fixtures.ts';
import { guideModule, japanesePdf, longText, textModule, unequalPdf } from './learner-world.ts';
import { checkLooks } from './looks.ts';

import { complete, pageBox, pageDrawn, panel, progress, reader } from './viewer-parts.ts';

test('[VIEW-01] header, content area of 700 px, and three panels with the facts of the module and its file', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'TP-QMS-001 Quality Manual', 3);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page).toHaveTitle('TP-QMS-001 Quality Manual · TrainTrail');
  const header = page.locator('header');
  await expect(header.getByRole('heading', { level: 1 })).toHaveText('TP-QMS-001 Quality Manual');
  await expect(header).toContainText(module.reference ?? 'no reference');
  await expect(header).toContainText('PDF');
  await expect(header).toContainText('45 minutes');
  await pageDrawn(page, 1);
  const area = page.locator('[data-kind="pdf"]');
  expect((await area.boundingBox())?.height).toBe(700);
  const information = panel(page, 'Module Information');
  await expect(information).toContainText('What everybody in clinical research must know');
  await expect(information).toContainText('5 days left');
  await expect(information).toContainText('Assigned by');
  const document_ = panel(page, 'Document Information');
  await expect(document_).toContainText('TP-QMS-001-Quality-Manual.pdf');
  await expect(document_).toContainText('Pages3');
  await expect(document_).toContainText(module.files[0]?.sha256.slice(0, 8) ?? 'no file');
  await expect(progress(page)).toContainText('of 3 pages read');
  await expect(progress(page)).toContainText('Session time: 0 minutes');
});

test('[VIEW-01] a module that does not exist or is not assigned is Module Not Found, with Close Window', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const foreign = await textModule(
    world.admin,
    'Somebody Elses Training',
    'Only for others to read, this one.',
  );
  await signIn(await world.learner(), '/employee');
  for (const id of [String(foreign.id), '2147483000', 'nonsense']) {
    guard.allow(404, `/api/training-modules/${id}`);
    await page.goto(`/training-module/${id}`);
    await expect(page.getByText('Module Not Found')).toBeVisible();
  }
  await checkLooks(page, 'module-not-found');
  await page.getByRole('button', { name: 'Close Window' }).click();
  await expect(page).toHaveURL('/');
});

test('[VIEW-01] an assigned module without content says Content Not Available', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const learner = await world.learner();
  const empty = await createModuleBy(world.admin, { title: 'Nothing Yet', contentType: 'self-learning' });
  const { id } = await world.give(learner, empty, 5);
  guard.allow(409, `/api/training-assignments/${id}/view-session`);
  await signIn(learner, `/training-module/${empty.id}`);
  await expect(page.getByText('Content Not Available')).toBeVisible();
  await expect(page.getByText('Please contact the administrator.')).toBeVisible();
});

test('[MOD-10] [VIEW-01] [VIEW-04] what only the looser rule lets start says Content Not Available, and cannot be completed', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  await signIn(learner, '/employee');
  for (const fields of [
    { title: 'A PDF Without a File', contentType: 'pdf' },
    { title: 'A Text That Holds the Place', contentType: 'text', content: 'Placeholder until next week' },
    { title: 'Not Loaded', contentType: 'text', content: 'Module not loaded: ask the administrator.' },
  ]) {
    const module = await createModuleBy(world.admin, fields);
    await world.give(learner, module, 5);
    await page.goto(`/training-module/${module.id}`);
    await expect(page.getByText('Content Not Available')).toBeVisible();
    await expect(page.getByText(fields.content ?? 'no text')).toBeHidden();
    await expect(complete(page)).toBeDisabled();
  }
  await checkLooks(page, 'only-started');
});

test('[VIEW-03] [VIEW-04] pages count after a second, are saved, and only all of them enable Mark as Completed', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Three Pages', 3);
  const { id } = await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(complete(page)).toBeDisabled();
  await expect(progress(page)).toContainText('1 of 3 pages read');
  await expect(progress(page)).toContainText('Pages 2–3 not read yet.');
  await expect(complete(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(progress(page)).toContainText('2 of 3 pages read');
  await expect(progress(page)).toContainText('Your progress is saved.');
  await progress(page).getByRole('button', { name: 'Go to page 3' }).click();
  await expect(progress(page)).toContainText('3 of 3 pages read');
  await expect(complete(page)).toBeEnabled();
  const client = await world.clientOf(learner);
  const stored = await client.get<{ progress: number; status: string }>(`/api/training-assignments/${id}`);
  expect(stored.body).toMatchObject({ progress: 99, status: 'in_progress' });
  // Nothing but the signature is missing.
  await page.goto('/employee');
  await expect(page.getByRole('link', { name: 'Sign Three Pages' }).first()).toBeVisible();
});

test('[VIEW-03] leafing through counts nothing', async ({ page, signIn, world }) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Leafing Through', 8);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('1 of 8 pages read');
  for (let step = 0; step < 7; step += 1) await page.getByRole('button', { name: 'Next page' }).click();
  await expect(progress(page)).toContainText(/[23] of 8 pages read/);
  await expect(progress(page)).toContainText('Your progress is saved.');
  await expect(complete(page)).toBeDisabled();
});

test('[VIEW-03] reading resumes where it stopped, on another device too', async ({
  page,
  signIn,
  world,
  browser,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Where It Stopped', 6);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('1 of 6 pages read');
  await pageBox(page).fill('4');
  await pageBox(page).press('Enter');
  await expect(progress(page)).toContainText('Pages 2–3 and 5–6 not read yet.');
  await expect(progress(page)).toContainText('Your progress is saved.');
  await page.reload();
  await expect(pageBox(page)).toHaveValue('4');
  await pageDrawn(page, 4);
  const device = await browser.newContext({ baseURL: world.url, viewport: { width: 1440, height: 900 } });
  const other = await device.newPage();
  await other.request.post('/api/auth/login', { data: { email: learner.email, password: learner.password } });
  await other.goto(`/training-module/${module.id}`);
  await expect(pageBox(other)).toHaveValue('4');
  await expect(progress(other)).toContainText('2 of 6 pages read');
  await device.close();
});

test('[VIEW-02] pages, zoom, fit, search and keyboard; the text can be selected and links lead on', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Tools of the Reader', 6);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await pageDrawn(page, 1);
  const first = reader(page).getByRole('group', { name: 'Page 1', exact: true });
  const width = async () => (await first.boundingBox())?.width ?? 0;
  const fitted = await width();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(width).toBeGreaterThan(fitted);
  await page.getByRole('button', { name: /^\d+%$/ }).click();
  await page.getByRole('menuitem', { name: 'Fit page' }).click();
  await expect.poll(async () => (await first.boundingBox())?.height ?? 0).toBeLessThan(680);
  await page.getByRole('button', { name: /^\d+%$/ }).click();
  await page.getByRole('menuitem', { name: '50%', exact: true }).click();
  await expect(page.getByRole('button', { name: '50%', exact: true })).toBeVisible();
  await reader(page).focus();
  await page.keyboard.press('0');
  await expect.poll(width).toBe(fitted);
  await page.keyboard.press('ArrowRight');
  await expect(pageBox(page)).toHaveValue('2');
  await page.keyboard.press('ArrowLeft');
  await expect(pageBox(page)).toHaveValue('1');
  await page.keyboard.press('Control+f');
  const search = page.getByRole('search');
  await search.getByRole('searchbox').fill('SECTION 4');
  await expect(search).toContainText('1 of 1');
  await expect(pageBox(page)).toHaveValue('4');
  await expect(reader(page).locator('mark[data-current]')).toHaveText('Section 4');
  await search.getByRole('searchbox').fill('never overwritten');
  await expect(search).toContainText('of 30');
  await page.keyboard.press('Enter');
  await expect(search).toContainText(/\d+ of 30/);
  await search.getByRole('searchbox').fill('no such words');
  await expect(search).toContainText('Not found');
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(reader(page)).toBeFocused();
  const text = first.getByText('Everybody who writes, checks or approves').first();
  await page.keyboard.press('Home');
  await text.selectText();
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('Everybody who writes');
});

test('[VIEW-02] pdf.js comes only with a PDF, its worker from the own origin', async ({
  page,
  signIn,
  world,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (/PdfViewer|pdf\.worker/.test(request.url())) scripts.push(request.url());
  });
  const learner = await world.learner();
  const words = await textModule(world.admin, 'Only Words', longText);
  const guide = await guideModule(world.admin, 'A Guide', 1);
  await world.give(learner, words, 5);
  await world.give(learner, guide, 6);
  await signIn(learner, '/employee');
  await expect(page.locator('tbody th[scope="row"]')).toHaveCount(2);
  await page.goto(`/training-module/${words.id}`);
  await expect(page.getByRole('region', { name: 'Text of Only Words' })).toBeVisible();
  expect(scripts).toEqual([]);
  await page.goto(`/training-module/${guide.id}`);
  await pageDrawn(page, 1);
  expect(scripts.length).toBeGreaterThan(0);
  for (const url of scripts) expect(new URL(url).origin).toBe(new URL(page.url()).origin);
});

test('[VIEW-02] letters that only a character map explains are read from the own origin', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await moduleWith(world.admin, [['kanji.pdf', japanesePdf()]], { title: 'Japanese' });
  await world.give(learner, module, 5);
  const map = page.waitForResponse(/\/assets\/pdfjs-[\d.]+\/cmaps\/90ms-RKSJ-H\.bcmap$/);
  await signIn(learner, `/training-module/${module.id}`);
  expect((await map).status()).toBe(200);
  await expect(reader(page).getByText('日本語')).toBeAttached();
  await expect(progress(page)).toContainText('1 of 1 pages read');
});

test('[VIEW-02] [VIEW-03] a page many times higher than the screen is shown, and counts when half of it was in view', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await moduleWith(world.admin, [['strip.pdf', unequalPdf()]], { title: 'A Long Strip' });
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(progress(page)).toContainText('1 of 2 pages read');
  const strip = reader(page).getByRole('group', { name: 'Page 2', exact: true });
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(strip.locator('canvas')).toBeVisible();
  await expect(progress(page)).toContainText('Your progress is saved.');
  await expect(progress(page)).toContainText('1 of 2 pages read');
  await page.getByRole('button', { name: /^\d+%$/ }).click();
  await page.getByRole('menuitem', { name: 'Fit page' }).click();
  await expect(progress(page)).toContainText('2 of 2 pages read');
});

test('[VIEW-02] a document that cannot be shown has the panel of options, and no third party sees it', async ({
  page,
  signIn,
  world,
  context,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Broken on the Way', 2);
  await world.give(learner, module, 5);
  const file = module.files[0]?.url ?? '';
  let broken = true;
  await context.route(`**${file}`, (route) =>
    broken ? route.fulfill({ contentType: 'application/pdf', body: 'no PDF at all' }) : route.continue(),
  );
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page.getByText('The document cannot be shown here')).toBeVisible();
  const inNewTab = page.getByRole('link', { name: 'Open in new tab' });
  await expect(inNewTab).toHaveAttribute('href', file);
  await expect(inNewTab).toHaveAttribute('target', '_blank');
  for (const link of await page.getByRole('link').all()) {
    const target = new URL((await link.getAttribute('href')) ?? '', page.url());
    expect(target.origin).toBe(new URL(page.url()).origin);
  }
  await checkLooks(page, 'viewer-fallback');
  await page.setViewportSize({ width: 1440, height: 900 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('Broken-on-the-Way.pdf');
  broken = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await pageDrawn(page, 1);
});

test('[VIEW-01] a missing file opens in a new tab; a missing presentation names the administrator', async ({
  page,
  signIn,
  world,
  context,
  guard,
}) => {
  const learner = await world.learner();
  const files = [
    ['deck.pptx', makeOffice('pptx')],
    ['form.docx', makeOffice('docx')],
  ] as const;
  const module = await moduleWith(world.admin, files, { title: 'Slides', contentType: 'presentation' });
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await expect(page.getByText('Download the presentation and open it on your device.')).toBeVisible();
  const fetched = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await fetched).suggestedFilename()).toBe('deck.pptx');
  for (const { url } of module.files) guard.allow(404, url);
  await context.route('**/api/files/**', (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please contact an administrator.' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Parts of this module' }).getByText('form.docx').click();
  const tab = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(await tab).toHaveURL(module.files[1]?.url ?? 'no file');
});
