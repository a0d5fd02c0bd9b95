import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from './fixtures.ts';
import { checkLooks } from './looks.ts';

const run = promisify(execFile);

test('[LRN-05] the public page of a certificate says what the paper says, to a visitor without a session', async ({
  page,
  api,
}) => {
  const learner = await api('learner');
  const list = (await (await learner.get('/api/certificates')).json()) as {
    number: string;
    moduleTitle: string;
    verifyUrl: string;
  }[];
  const [certificate] = list;
  if (!certificate) throw new Error('The demo learner has no certificate');
  await page.goto(new URL(certificate.verifyUrl, 'http://site.invalid').pathname);
  await expect(page.getByRole('heading', { name: 'Certificate check' })).toBeVisible();
  await expect(page.getByText(certificate.number, { exact: true })).toBeVisible();
  await expect(page.getByText(certificate.moduleTitle)).toBeVisible();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await checkLooks(page, 'verify');
});

test('[LRN-05] [SIG-04] a visitor downloads proof file and verifier, and checks the certificate offline with the key on the page', async ({
  page,
  api,
}) => {
  const learner = await api('learner');
  const [certificate] = (await (await learner.get('/api/certificates')).json()) as {
    number: string;
    moduleTitle: string;
    verifyUrl: string;
  }[];
  if (!certificate) throw new Error('The demo learner has no certificate');
  await page.goto(new URL(certificate.verifyUrl, 'http://site.invalid').pathname);
  const save = async (name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    const file = test.info().outputPath(download.suggestedFilename());
    await download.saveAs(file);
    return file;
  };
  const proof = await save('Download proof file');
  const verifier = await save('Download verifier');
  const key = (await page.locator('dd code').innerText()).split(' ');
  expect(key).toHaveLength(8);
  const check = (file: string) =>
    run(process.execPath, [verifier, file, '--key', key.join(' ')]).catch(
      (error: unknown) => error as { stdout: string },
    );
  expect((await check(proof)).stdout).toContain(`number: ${certificate.number}`);
  expect((await check(proof)).stdout.trimEnd()).toMatch(/\nVALID$/);
  const changed = test.info().outputPath('changed.json');
  const text = await readFile(proof, 'utf8');
  await writeFile(changed, text.replace(certificate.moduleTitle, 'Something else'));
  expect((await check(changed)).stdout).toContain('NOT VALID');
  await checkLooks(page, 'verify', [360, 1440]);
});

test('[LRN-05] a code that nobody has is said to be unknown', async ({ page, guard }) => {
  guard.allow(404, '/api/verify/abcdefghijklmnopqrstuvwx');
  guard.allow(404, '/api/verify/short');
  for (const code of ['abcdefghijklmnopqrstuvwx', 'short']) {
    await page.goto(`/verify/${code}`);
    await expect(page.getByText('Unknown code')).toBeVisible();
  }
});
