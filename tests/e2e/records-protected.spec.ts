/** The page 'How these records are protected', used by somebody who has nothing but the page (AUD-02, INS-01). */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accounts, type ServerFacts } from './facts.ts';
import { expect, test as base } from './fixtures.ts';
import { startForked } from './forked.ts';
import { checkLooks, expectNothingCut } from './looks.ts';
import { obey, save, takeBundle } from './offline-check.ts';

/** On a server of its own, which has sealed and sent copies, as an installation does. */
const test = base.extend<object, { facts: ServerFacts }>({
  facts: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names from the pattern
    async ({}, use) => {
      const own = startForked('serve.ts', ['--copies']);
      await use((await own.message()) as ServerFacts);
      await own.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ facts }, use) => use(facts.url),
});
test.describe.configure({ mode: 'default' });

const partOf = (page: Page, name: string): Locator => page.getByRole('region', { name });

/** What the page says that is printed in a case. */
const outcomeMessage = (part: Locator, means: string): Promise<string> =>
  part
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${means}$`) })
    .locator('+ dd')
    .innerText();

test('[AUD-02] [INS-01] an inspector follows the page: one record is valid offline, and one changed byte is found as the page says', async ({
  page,
  signIn,
}) => {
  const folder = test.info().outputPath('check');
  await mkdir(folder, { recursive: true });
  await signIn('inspector', '/audit');
  await page.getByRole('link', { name: 'How these records are protected' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How these records are protected');
  await expect(partOf(page, 'When it is sealed').locator('dd').nth(2)).toHaveText(/^[0-9a-f]{64}$/);
  const key = partOf(page, 'Which key seals it').getByRole('listitem');
  await expect(key).toHaveText(/^([0-9a-f]{4} ){7}[0-9a-f]{4}In use since .*\d{4}/);
  const copies = partOf(page, 'Where copies are stored').getByRole('listitem');
  await expect(copies.filter({ hasText: 'Second folder' })).toContainText(/Up to date.*Seal \d+ · /);
  await expect(copies.filter({ hasText: 'Log server' })).toContainText('Failed');
  // Where they are is for administrators.
  await expect(partOf(page, 'Where copies are stored')).not.toContainText(/127\.0\.0\.1|ECONNREFUSED|\/tmp/);
  const part = partOf(page, 'Check one record');
  const said = {
    whole: await outcomeMessage(part, 'Unchanged'),
    changed: await outcomeMessage(part, 'Changed'),
    missing: await outcomeMessage(part, 'Damaged or wrong file'),
    otherKey: await outcomeMessage(part, 'Other installation'),
  };
  const command = await part.getByText(/^node /).innerText();
  expect(command).toContain((await key.locator('code').innerText()).replaceAll(' ', ''));
  await expect(partOf(page, 'Check the whole audit trail')).toContainText(
    'Request the bundle from an administrator.',
  );
  await checkLooks(page, 'records-protected-inspector');
  await checkLooks(page, 'records-protected-inspector', [360]);
  await expectNothingCut(page, 'how records are protected, on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  const saved = await save(page, part.getByRole('button', { name: 'Download verifier' }), folder);
  // What the page says of the genuine verifier.
  const hash = createHash('sha256')
    .update(await readFile(path.join(folder, saved)))
    .digest('hex');
  await expect(part.getByText(hash, { exact: true })).toBeVisible();
  await part.getByRole('link', { name: 'Completion Reports' }).click();
  await page.goto(`/reports/completion?q=${encodeURIComponent(accounts.learner)}`);
  await page.getByRole('row').filter({ hasText: accounts.learner }).focus();
  await page.keyboard.press('Enter');
  const proof = await save(
    page,
    page
      .getByRole('dialog')
      .getByRole('button', { name: /^Proof file of / })
      .first(),
    folder,
  );
  const check = (name = proof, told = command) => obey(told.replace('proof.json', name), folder);
  const valid = await check();
  expect(valid.lines.at(-1)).toBe(said.whole);
  expect(valid.code).toBe(0);
  const text = await readFile(path.join(folder, proof), 'utf8');
  // A digit of the time at which the file was made.
  const at = text.search(/(?<="madeAt":\s*"20)\d/);
  expect(at).toBeGreaterThan(0);
  const digit = text[at] === '9' ? '8' : '9';
  await writeFile(path.join(folder, 'changed.json'), text.slice(0, at) + digit + text.slice(at + 1));
  expect(await check('changed.json')).toEqual({ lines: [said.changed], code: 1 });
  await writeFile(path.join(folder, 'cut.json'), text.slice(0, -200));
  expect(await check('cut.json')).toEqual({ lines: [said.missing], code: 1 });
  const foreign = await check(proof, command.replace(/[0-9a-f]{32}$/, '0'.repeat(32)));
  expect(foreign.lines.map((line) => line.replace(/key [0-9a-f]{32}/, 'key …'))).toEqual([said.otherKey]);
  expect(foreign.code).toBe(1);
});

test('[AUD-02] an administrator prepares the bundle from the page and checks the whole trail with it', async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000);
  const folder = test.info().outputPath('bundle');
  await mkdir(folder, { recursive: true });
  await signIn('admin', '/integrity-checks');
  await page.getByRole('link', { name: 'How these records are protected' }).click();
  const part = partOf(page, 'Check the whole audit trail');
  const said = {
    whole: await outcomeMessage(part, 'Unchanged'),
    missing: await outcomeMessage(part, 'Event missing'),
    noFile: await outcomeMessage(part, 'File missing'),
    otherKey: await outcomeMessage(part, 'The key is not the one that you wrote down'),
  };
  const command = await part.getByText(/^node /).innerText();
  await part.getByRole('button', { name: 'Prepare bundle' }).click();
  const status = part.getByRole('status');
  await expect(status).toContainText('The bundle is being prepared.');
  await checkLooks(page, 'records-protected');
  await checkLooks(page, 'records-protected', [360]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await status.getByRole('link', { name: 'My exports' }).click();
  const unpacked = await takeBundle(page, folder);
  const clean = await obey(command, unpacked);
  // What the page tells inspectors to compare with the seal that they wrote down.
  expect(clean.lines.at(-2)).toMatch(/^Newest seal: \d+, .* UTC, head [0-9a-f]{64}$/);
  expect(clean.lines.at(-1)).toBe(said.whole);
  expect(clean.code).toBe(0);
  const foreign = await obey(command.replace(/[0-9a-f]{32}$/, '0'.repeat(32)), unpacked);
  expect(foreign.lines[0]?.replace(/key [0-9a-f]{32}/, 'key …')).toBe(said.otherKey);
  expect(foreign.code).toBe(1);
  const events = path.join(unpacked, 'events.jsonl');
  const lines = (await readFile(events, 'utf8')).split('\n');
  await writeFile(events, lines.toSpliced(3, 1).join('\n'));
  const cut = await obey(command, unpacked);
  const withoutNumbers = (text: string): string => text.replaceAll(/\d+/g, '0');
  expect(cut.lines.map(withoutNumbers)).toContain(withoutNumbers(said.missing));
  expect(cut.lines.at(-1)).toBe('NOT VALID: 1 finding');
  expect(cut.code).toBe(1);
  await rm(events);
  expect((await obey(command, unpacked)).lines).toContain(said.noFile);
});
