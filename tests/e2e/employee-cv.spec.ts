import { makePdf } from '#tests/harness/sample-files.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { serverFacts } from './facts.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, type LearnerWorld } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { mailedLink } from './mailbox.ts';

const desk = { width: 1440, height: 900 };

/** A person with a signed CV and a newer version that waits. */
async function holderOf(world: LearnerWorld, lastName: string) {
  const person = await world.learner({ firstName: 'Hanna', lastName });
  const client = await acceptAgreement(await world.clientOf(person));
  const send = async (name: string) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(await makePdf(1, { title: `CV ${name}` }))]), name);
    const { body } = await client.post<{ versions: { id: number }[] }>('/api/hr/own/cv', form);
    return body.versions[0]?.id ?? 0;
  };
  const versionId = await send('first.pdf');
  const signature = { password: person.password, meaning: statementFor('cv_is_mine').text };
  expect((await client.post('/api/hr/own/cv/sign', { versionId, signature })).status).toBe(200);
  await send('second.pdf');
  return person;
}

test('[EMP-02] [HR-05] an administrator finds the CV on the page of a person: versions, validity, signature, preview, download', async ({
  page,
  signIn,
  world,
}) => {
  const holder = await holderOf(world, 'Seitencv');
  await signIn('admin', `/employee/${holder.id}`);
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: 'CV' }) });
  await expect(section.getByText('Version 2: second.pdf')).toBeVisible();
  await expect(section.getByText('Version 1: first.pdf')).toBeVisible();
  await expect(section.getByText('Current', { exact: true })).toBeVisible();
  await expect(section.getByText(/^Valid until/).first()).toBeVisible();
  await expect(section.getByText(/Hanna Seitencv, .*This is my current CV/)).toBeVisible();
  await expect(section.getByText('A newer version is awaiting signature')).toBeVisible();
  await checkLooks(page, 'employee-cv');
  await page.setViewportSize(desk);
  await section.getByRole('button', { name: 'Show CV, version 1' }).click();
  await expect(page.getByRole('dialog').getByText('CV first.pdf: page 1')).toBeVisible();
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download CV, version 2' }).click();
  expect((await downloading).suggestedFilename()).toBe('second.pdf');
  await section.getByRole('link', { name: 'Open in the CV Repository' }).click();
  await expect(page.getByRole('rowheader', { name: /Hanna Seitencv/ })).toBeVisible();
});

test('[EMP-02] [HR-05] the owner finds the own CV there; the manager finds no trace of it and asks for none', async ({
  page,
  signIn,
  world,
}) => {
  const holder = await holderOf(world, 'Eigencv');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/hr/')) asked.push(new URL(request.url()).pathname);
  });
  await signIn(world.manager, `/employee/${holder.id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'Training File' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'CV' })).toHaveCount(0);
  expect(asked.filter((path) => path.endsWith('/cv'))).toEqual([]);

  await signIn(holder, `/employee/${holder.id}`);
  await expect(page.getByText('Version 1: first.pdf')).toBeVisible();
  await page.getByRole('link', { name: 'Upload or sign under Documents' }).click();
  await expect(page).toHaveURL('/profile/documents');
});

test('[HR-02] the link of a request opens the upload for its person; somebody else is told kindly that it is not theirs', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const asked = await world.learner({ firstName: 'Anna', lastName: 'Gefragt' });
  const other = await world.learner({ firstName: 'Otto', lastName: 'Anders' });
  expect((await world.admin.post('/api/hr/cvs/requests', { userIds: [asked.id] })).status).toBe(200);
  const link = new URL(await mailedLink(serverFacts().mails, asked.email, '/profile/documents'));
  const path = `${link.pathname}${link.search}`;
  guard.allow(400, '/api/hr/own/cv/open-request');

  await signIn(other, path);
  const told = page.getByRole('alert').filter({ hasText: 'was sent to someone else' });
  await expect(told).toBeVisible();
  await expect(page).toHaveURL('/profile/documents');
  await expect(page.getByRole('region', { name: 'Your CV' })).toBeVisible();
  await expect(page.getByText('Gefragt')).toHaveCount(0);

  await signIn(asked, path);
  await expect(page).toHaveURL('/profile/documents');
  await expect(page.getByRole('region', { name: 'Your CV' }).getByText('Missing')).toBeVisible();
  await expect(told).toHaveCount(0);

  await page.goto(path);
  await expect(told).toBeVisible();
});

test('[HR-02] hr reads for how long CVs are valid, and an administrator changes it', async ({
  page,
  signIn,
}) => {
  await signIn('hr', '/hr-cv-repository');
  await expect(page.getByText('A CV is valid for 24 months after it is signed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change how long CVs are valid' })).toHaveCount(0);

  await signIn('admin', '/hr-cv-repository');
  await page.getByRole('button', { name: 'Change how long CVs are valid' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change how long CVs are valid' });
  await checkLooks(page, 'cv-validity');
  await page.setViewportSize(desk);
  await dialog.getByLabel('Months').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Enter whole months from 1 to 120')).toBeVisible();
  await dialog.getByLabel('Months').fill('36');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A CV is valid for 36 months after it is signed.')).toBeVisible();
  await page.getByRole('button', { name: 'Change how long CVs are valid' }).click();
  await dialog.getByLabel('Months').fill('24');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A CV is valid for 24 months after it is signed.')).toBeVisible();
});
