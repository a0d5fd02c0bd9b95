import { expect, test } from './fixtures.ts';
import { checkLooks } from './looks.ts';

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
  await expect(page.getByText(certificate.number)).toBeVisible();
  await expect(page.getByText(certificate.moduleTitle)).toBeVisible();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await checkLooks(page, 'verify');
});

test('[LRN-05] a code that nobody has is said to be unknown', async ({ page, guard }) => {
  guard.allow(404, '/api/verify/abcdefghijklmnopqrstuvwx');
  guard.allow(404, '/api/verify/short');
  for (const code of ['abcdefghijklmnopqrstuvwx', 'short']) {
    await page.goto(`/verify/${code}`);
    await expect(page.getByText('Unknown code')).toBeVisible();
  }
});
