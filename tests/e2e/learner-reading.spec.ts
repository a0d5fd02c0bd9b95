/** A document on a phone: its text as wide as the screen, and reflowed (VIEW-02). */
import type { Locator, Page } from '@playwright/test';
import { moduleWith } from '#tests/harness/module-world.ts';
import { samplePng } from '#tests/harness/sample-files.ts';
import PDFDocument from 'pdfkit';
import { expect, test } from './learner-fixtures.ts';
import { guideModule } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { pageBox, pageDrawn, progress, reader } from './viewer-parts.ts';

const phone = { width: 360, height: 740 };
const mode = (page: Page, name: 'Page' | 'Text'): Locator =>
  page.getByRole('radiogroup', { name: 'Reading mode' }).getByText(name, { exact: true });
const section = (page: Page, number: number): Locator =>
  reader(page).getByRole('region', { name: `Page ${String(number)}`, exact: true });

/** Two pages: a list and an image, then a scan. */
async function mixedPdf(): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 72, lang: 'en-GB' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.once('end', resolve));
  document.fontSize(22).text('Cold chain').moveDown();
  document
    .fontSize(11)
    .text('The fridge is checked every morning, and what is read is written down at once. '.repeat(6))
    .moveDown();
  document.text('\u2022 Read the temperature.').text('\u2022 Sign the log.').moveDown();
  document.image(samplePng, 72, 400, { width: 200, height: 120 });
  document.addPage().image(samplePng, 0, 0, { width: 595, height: 842 });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

test('[VIEW-02] [SHELL-11] on a phone a document opens at the width of its text, and can be zoomed', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize(phone);
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Margins on a Phone', 2);
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await pageDrawn(page, 1);
  const words = reader(page)
    .getByText(/^Everybody who writes/)
    .first();
  const box = await words.boundingBox();
  // Of 360 pixels the margins of 64 points on each side of 595 would leave 282.
  expect(box?.x).toBeLessThan(12);
  expect(box?.width).toBeGreaterThan(330);
  expect(await reader(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(() => reader(page).evaluate((element) => element.scrollWidth)).toBeGreaterThan(420);
});

test('[VIEW-02] [VIEW-03] [SHELL-10] the text of a document is reflowed, its pages count when they were seen, and the device remembers the mode', async ({
  page,
  signIn,
  world,
}) => {
  await page.setViewportSize(phone);
  const learner = await world.learner();
  const module = await guideModule(world.admin, 'Read as Text', 3);
  const { id } = await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await pageDrawn(page, 1);
  await mode(page, 'Text').click();
  await expect(section(page, 1).getByRole('heading', { name: '1. Section 1 of the guide' })).toBeVisible();
  await expect(section(page, 1).getByText(/^Everybody who writes.*when and why\.$/)).toHaveCount(5);
  // The running header and the number of the page are no text of the document.
  await expect(section(page, 1).getByText('Read as Text')).toHaveCount(0);
  await expect(section(page, 1).getByText('Page 1 of 3')).toHaveCount(0);
  expect(await reader(page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  const size = await section(page, 1)
    .getByText(/^Everybody/)
    .first()
    .evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  expect(size).toBeGreaterThanOrEqual(16);

  const client = await world.clientOf(learner);
  const stored = async (): Promise<number> =>
    (await client.get<{ progress: number }>(`/api/training-assignments/${id}`)).body.progress;
  // A page is longer than the screen: it counts once the parts that were read make up half of it.
  const read = (): Promise<void> => reader(page).evaluate((element) => element.scrollBy({ top: 350 }));
  await page.waitForTimeout(1500);
  expect(await stored()).toBe(0);
  await read();
  await expect.poll(stored, { timeout: 20_000 }).toBe(33);
  await reader(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect(pageBox(page)).toHaveValue('3');
  await pageBox(page).fill('2');
  await pageBox(page).press('Enter');
  await expect(pageBox(page)).toHaveValue('2');
  await page.waitForTimeout(1500);
  await read();
  await expect.poll(stored, { timeout: 20_000 }).toBe(66);

  await checkLooks(page, 'reading-mode');
  await page.reload();
  await expect(section(page, 2).getByRole('heading')).toBeVisible();
  await section(page, 2).getByRole('button', { name: 'Show the page: 2' }).click();
  await pageDrawn(page, 2);
  await page.reload();
  await pageDrawn(page, 2);
});

test('[VIEW-02] lists are lists, images are pictures, and a page without text is shown as it is', async ({
  page,
  signIn,
  world,
}) => {
  const learner = await world.learner();
  const module = await moduleWith(world.admin, [['cold-chain.pdf', await mixedPdf()]], {
    title: 'Cold Chain',
  });
  await world.give(learner, module, 5);
  await signIn(learner, `/training-module/${module.id}`);
  await mode(page, 'Text').click();
  const first = section(page, 1);
  await expect(first.getByRole('heading', { name: 'Cold chain' })).toBeVisible();
  await expect(first.getByRole('listitem')).toContainText(['Read the temperature.', 'Sign the log.']);
  await expect(first.getByRole('img', { name: 'Figure on page 1' })).toBeVisible();
  await expect(first.locator('[lang="en-GB"]')).toHaveCount(1);
  await reader(page).evaluate((element) => element.scrollBy({ top: 300 }));
  await expect(progress(page)).toContainText('1 of 2 pages read');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(section(page, 2)).toContainText('the page is shown as a picture');
  await expect(section(page, 2).getByRole('img', { name: 'Page 2' })).toBeVisible();
  await reader(page).evaluate((element) => element.scrollBy({ top: 200 }));
  await expect(progress(page)).toContainText('2 of 2 pages read');
  await page.getByRole('button', { name: 'Larger text' }).click();
  await expect
    .poll(() => first.getByText(/^The fridge/).evaluate((element) => getComputedStyle(element).fontSize))
    .not.toBe('17px');
});
