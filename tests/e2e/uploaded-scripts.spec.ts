/** What an upload could do in our origin: opened directly, and asked for as a script by our own pages (T9). */
import type { Page } from '@playwright/test';
import { createModuleBy, load, type Module } from '#tests/harness/module-world.ts';
import { makePdf, makeZip, rawPdf, sampleGif, sampleJpg, samplePng } from '#tests/harness/sample-files.ts';
import { unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { pageDrawn } from './viewer-parts.ts';

const script = '<script>document.title = "ran"; fetch("/api/auth/user")</script>';
const trap = Buffer.from(
  `<html><body onload="document.title='ran'">${script}<img src=x onerror="document.title='ran'">`,
);
/** A PDF that wants to run a program when it is opened, and when it is printed, and to lead elsewhere. */
const actingPdf = rawPdf([
  '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\("ran"\\); document.title="ran") >> /AA << /WP << /S /URI /URI (javascript:alert\\(1\\)) >> >> >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F 4 0 R >> >> /Contents 5 0 R /Annots [6 0 R] >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Length 52 >>\nstream\nBT /F 30 Tf 40 300 Td (Page 1 of a trap to fall in) Tj ET\nendstream',
  '<< /Type /Annot /Subtype /Link /Rect [0 0 420 595] /A << /S /URI /URI (javascript:document.title="ran") >> >>',
]);

/** Files that are stored, each with a page or a program somewhere in it. */
const files = async () =>
  [
    ['words.txt', Buffer.concat([Buffer.from('Words first. '), trap])],
    ['picture.png', Buffer.concat([samplePng, trap])],
    ['photo.jpg', Buffer.concat([sampleJpg, trap])],
    ['steps.gif', Buffer.concat([sampleGif, trap])],
    ['course.zip', makeZip([{ name: 'index.html', data: trap }])],
    ['guide.pdf', Buffer.concat([await makePdf(1), trap])],
    ['acting.pdf', actingPdf],
  ] as const;

/** Opens a file as a page of its own; a download is as good an answer as a page. */
async function openDirectly(page: Page, url: string): Promise<'shown' | 'downloaded'> {
  const download = page.waitForEvent('download').then(() => 'downloaded' as const);
  const shown = page.goto(url).then(
    () => 'shown' as const,
    () => download,
  );
  return Promise.race([shown, download]);
}

test('[MOD-08] [SEC-02] T9: no upload runs anything in our origin, and none of them reads the session', async ({
  page,
  signIn,
  world,
}) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const { id } = await createModuleBy(world.admin, { title: unique('Traps'), contentType: 'self-learning' });
  const { body: module } = await load<Module>(world.admin, id, await files());
  await signIn('admin');
  const tab = await page.context().newPage();
  const calls: string[] = [];
  for (const { originalName, url } of module.files) {
    tab.removeAllListeners('request');
    tab.on('request', (request) => {
      if (request.isNavigationRequest()) return;
      const path = new URL(request.url()).pathname;
      if (path.startsWith('/api/') && path !== url) calls.push(`${originalName}: ${path}`);
    });
    if ((await openDirectly(tab, url)) === 'downloaded') continue;
    expect(await tab.title(), originalName).not.toBe('ran');
    // A sandbox without an origin: cookies and storage cannot even be asked for.
    if (!originalName.endsWith('.pdf')) {
      const cookie = await tab.evaluate(() => {
        try {
          return `read: ${document.cookie}`;
        } catch (error) {
          return error instanceof DOMException ? error.name : String(error);
        }
      });
      expect(cookie, originalName).toBe('SecurityError');
    }
  }
  expect(calls).toEqual([]);
  // Asked for as a program by a page of ours, whose policy allows programs of the own origin.
  const ours = await page.context().newPage();
  await ours.goto('/');
  for (const { originalName, url } of module.files) {
    const outcome = await ours.evaluate(
      (source) =>
        new Promise((resolve) => {
          const element = document.createElement('script');
          element.addEventListener('load', () => resolve('ran'));
          element.addEventListener('error', () => resolve('refused'));
          element.src = source;
          document.head.append(element);
        }),
      url,
    );
    expect(outcome, originalName).toBe('refused');
  }
  expect(await ours.title()).not.toBe('ran');
  expect(await ours.evaluate(() => document.cookie)).toBe('');
  expect(dialogs).toEqual([]);
});

test('[VIEW-02] [MOD-08] T9: a PDF with programs and hostile links is only read', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const made = await createModuleBy(world.admin, { title: unique('A Trap'), contentType: 'pdf' });
  const { body: module } = await load<Module>(world.admin, made.id, [['acting.pdf', actingPdf]]);
  await world.give(learner, module, 5);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await signIn(learner, `/training-module/${String(module.id)}`);
  await pageDrawn(page, 1);
  expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
  expect(await page.title()).not.toBe('ran');
  expect(dialogs).toEqual([]);
});
