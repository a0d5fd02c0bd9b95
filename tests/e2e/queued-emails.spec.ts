/** Where no email server is set up, what sends emails says that they are queued, and why (NOT-06). */
import type { Page } from '@playwright/test';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { cardOf, unique } from './admin-world.ts';
import { expectToast } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { completeTraining, textModule, today } from './learner-world.ts';

const notice = 'No email server is set up. Emails are queued and go out once there is one.';
const queued = 'Emails are queued: no email server is set up.';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test.beforeEach(async ({ page }) => {
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...body, emailConfigured: false } });
  });
});

test('[NOT-06] [HR-03] an agreement that is sent for signature', async ({ page, signIn, world }) => {
  const party = await world.learner({ firstName: 'Carla', lastName: 'Consult' });
  const title = unique('Advice');
  const [place] = (
    await world.admin.get<{ organizationId: number }[]>(`/api/users?q=${encodeURIComponent(party.email)}`)
  ).body;
  const { status, body } = await world.admin.post<ResponseOf<typeof hrAgreementsContract.get>>(
    '/api/hr/agreements',
    {
      organizationId: place?.organizationId,
      title,
      kind: 'consulting',
      partyUserId: party.id,
      partyName: null,
      partyEmail: null,
      startsOn: today(),
      endsOn: addDays(today(), 400),
      noticeDays: 60,
    },
  );
  expect(status).toBe(201);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await makePdf(1, { title }))]), 'advice.pdf');
  await world.admin.post(`/api/hr/agreements/${String(body.id)}/versions`, form);
  await signIn('admin', `/hr-consulting-agreements?agreement=${String(body.id)}`);
  await dialog(page, title).getByRole('button', { name: 'Send for signature' }).click();
  const sending = dialog(page, 'Send for signature');
  await expect(sending).toContainText(notice);
  await sending.getByRole('button', { name: 'Send for signature' }).click();
  await expectToast(page, 'default', 'Sent for signature', queued);
});

test('[NOT-06] [AUTH-16] a decision about a name', async ({ page, signIn, world }) => {
  const person = await world.learner({ firstName: 'Ida', lastName: unique('Before') });
  const wanted = unique('After');
  const client = await world.clientOf(person);
  expect((await client.patch('/api/users/profile', { lastName: wanted })).status).toBe(200);
  await signIn('admin', '/hr-dashboard');
  await page.getByRole('button', { name: `Decline the name Ida ${wanted}` }).click();
  await expect(dialog(page, 'Decline the name change')).toContainText(notice);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Approve the name Ida ${wanted}` }).click();
  await expect(dialog(page, 'Approve the name change')).toContainText(notice);
  await dialog(page, 'Approve the name change').getByRole('button', { name: 'Approve' }).click();
  await expectToast(page, 'default', 'Name changed', queued);
});

test('[NOT-06] [MOD-11] a new version for which people retrain, and one for which nobody does', async ({
  page,
  signIn,
  world,
}) => {
  const title = unique('Needles');
  const done = await world.learner();
  const module = await textModule(world.admin, title, 'Needles go into the box.');
  await completeTraining(world, done, (await world.give(done, module, 5)).id);
  const draft = new FormData();
  draft.set('contentData', 'Needles go into the yellow box.');
  draft.set('publish', 'draft');
  await world.admin.post(`/api/training-modules/${String(module.id)}/load`, draft);
  await signIn('admin', `/training-modules?q=${encodeURIComponent(title)}`);
  await cardOf(page, title).getByRole('button', { name: /^View/ }).click();
  await page.getByRole('button', { name: 'Publish...' }).click();
  const form = dialog(page, `Publish a new version of ${title}`);
  await form.getByLabel('What changed').fill('The box is yellow');
  await form.getByRole('button', { name: 'Show effect' }).click();
  const effect = dialog(page, `Publish ${title}?`);
  await expect(effect.getByText('No one must retrain.')).toBeVisible();
  await expect(effect.getByText(notice)).toHaveCount(0);
  await effect.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('radio', { name: /^Everyone who completed/ }).check();
  await form.getByRole('button', { name: 'Show effect' }).click();
  await expect(effect).toContainText('1 person must retrain.');
  await expect(effect).toContainText(notice);
});

test('[NOT-06] [HR-04] a new version of a document that people are asked to read again', async ({
  page,
  signIn,
  world,
}) => {
  const reader = await world.learner();
  const [place] = (
    await world.admin.get<{ id: number; slug: string }[]>(
      `/api/organizations?q=${encodeURIComponent(world.organizationName)}`,
    )
  ).body;
  const title = unique('Rules');
  const form = new FormData();
  form.append('organizationId', String(place?.id));
  form.append('title', title);
  form.append('category', 'policy');
  form.append('file', new Blob([new Uint8Array(await makePdf(1, { title }))]), 'rules.pdf');
  const { body } = await world.admin.post<{ id: number }>('/api/hr/documents', form);
  await world.admin.post(`/api/hr/documents/${String(body.id)}/ask`, { userIds: [reader.id] });
  await signIn('admin', `/hr-org/${String(place?.slug)}?document=${String(body.id)}`);
  await page.getByRole('button', { name: 'Upload a version' }).click();
  const upload = dialog(page, 'Upload version 2');
  await expect(upload).toContainText(notice);
  await upload.getByLabel(/Ask the one person again/).uncheck();
  await expect(upload.getByText(notice)).toHaveCount(0);
  await upload.getByLabel(/Ask the one person again/).check();
  await upload.locator('input[type=file]').setInputFiles({
    name: 'rules-2.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf(1, { title: 'The second edition' }),
  });
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expectToast(page, 'default', 'Version uploaded', queued);
});

test('[NOT-06] [AUTH-08] a password that an administrator issues', async ({ page, signIn, world }) => {
  const person = await world.learner({ firstName: 'Otto', lastName: unique('Pass') });
  const name = `Otto ${person.lastName}`;
  await signIn('admin', `/users?q=${encodeURIComponent(person.email)}`);
  await page.getByRole('button', { name: `Gen: generate a password for ${name}` }).click();
  await expect(dialog(page, `Generate a password for ${name}?`)).toContainText(notice);
});
