import { makePdf } from '#tests/harness/sample-files.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement } from './learner-world.ts';
import { checkLooks } from './looks.ts';

const desk = { width: 1440, height: 900 };

test('[HR-02] [HR-04] a person uploads the CV under Profile, reads it in the page and signs it', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner({ firstName: 'Clara', lastName: 'Vitae' });
  await acceptAgreement(await world.clientOf(person));
  await signIn(person, '/profile');
  await page.getByRole('main').getByRole('link', { name: 'Documents', exact: true }).click();
  await expect(page).toHaveURL('/profile/documents');
  const card = page.getByRole('region', { name: 'Your CV' });
  await expect(card.getByText('Missing')).toBeVisible();
  await expect(page.getByText('No documents to read yet.')).toBeVisible();
  await checkLooks(page, 'own-documents-empty');
  await page.setViewportSize(desk);

  await card.getByLabel('Note (optional)').fill('With the new post');
  await card
    .getByLabel('Upload a version of your CV')
    .locator('input[type=file]')
    .or(card.locator('input[type=file]'))
    .first()
    .setInputFiles({
      name: 'Clara Vitae.pdf',
      mimeType: 'application/pdf',
      buffer: await makePdf(2, { title: 'CV of Clara' }),
    });
  await expect(card.getByText('Version 1: Clara Vitae.pdf')).toBeVisible();
  await expect(card.getByText('With the new post')).toBeVisible();
  await expect(card.getByText('Awaiting signature')).toBeVisible();
  await card.getByRole('button', { name: 'Show CV, version 1' }).click();
  await expect(page.getByRole('dialog').getByText('CV of Clara: page 1')).toBeVisible();
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Sign version 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign your CV' });
  await expect(dialog).toContainText('This is my current CV; it is complete and true.');
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await expect(dialog).toContainText('Your signature is recorded.');
  await page.keyboard.press('Escape');
  await expect(card.getByText('Current', { exact: true })).toBeVisible();
  await expect(card.getByText(/^Valid until/).first()).toBeVisible();
  await expect(card.getByText(/Clara Vitae, .*This is my current CV/)).toBeVisible();
  await checkLooks(page, 'own-documents');
});

test('[HR-02] [HR-05] an administrator finds who has no CV, asks by mail, reads a history and downloads', async ({
  page,
  signIn,
  world,
}) => {
  await world.learner({ firstName: 'Nils', lastName: 'Ohnecv' });
  const holder = await world.learner({ firstName: 'Hanna', lastName: 'Haltercv' });
  const client = await world.clientOf(holder);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await makePdf(1, { title: 'CV of Hanna' }))]), 'hanna.pdf');
  expect((await client.post('/api/hr/own/cv', form)).status).toBe(201);

  await signIn('admin', '/hr-cv-repository');
  await expect(page.getByRole('heading', { level: 1, name: 'CV Repository' })).toBeVisible();
  await page.getByRole('rowheader').first().waitFor();
  await checkLooks(page, 'hr-cvs');
  await page.setViewportSize(desk);
  await page.getByLabel('Search').fill('cv');
  await expect(page).toHaveURL(/q=cv/);
  const table = page.getByRole('table', { name: 'CVs by person' });
  const row = (name: string) => table.getByRole('row').filter({ hasText: name });
  await expect(row('Hanna Haltercv')).toContainText('Awaiting signature');
  await expect(row('Nils Ohnecv')).toContainText('Missing');

  await row('Nils Ohnecv').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Request CV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request CV' });
  await expect(dialog).toContainText('One person gets an email with a personal link');
  await dialog.getByLabel('Message (optional)').fill('For the inspection');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Emails are on their way')).toBeVisible();
  await expect(row('Nils Ohnecv')).toContainText(/now|ago/);

  await row('Hanna Haltercv').getByText('Hanna Haltercv').click();
  const drawer = page.getByRole('dialog', { name: 'Hanna Haltercv' });
  await expect(drawer.getByText('Version 1: hanna.pdf')).toBeVisible();
  await checkLooks(page, 'hr-cv-history');
  await page.setViewportSize(desk);
  await drawer.getByRole('button', { name: 'Show CV, version 1' }).click();
  await expect(page.getByText('CV of Hanna: page 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await row('Hanna Haltercv').getByRole('checkbox').check();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download 1 chosen as ZIP' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^cvs-\d{4}-\d\d-\d\d\.zip$/);
});

test('[HR-02] more than 200 chosen people are told of and go nowhere; a sort that does not exist is the usual one', async ({
  page,
  signIn,
}) => {
  await page.route(
    (url) => url.pathname === '/api/hr/cvs',
    async (route) => {
      const from = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
      const rows = Array.from({ length: 50 }, (_, at) => ({
        id: `u_${String(from + at)}`,
        name: `Person ${String(from + at)}`,
        email: `person${String(from + at)}@clinic.example`,
        jobTitle: null,
        organizationId: null,
        organizationName: null,
        departmentName: null,
        state: 'missing',
        version: null,
        signedAt: null,
        validUntil: null,
        waitingForSignature: false,
        requestedAt: null,
        url: null,
      }));
      await route.fulfill({ json: rows, headers: { 'x-total-count': '250' } });
    },
  );
  await signIn('admin', '/hr-cv-repository?sort=shoeSize');
  const limit = page.getByText(/^You can choose at most 200 people at once/);
  const download = (count: number) =>
    page.getByRole('button', { name: `Download ${String(count)} chosen as ZIP` });
  for (const number of [1, 2, 3, 4, 5]) {
    if (number > 1) await page.getByRole('button', { name: 'Next page' }).click();
    await expect(page.getByText(`Person ${String((number - 1) * 50)}`, { exact: true })).toBeVisible();
    await page.getByLabel('Select all rows').check();
    if (number === 4) {
      await expect(download(200)).toBeEnabled();
      await expect(limit).toHaveCount(0);
    }
  }
  await expect(limit).toBeVisible();
  await expect(download(250)).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Request CV' })).toBeDisabled();
  await checkLooks(page, 'hr-cvs-too-many');
});

test('[HR-05] [SHELL-05] a learner without the grant is told that the area is closed', async ({
  page,
  signIn,
  world,
}) => {
  await signIn(await world.learner(), '/hr-cv-repository');
  await expect(page.getByText('Access Denied - HR access required for this page.')).toBeVisible();
});
