import { createHash } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { checkLooks } from './looks.ts';

test('[INS-03] a visitor drops a paper and reads for whom it was issued; the file stays in the browser', async ({
  page,
  api,
}) => {
  const admin = await api('admin');
  const people = (await (await admin.get('/api/users?limit=1')).json()) as { id: string }[];
  const path = `/api/employee/${people[0]?.id ?? ''}/training-file.pdf`;
  const bytes = await (await admin.get(path)).body();
  const me = (await (await admin.get('/api/auth/user')).json()) as { firstName: string; lastName: string };
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));

  await page.goto('/verify');
  await expect(page.getByRole('heading', { name: 'Check a file' })).toBeVisible();
  await checkLooks(page, 'check-file', [360, 1440]);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'training-file.pdf', mimeType: 'application/pdf', buffer: bytes });
  await expect(page.getByText('Issued here', { exact: true })).toBeVisible();
  await expect(page.getByText('Training File (PDF)')).toBeVisible();
  await expect(page.getByText(`${me.firstName} ${me.lastName}`)).toBeVisible();
  await checkLooks(page, 'check-file-issued', [360, 1440]);
  const sum = createHash('sha256').update(bytes).digest('hex');
  expect(sent.filter((line) => line.includes('/api/papers'))).toEqual([`GET /api/papers/${sum}`]);
  expect(sent.filter((line) => line.startsWith('POST'))).toEqual([]);
});

test('[INS-03] a pasted line of sha256sum is checked, and a changed file was not issued here', async ({
  page,
  api,
  guard,
}) => {
  const admin = await api('admin');
  const bytes = Buffer.from(await (await admin.get('/api/reports/completion/export?format=csv')).body());
  const sum = (content: Buffer) => createHash('sha256').update(content).digest('hex');
  await page.goto('/verify');
  const field = page.getByLabel('Or enter the SHA-256 of the file');
  await field.fill('not a sum');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText('Enter a SHA-256: 64 digits')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill(`${sum(bytes).toUpperCase()}  completion-report.csv`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Completion Report (CSV)')).toBeVisible();

  const changed = Buffer.concat([bytes, Buffer.from('\r\n')]);
  guard.allow(404, `/api/papers/${sum(changed)}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'changed.csv', mimeType: 'text/csv', buffer: changed });
  await expect(page.getByText('Not issued here')).toBeVisible();
  await expect(page.getByText('changed.csv')).toBeVisible();
  await checkLooks(page, 'check-file-foreign', [360, 1440]);
});
