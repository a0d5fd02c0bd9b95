/** What the screens say when the server's disk is full (F7). */
import { startForked, type Forked } from './forked.ts';
import { cardOf, makeModule, unique } from './admin-world.ts';
import { expectToast } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';

let full: Forked;
let url: string;
test.beforeAll(async () => {
  full = startForked('serve-full.ts');
  url = String(await full.message());
});
test.afterAll(() => full.stop());

test('[MOD-07] [MOD-05] [MOD-06] F7: a full disk is told in words at the file, in both ways to upload, and the dialog stays', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const title = unique('Cold Chain');
  const id = await makeModule(world, title, { contentType: 'pdf' });
  guard.allow(507, `/api/training-modules/${String(id)}/load`);
  guard.allow(507, '/api/training-modules/bulk-upload-simple');
  // The session is that of the first server: both have one database and one secret.
  await signIn('admin', `${url}/training-modules?q=${encodeURIComponent(title)}`);
  const text = Buffer.alloc(2 * 1024 * 1024, 'A line of a long text.\n');
  const why = (name: string) => `“${name}” could not be stored: there is not enough space.`;
  await cardOf(page, title)
    .getByRole('button', { name: /^Load|^Content/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'long.txt', mimeType: 'text/plain', buffer: text });
  await dialog.getByRole('button', { name: /^(Save|Load) Content$/ }).click();
  await expect(dialog.getByRole('alert')).toHaveText(why('long.txt'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Bulk Upload Files' }).click();
  const bulk = page.getByRole('dialog', { name: 'Bulk Upload Files' });
  const small = { name: 'short.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no PDF') };
  await bulk
    .locator('input[type=file]')
    .setInputFiles([{ name: 'long.pdf', mimeType: 'application/pdf', buffer: text }, small]);
  guard.allow(422, '/api/training-modules/bulk-upload-simple');
  await bulk.getByRole('button', { name: 'Upload 2 files' }).click();
  await expectToast(page, 'destructive', 'Upload Failed', 'Failed to upload files');
  const files = bulk.getByRole('list', { name: 'Files of this upload' }).getByRole('listitem');
  await expect(files.first()).toContainText(why('long.pdf'));
  await expect(files.last()).toContainText('its content is that of a .txt file');
});
