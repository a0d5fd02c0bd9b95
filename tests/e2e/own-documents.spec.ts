import { addDays } from '#shared/domain/calendar/calendar.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import { serverFacts } from './facts.ts';
import { failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, today, type LearnerWorld } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { mailedLink } from './mailbox.ts';
import { readFirst } from './read-document.ts';

const desk = { width: 1440, height: 900 };

const organizationOf = async ({ admin, organizationName }: LearnerWorld): Promise<number> => {
  const path = `/api/organizations?q=${encodeURIComponent(organizationName)}`;
  const { body } = await admin.get<readonly { id: number }[]>(path);
  return body[0]?.id ?? 0;
};

async function send<Body = { id: number }>(
  client: TestClient,
  path: string,
  title: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<Body> {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('file', new Blob([new Uint8Array(await makePdf(1, { title }))]), `${title}.pdf`);
  const { status, body } = await client.post<Body>(path, form);
  expect(status).toBe(201);
  return body;
}

/** An agreement with a person that waits for the signature. */
async function sentTo(world: LearnerWorld, partyUserId: string, title: string): Promise<number> {
  const { body } = await world.admin.post<{ id: number }>('/api/hr/agreements', {
    organizationId: await organizationOf(world),
    title,
    kind: 'advisory',
    partyUserId,
    partyName: null,
    partyEmail: null,
    startsOn: '2026-01-15',
    endsOn: null,
    noticeDays: 45,
  });
  await send(world.admin, `/api/hr/agreements/${String(body.id)}/versions`, `Text of ${title}`);
  expect((await world.admin.post(`/api/hr/agreements/${String(body.id)}/send`)).status).toBe(200);
  return body.id;
}

test('[HR-04] the owner of a document finds it with its review under Documents and reads it there', async ({
  page,
  signIn,
  world,
}) => {
  const owner = await world.learner({ firstName: 'Olga', lastName: 'Hüterin' });
  await send(world.admin, '/api/hr/documents', 'Hygiene plan', {
    organizationId: String(await organizationOf(world)),
    title: 'Hygiene plan',
    category: 'procedure',
    ownerId: owner.id,
    reviewOn: addDays(today(), 14),
  });
  await signIn(owner, '/profile/documents');
  const card = page.getByRole('region', { name: 'Documents you own' });
  await expect(card.getByText('Hygiene plan')).toBeVisible();
  await expect(card.getByText(/Review by/)).toBeVisible();
  await checkLooks(page, 'own-documents-looked-after');
  await page.setViewportSize(desk);
  await card.getByRole('button', { name: 'Read Hygiene plan, version 1' }).click();
  await expect(page.getByRole('dialog').getByText('Hygiene plan: page 1')).toBeVisible();
});

test('[HR-02] a link that could not be checked says why, stays, and is checked again', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const asked = await world.learner({ firstName: 'Anna', lastName: 'Nochmal' });
  expect((await world.admin.post('/api/hr/cvs/requests', { userIds: [asked.id] })).status).toBe(200);
  const link = new URL(await mailedLink(serverFacts().mails, asked.email, '/profile/documents'));
  const restore = await failCall(page, guard, 'POST', '/api/hr/own/cv/open-request');
  await signIn(asked, `${link.pathname}${link.search}`);
  const told = page.getByRole('alert').filter({ hasText: 'The link from the email could not be checked' });
  await expect(told).toBeVisible();
  await expect(page.getByText('This link was already used')).toHaveCount(0);
  await expect(page).toHaveURL(/request=/);
  await checkLooks(page, 'own-documents-link-failed');
  await page.setViewportSize(desk);
  await restore();
  await told.getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL('/profile/documents');
  await expect(told).toHaveCount(0);
  await expect(page.getByText('This link was already used')).toHaveCount(0);
});

test('[HR-03] [SIG-01] the party sees all that is signed, and of two agreements asked for the last one under its own title', async ({
  page,
  signIn,
  world,
}) => {
  const party = await world.learner({ firstName: 'Paula', lastName: 'Partei' });
  await acceptAgreement(await world.clientOf(party));
  const slow = await sentTo(world, party.id, 'Slow advice');
  await sentTo(world, party.id, 'Quick advice');
  await signIn(party, '/profile/documents');
  const card = page.getByRole('region', { name: 'Agreements' });
  await expect(card.getByText('Slow advice')).toBeVisible();
  const held = Promise.withResolvers<undefined>();
  await page.route(
    (url) => url.pathname === `/api/hr/agreements/${String(slow)}`,
    async (route) => {
      await held.promise;
      await route.continue();
    },
  );
  await card.getByRole('button', { name: 'Read Slow advice' }).click();
  await card.getByRole('button', { name: 'Read Quick advice' }).click();
  const shown = page.getByRole('dialog', { name: 'Quick advice' });
  await expect(shown.getByText('Text of Quick advice: page 1')).toBeVisible();
  const late = page.waitForResponse((answer) => answer.url().endsWith(`/api/hr/agreements/${String(slow)}`));
  held.resolve(undefined);
  await (await late).finished();
  await expect(shown.getByText('Text of Quick advice: page 1')).toBeVisible();
  await expect(page.getByText('Text of Slow advice: page 1')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Sign Slow advice' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign the agreement' })).toContainText('Slow advice');
  await checkLooks(page, 'own-agreement-read-first');
  await page.setViewportSize(desk);
  await readFirst(page, 'Sign the agreement', 'Slow advice');
  const signing = page.getByRole('dialog', { name: 'Sign the agreement' });
  for (const fact of [
    'Slow advice',
    world.organizationName,
    'Paula Partei',
    'Advisory board',
    'No end',
    'Notice (days)',
    '45',
    'Version',
  ])
    await expect(signing.getByText(fact, { exact: true }).first()).toBeVisible();
  await checkLooks(page, 'own-agreement-sign');
  await page.setViewportSize(desk);
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Decline Quick advice' }).click();
  const declining = page.getByRole('dialog', { name: 'Decline the agreement' });
  await declining.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(declining.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/);
  await checkLooks(page, 'own-agreement-decline');
  await page.setViewportSize(desk);
  await declining.getByLabel('Reason').fill('The fee is missing');
  await declining.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(card.getByText('Declined', { exact: true })).toBeVisible();
});

test('[HR-02] [HR-04] what was refused at signing is shown as it is now behind the dialog', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const person = await world.learner({ firstName: 'Rosa', lastName: 'Zuspät' });
  const client = await acceptAgreement(await world.clientOf(person));
  await send<unknown>(client, '/api/hr/own/cv', 'Older');
  const policy = await send(world.admin, '/api/hr/documents', 'Old rules', {
    organizationId: String(await organizationOf(world)),
    title: 'Old rules',
    category: 'policy',
  });
  const path = `/api/hr/documents/${String(policy.id)}`;
  expect((await world.admin.post(`${path}/ask`, { userIds: [person.id] })).status).toBe(200);
  await signIn(person, '/profile/documents');
  guard.allow(409, '/api/hr/own/cv/sign');

  await page.getByRole('button', { name: 'Sign version 1' }).click();
  const cv = page.getByRole('dialog', { name: 'Sign your CV' });
  await send<unknown>(client, '/api/hr/own/cv', 'Newer');
  await cv.getByLabel('Password', { exact: true }).fill(person.password);
  await cv.getByLabel('Password', { exact: true }).press('Enter');
  await expect(cv.getByText('A newer version of this CV was uploaded. Open it again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Sign version 2' })).toBeVisible();

  await page.getByRole('button', { name: 'Acknowledge Old rules, version 1', exact: true }).click();
  const reading = page.getByRole('dialog', { name: 'Acknowledge the document' });
  await readFirst(page, 'Acknowledge the document', 'Old rules');
  await expect(reading).toContainText(statementFor('document_acknowledged').text);
  const { body } = await client.get<{ documents: readonly { id: number }[] }>('/api/hr/own/documents');
  for (const status of [404, 409])
    guard.allow(status, `/api/hr/own/acknowledgements/${String(body.documents[0]?.id)}`);
  expect((await world.admin.patch(path, { isArchived: true })).status).toBe(200);
  await reading.getByLabel('Password', { exact: true }).fill(person.password);
  await reading.getByLabel('Password', { exact: true }).press('Enter');
  await expect(reading.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('No documents to read yet.')).toBeVisible();
});
