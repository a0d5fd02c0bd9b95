/** Documents that cannot be shown, or hardly: the page stays alive and says what is wrong (F15). */
import type { Page } from '@playwright/test';
import { moduleWith } from '#tests/harness/module-world.ts';
import { makeLongPdf, makePdf, pdfStream, rawPdf } from '#tests/harness/sample-files.ts';
import { unique } from './admin-world.ts';
import { expect, test } from './learner-fixtures.ts';
import { guideModule } from './learner-world.ts';
import { complete, pageBox, pageDrawn, panel, reader } from './viewer-parts.ts';

const password = 'It is protected by a password. Please ask an administrator for one without.';
const damaged = 'It is damaged or incomplete. Please contact an administrator.';

interface Pauses {
  longestPause: number;
}

/** Measures from the page's first script on how long it does not answer. */
const watchPauses = (page: Page) =>
  page.addInitScript(() => {
    const marks = window as unknown as Pauses;
    marks.longestPause = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        marks.longestPause = Math.max(marks.longestPause, duration);
    }).observe({ type: 'longtask', buffered: true });
  });

/**
 * Lets pdf.js hear of a 404 before it waits for it: its reader starts the request, and asks for the answer a message of its worker later. An
 * answer that is there at once, as only a test gives it, is an unhandled rejection until then. The page tells the failure all the same.
 */
const letRefusalsBeEarly = (page: Page) =>
  page.addInitScript(() => {
    window.addEventListener('unhandledrejection', (event) => {
      const { reason } = event as { readonly reason: unknown };
      if (reason instanceof Error && reason.name === 'ResponseException') event.preventDefault();
    });
  });

/** The longest of these pauses in milliseconds. */
const longestPause = (page: Page) => page.evaluate(() => (window as unknown as Pauses).longestPause);

test('[VIEW-02] F15: a document that is locked, cut off, empty or gone is told as what it is, and the page goes on', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const learner = await world.learner();
  const module = await guideModule(world.admin, unique('A Broken Guide'), 2, {
    content: 'Words to read while the guide cannot be shown.',
  });
  await world.give(learner, module, 5);
  const path = module.files[0]?.url ?? '';
  guard.allow(404, path);
  const whole = await makePdf(3);
  const bodies: readonly (readonly [body: Buffer | null, reason: string])[] = [
    [await makePdf(2, { userPassword: 'secret' }), password],
    [whole.subarray(0, 900), damaged],
    [Buffer.alloc(0), damaged],
    [Buffer.from('<!doctype html><title>Sign in</title>'), damaged],
    [null, 'It is no longer available. Please contact an administrator.'],
  ];
  let body: Buffer | null = null;
  await letRefusalsBeEarly(page);
  await page.route(`**${path}`, (route) =>
    body === null
      ? route.fulfill({ status: 404, body: '' })
      : route.fulfill({ contentType: 'application/pdf', body }),
  );
  const parts = page.getByRole('navigation', { name: 'Parts of this module' });
  [[body]] = bodies as [[Buffer, string]];
  await signIn(learner, `/training-module/${String(module.id)}`);
  await parts.getByText('.pdf').click();
  for (const [index, [next, reason]] of bodies.entries()) {
    body = next;
    if (index > 0) await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('The document cannot be shown here')).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
    await expect(complete(page)).toBeDisabled();
    // Everything else answers.
    await parts.getByText('Text', { exact: true }).click();
    await expect(page.getByText('Words to read while the guide cannot be shown.')).toBeVisible();
    await parts.getByText('.pdf').click();
    await expect(page.getByText(reason)).toBeVisible();
  }
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await pageDrawn(page, 1);
});

/** A page with words, and a picture that claims ten thousand million pixels in a few bytes. */
const giantPicture = rawPdf([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F 4 0 R >> /XObject << /I 5 0 R >> >> /Contents 6 0 R >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  '<< /Type /XObject /Subtype /Image /Width 100000 /Height 100000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Length 4 >>\nstream\nabcd\nendstream',
  pdfStream('q 400 0 0 300 10 10 cm /I Do Q BT /F 30 Tf 40 500 Td (Words above the picture) Tj ET'),
]);

test('[VIEW-02] F15: a document that only its author may change opens for everybody, and one with a bomb for a picture shows its words', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const fixed = await makePdf(2, { ownerPassword: 'secret', title: 'Not to be changed' });
  const files = [
    ['fixed.pdf', fixed],
    ['giant.pdf', giantPicture],
  ] as const;
  const module = await moduleWith(world.admin, files, { title: unique('Fixed') });
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${String(module.id)}`);
  await expect(reader(page).getByText('Not to be changed: page 1')).toBeAttached();
  await page.getByRole('navigation', { name: 'Parts of this module' }).getByText('giant.pdf').click();
  await expect(reader(page).getByText('Words above the picture')).toBeAttached();
  await expect(reader(page).locator('canvas')).toBeVisible();
  await expect(panel(page, 'Progress')).toContainText('1 of 1 pages read');
});

test('[VIEW-02] [VIEW-03] F15: five thousand pages open, scroll from end to end and never hold the page up', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await moduleWith(world.admin, [['long.pdf', makeLongPdf(5000)]], {
    title: unique('Very Long'),
  });
  await world.give(learner, module, 5);
  await watchPauses(page);
  await signIn(learner, `/training-module/${String(module.id)}`);
  await pageDrawn(page, 1);
  await expect(panel(page, 'Document Information')).toContainText('Pages5,000');
  // At once to places whose pages nobody has measured yet.
  for (const target of [5000, 2500, 4999, 1]) {
    await pageBox(page).fill(String(target));
    await pageBox(page).press('Enter');
    await pageDrawn(page, target);
  }
  const height = await reader(page).evaluate((element) => element.scrollHeight);
  expect(height).toBeGreaterThan(2_000_000);
  await reader(page).hover();
  for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, height / 20);
  await expect(pageBox(page)).toHaveValue('5000');
  await pageDrawn(page, 5000);
  await expect(complete(page)).toBeDisabled();
  // Only the pages near the reader are drawn, however many there are.
  expect(await reader(page).locator('canvas').count()).toBeLessThan(8);
  expect(await longestPause(page)).toBeLessThan(1000);
});
