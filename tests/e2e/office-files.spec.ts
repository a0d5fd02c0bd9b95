/** Office files that are converted to PDF in the background (MOD-09), on a server that has a LibreOffice. */
import { moduleWith } from '#tests/harness/module-world.ts';
import { makeOffice, makeOle } from '#tests/harness/sample-files.ts';
import { cardOf, unique } from './admin-world.ts';
import { startConvertingWorld, type ConvertingWorld } from './converting-world.ts';
import { accounts, demoPassword } from './facts.ts';
import { expect, test as base } from './fixtures.ts';
import { acceptAgreement, createLearnerWorld, makeGuide, type LearnerWorld } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { complete, pageDrawn, panel, progress, reader } from './viewer-parts.ts';

const test = base.extend<object, { readonly converting: ConvertingWorld; readonly world: LearnerWorld }>({
  converting: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const converting = await startConvertingWorld();
      await use(converting);
      await converting.stop();
    },
    { scope: 'worker' },
  ],
  world: [
    async ({ converting }, use) => {
      await use(await createLearnerWorld(converting.url, { email: accounts.admin, password: demoPassword }));
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ converting }, use) => use(converting.url),
});
// One LibreOffice, which behaves in one way at a time.
test.describe.configure({ mode: 'serial' });

test('[MOD-09] [VIEW-02] [VIEW-03] a presentation is being prepared, then its pages are read and counted in the same viewer', async ({
  page,
  signIn,
  converting: { soffice },
  world,
}) => {
  soffice.behave('waits', await makeGuide('Fire Safety', 2));
  const learner = await world.learner();
  await acceptAgreement(await world.clientOf(learner));
  const module = await moduleWith(world.admin, [['Fire Safety.pptx', makeOffice('pptx')]], {
    title: unique('Fire Safety'),
    contentType: 'presentation',
  });
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${String(module.id)}`);
  await expect(page.getByRole('status').filter({ hasText: 'being prepared' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await checkLooks(page, 'office-pending');
  await page.setViewportSize({ width: 1440, height: 900 });

  soffice.letGo();
  await pageDrawn(page, 1);
  await expect(page.locator('[data-kind="pdf"]')).toBeVisible();
  await expect(panel(page, 'Document Information')).toContainText('Fire Safety.pptx');
  await expect(panel(page, 'Document Information')).toContainText('File typePPTX');
  await expect(progress(page)).toContainText('of 2 pages read');
  await expect(complete(page)).toBeDisabled();
  await checkLooks(page, 'office-converted');
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'More ways to read' }).click();
  const fetched = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  expect((await fetched).suggestedFilename()).toBe('Fire Safety.pptx');

  await expect(progress(page)).toContainText('1 of 2 pages read');
  await progress(page).getByRole('button', { name: 'Go to page 2' }).click();
  await expect(progress(page)).toContainText('2 of 2 pages read');
  await expect(complete(page)).toBeEnabled();
});

test('[MOD-09] a file that cannot be converted says why and is offered for download', async ({
  page,
  signIn,
  converting,
  world,
}) => {
  converting.soffice.behave('nothing');
  const title = unique('Broken Slides');
  const module = await moduleWith(world.admin, [['Broken.docx', makeOffice('docx')]], { title });
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('button', { name: 'Preview Broken.docx' }).click();
  const preview = page.getByRole('dialog', { name: 'Broken.docx' });
  await expect(preview.getByRole('alert')).toContainText('it may be damaged or protected by a password');
  await expect(preview.getByRole('button', { name: 'Download' })).toBeVisible();
  await checkLooks(page, 'office-failed');
  expect(module.files[0]?.conversion).toEqual({ state: 'pending' });
});

test('[MOD-09] the preview of an administrator shows the pages of a document', async ({
  page,
  signIn,
  converting,
  world,
}) => {
  converting.soffice.behave('pdf', await makeGuide('Delegation Log', 3));
  const title = unique('Delegation Log');
  await moduleWith(world.admin, [['Delegation log.xlsx', makeOffice('xlsx')]], { title });
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('button', { name: 'Preview Delegation log.xlsx' }).click();
  await expect(reader(page)).toBeVisible();
  await pageDrawn(page, 1);
  await checkLooks(page, 'office-preview');
});

test('[VIEW-02] [MOD-09] where the viewer fails, the online document viewer is our own PDF and the download the original', async ({
  page,
  signIn,
  converting,
  world,
}) => {
  converting.soffice.behave('pdf', await makeGuide('Site Visit', 1));
  const learner = await world.learner();
  const module = await moduleWith(world.admin, [['Site visit.ppt', makeOle('PowerPoint Document')]], {
    title: unique('Site Visit'),
    contentType: 'presentation',
  });
  await world.give(learner, module, 5);
  const pdf = `${module.files[0]?.url ?? ''}?pdf=true`;
  await page.route(`**${pdf}`, (route) => route.fulfill({ body: 'no PDF', contentType: 'application/pdf' }));
  await signIn(learner, `/training-module/${String(module.id)}`);
  await expect(page.getByText('The document cannot be shown here')).toBeVisible();
  const viewer = page.getByRole('link', { name: 'Online document viewer' });
  await expect(viewer).toHaveAttribute('href', pdf);
  await checkLooks(page, 'office-fallback');
  const fetched = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await fetched).suggestedFilename()).toBe('Site visit.ppt');
  await page.unroute(`**${pdf}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await pageDrawn(page, 1);
});
