/** Following the page 'How these records are protected' outside of the product (AUD-02). */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { unzip } from '#tests/harness/unzip.ts';
import { expect } from './fixtures.ts';

const run = promisify(execFile);

/** Runs a command of the page in a folder and gives what it prints, with its exit code. */
export async function obey(
  command: string,
  cwd: string,
): Promise<{ lines: readonly string[]; code: number }> {
  const [program, ...args] = command.split(' ');
  expect(program).toBe('node');
  const { stdout, code } = await run(process.execPath, args, { cwd, env: {} }).then(
    (done) => ({ stdout: done.stdout, code: 0 }),
    (error: unknown) => error as { stdout: string; code: number },
  );
  return { lines: stdout.trimEnd().split('\n'), code };
}

/** Saves what a button downloads, and gives its name. */
export async function save(page: Page, button: Locator, folder: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const name = download.suggestedFilename();
  await download.saveAs(path.join(folder, name));
  return name;
}

/** Waits under My exports until the newest bundle is ready, saves and unpacks it; gives the unpacked folder. */
export async function takeBundle(page: Page, folder: string): Promise<string> {
  const line = page
    .getByRole('list', { name: 'My exports' })
    .getByRole('listitem')
    .filter({ hasText: 'Audit trail bundle' })
    .first();
  await expect(line).toContainText('Ready', { timeout: 120_000 });
  await expect(line).toContainText(/\d events/);
  const unpacked = path.join(folder, 'trail-bundle');
  await mkdir(unpacked, { recursive: true });
  const name = await save(page, line.getByRole('button', { name: 'Download Audit trail bundle' }), folder);
  for (const [file, bytes] of await unzip(await readFile(path.join(folder, name))))
    await writeFile(path.join(folder, file), bytes);
  return unpacked;
}
