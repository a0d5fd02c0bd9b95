import { statementFor, type MeaningCode } from '#shared/domain/signatures/statements.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { hrAgreementsContract } from '#shared/contract/hr-agreements.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { makePdf } from '#tests/harness/sample-files.ts';
import type { Page } from '@playwright/test';
import { expectFooterInView } from './dialog-footer.ts';
import { expectToast } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { acceptAgreement, today, type LearnerWorld, type Person } from './learner-world.ts';
import { checkLooks } from './looks.ts';
import { readFirst, readVersion } from './read-document.ts';

const desk = { width: 1440, height: 900 };
const screen = '/hr-consulting-agreements';
type Agreement = ResponseOf<typeof hrAgreementsContract.get>;

/** An organization with its HR person and a consultant who has an account; both may sign. */
async function createOffice(world: LearnerWorld, names: { name?: string; consultant?: object } = {}) {
  const name = names.name ?? `Office ${String(process.hrtime.bigint())}`;
  const made = await world.admin.post<{ id: number }>('/api/organizations', {
    name,
    type: 'Consulting',
    timeZone: 'Europe/Berlin',
  });
  const organizationId = made.body.id;
  const place = { organizationId, departmentId: null, managerId: null };
  const hr = await world.learner({ ...place, firstName: 'Helga', lastName: 'Personal' });
  const consultant = await world.learner({
    ...place,
    firstName: 'Carla',
    lastName: 'Consult',
    ...names.consultant,
  });
  const grant = await world.admin.post(`/api/users/${hr.id}/grants`, { kind: 'hr', organizationId });
  expect(grant.status).toBe(201);
  const client = await acceptAgreement(await world.clientOf(hr));
  const theirs = await acceptAgreement(await world.clientOf(consultant));
  return { organizationId, name, hr, consultant, client, theirs };
}
type Office = Awaited<ReturnType<typeof createOffice>>;

async function draft({ client, organizationId, consultant }: Office, changes: object = {}) {
  const { status, body } = await client.post<Agreement>('/api/hr/agreements', {
    organizationId,
    title: 'Advice on trials',
    kind: 'consulting',
    partyUserId: consultant.id,
    partyName: null,
    partyEmail: null,
    startsOn: today(),
    endsOn: addDays(today(), 400),
    noticeDays: 60,
    ...changes,
  });
  expect(status).toBe(201);
  return body;
}

const pdf = (title: string) => makePdf(1, { title });

async function attach(client: TestClient, id: number, title = 'Agreement'): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await pdf(title))]), `${title}.pdf`);
  expect((await client.post(`/api/hr/agreements/${String(id)}/versions`, form)).status).toBe(201);
}

const sign = async (client: TestClient, { password }: Person, id: number, code: MeaningCode) => {
  const { body } = await client.get<Agreement>(`/api/hr/agreements/${String(id)}`);
  await readVersion(client, body.versionId);
  const signature = { password, meaning: statementFor(code).text };
  expect((await client.post(`/api/hr/agreements/${String(id)}/sign`, { signature })).status).toBe(200);
};

/** An agreement in force that ends in so many days. */
async function inForce(office: Office, days: number, changes: object = {}): Promise<number> {
  const { id } = await draft(office, { endsOn: addDays(today(), days), ...changes });
  await attach(office.client, id);
  await office.client.post(`/api/hr/agreements/${String(id)}/send`);
  await sign(office.theirs, office.consultant, id, 'agreed_as_party');
  await sign(office.client, office.hr, id, 'agreed_for_organization');
  return id;
}

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const rowOf = (page: Page, text: string) =>
  page.getByRole('table', { name: 'Consulting agreements' }).getByRole('row').filter({ hasText: text });

async function signIn(page: Page, person: Person, path: string): Promise<void> {
  const data = { email: person.email, password: person.password };
  expect((await page.request.post('/api/auth/login', { data })).ok()).toBe(true);
  await page.goto(path);
}

test('[HR-03] an agreement is drafted, gets its document, is sent, taken back and sent again', async ({
  page,
  world,
}) => {
  const office = await createOffice(world);
  await signIn(page, office.hr, screen);
  await expect(page.getByText('No agreements yet')).toBeVisible();
  await checkLooks(page, 'hr-agreements-empty');
  await page.setViewportSize(desk);

  await page.getByRole('button', { name: 'New Agreement' }).first().click();
  const form = dialog(page, 'New Agreement');
  await form.getByRole('button', { name: 'Create Draft' }).click();
  for (const [label, text] of [
    ['Title', 'Title is required'],
    ['Person', 'Choose a person or give the name of the other party'],
    ['Start', 'Please enter a date'],
  ] as const) {
    await expect(
      form
        .getByRole(label === 'Person' ? 'combobox' : 'textbox', { name: label })
        .or(form.getByLabel(label, { exact: true }))
        .first(),
    ).toHaveAccessibleDescription(text);
  }
  await checkLooks(page, 'hr-agreement-form-refused');
  await page.setViewportSize(desk);
  await form.getByLabel('Title').fill('Medical advice 2026');
  await form.getByRole('combobox', { name: 'Person' }).fill('Consult');
  await page.getByRole('option', { name: /Carla Consult/ }).click();
  await form.getByLabel('Start').fill(today());
  await form.getByLabel('End (optional)').fill(addDays(today(), -1));
  await form.getByRole('button', { name: 'Create Draft' }).click();
  await expect(form.getByLabel('End (optional)')).toHaveAccessibleDescription(
    'The end must not be before the start',
  );
  await form.getByLabel('End (optional)').fill(addDays(today(), 365));
  await form.getByLabel('Notice (days)').fill('90');
  await form.getByRole('button', { name: 'Create Draft' }).click();
  await expectToast(page, 'default', 'Agreement drafted');

  const drawer = dialog(page, 'Medical advice 2026');
  await expect(page).toHaveURL(/agreement=\d+/);
  await expect(drawer.getByText('Draft', { exact: true })).toBeVisible();
  // Without a document there is nothing to send, and nothing to sign.
  await expect(drawer.getByRole('button', { name: 'Edit' })).toBeVisible();
  for (const name of ['Send for signature', 'Sign', 'Return to draft', 'Terminate'])
    await expect(drawer.getByRole('button', { name, exact: true })).toHaveCount(0);
  await drawer.getByLabel('Note (optional)').fill('As agreed by phone');
  await drawer.locator('input[type=file]').setInputFiles({
    name: 'advice.pdf',
    mimeType: 'application/pdf',
    buffer: await pdf('Medical advice'),
  });
  await expect(drawer.getByText('Version 1: advice.pdf')).toBeVisible();
  await expect(drawer.getByText('As agreed by phone')).toBeVisible();
  await drawer.getByRole('button', { name: 'Show Medical advice 2026, version 1' }).click();
  await expect(page.getByText('Medical advice: page 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Medical advice: page 1')).toHaveCount(0);
  await expect(drawer).toBeVisible();
  await checkLooks(page, 'hr-agreement-draft');
  await page.setViewportSize(desk);

  await drawer.getByRole('button', { name: 'Send for signature' }).click();
  const sending = dialog(page, 'Send for signature');
  await expect(sending).toContainText(`Carla Consult gets an email at ${office.consultant.email}`);
  await checkLooks(page, 'hr-agreement-send');
  await page.setViewportSize(desk);
  await sending.getByRole('button', { name: 'Send for signature' }).click();
  await expectToast(page, 'default', 'Sent for signature');
  await expect(drawer.getByText('Out for signature')).toBeVisible();
  await expect(drawer.getByLabel('Note (optional)')).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Return to draft' }).click();
  await dialog(page, 'Return to draft').getByRole('button', { name: 'Return to draft' }).click();
  await expect(drawer.getByText('Draft', { exact: true })).toBeVisible();
  await drawer.getByRole('button', { name: 'Send for signature' }).click();
  await sending.getByRole('button', { name: 'Send for signature' }).click();
  await expect(drawer.getByText('Out for signature')).toBeVisible();
});

test('[HR-03] both sides sign, each in its own place; then it is active, and ends with a reason', async ({
  page,
  browser,
  baseURL,
  world,
}) => {
  const office = await createOffice(world);
  const { id } = await draft(office, {
    title: 'Medical advice 2026',
    endsOn: addDays(today(), 365),
    noticeDays: 90,
  });
  await attach(office.client, id, 'Medical advice');
  expect((await office.client.post(`/api/hr/agreements/${String(id)}/send`)).status).toBe(200);

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' });
  const theirs = await context.newPage();
  await signIn(theirs, office.consultant, '/profile/documents');
  const card = theirs.getByRole('region', { name: 'Agreements' });
  await expect(card.getByText('Medical advice 2026')).toBeVisible();
  await expect(card.getByText('Out for signature')).toBeVisible();
  await card.getByRole('button', { name: 'Read Medical advice 2026' }).click();
  await expect(theirs.getByText('Medical advice: page 1')).toBeVisible();
  await theirs.keyboard.press('Escape');
  // What was seen before it was closed counts; the dialog asks for the rest.
  await card.getByRole('button', { name: 'Sign Medical advice 2026' }).click();
  const signing = dialog(theirs, 'Sign the agreement');
  await expect(signing.getByRole('button', { name: /^(Read|Sign)$/ })).toBeVisible();
  if (await signing.getByRole('button', { name: 'Read', exact: true }).isVisible())
    await readFirst(theirs, 'Sign the agreement', 'Medical advice 2026');
  await expect(signing).toContainText('I have read this agreement and I agree to it.');
  await signing.getByLabel('Password', { exact: true }).fill(office.consultant.password);
  await signing.getByLabel('Password', { exact: true }).press('Enter');
  await expect(signing).toContainText('Your signature is recorded.');
  await theirs.keyboard.press('Escape');
  await expect(card.getByText('Signed by you')).toBeVisible();

  await signIn(page, office.hr, `${screen}?agreement=${String(id)}`);
  const drawer = dialog(page, 'Medical advice 2026');
  await expect(rowOf(page, 'Medical advice 2026')).toContainText('The other party has signed');
  // Whoever has signed is not left with a draft.
  await expect(drawer.getByRole('button', { name: 'Return to draft' })).toHaveCount(0);
  await drawer.getByRole('button', { name: 'Sign', exact: true }).click();
  const ours = dialog(page, 'Sign the agreement');
  await checkLooks(page, 'hr-agreement-read-first');
  await page.setViewportSize(desk);
  await expectFooterInView(page, 'what is to be read before signing');
  await readFirst(page, 'Sign the agreement', 'Medical advice 2026');
  await expect(ours).toContainText('I sign this agreement for the organization.');
  for (const fact of ['Carla Consult', 'Consulting', 'Notice (days)', '90'])
    await expect(ours.getByText(fact, { exact: true })).toBeVisible();
  await checkLooks(page, 'hr-agreement-sign');
  await page.setViewportSize(desk);
  await ours.getByLabel('Password', { exact: true }).fill(office.hr.password);
  await ours.getByLabel('Password', { exact: true }).press('Enter');
  await expect(ours).toContainText('Your signature is recorded.');
  await ours.getByRole('button', { name: 'Done' }).click();
  await expect(drawer.getByText('Active', { exact: true })).toBeVisible();
  await expect(drawer.getByText('365 days left')).toBeVisible();
  await expect(drawer.getByText(/Carla Consult, .*I agree to it/)).toBeVisible();
  await expect(drawer.getByText(/Helga Personal, .*for the organization/)).toBeVisible();
  await checkLooks(page, 'hr-agreement-active');
  await page.setViewportSize(desk);

  await drawer.getByRole('button', { name: 'Terminate' }).click();
  const ending = dialog(page, 'Terminate the agreement');
  await expect(ending).toContainText('A notice of 90 days was agreed.');
  await expect(ending.getByLabel('Last day')).toHaveValue(addDays(today(), 90));
  await checkLooks(page, 'hr-agreement-notice');
  await page.setViewportSize(desk);
  await ending.getByLabel('Reason').fill('The budget ends');
  await ending.getByRole('button', { name: 'Give notice' }).click();
  await expectToast(page, 'default', 'Notice recorded');
  await expect(drawer.getByText('Ending by notice', { exact: true })).toBeVisible();
  await expect(drawer.getByText('90 days left')).toBeVisible();
  await drawer.getByRole('button', { name: 'Terminate' }).click();
  await ending.getByLabel('Immediately').check();
  await ending.getByRole('button', { name: 'Terminate' }).click();
  await expect(ending.getByLabel('Reason')).toHaveAccessibleDescription(/Enter a reason/);
  await checkLooks(page, 'hr-agreement-terminate');
  await page.setViewportSize(desk);
  await ending.getByLabel('Reason').fill('The trial was stopped');
  await ending.getByRole('button', { name: 'Terminate' }).click();
  await expectToast(page, 'default', 'Agreement ended');
  await expect(drawer.getByText('Terminated', { exact: true }).first()).toBeVisible();
  await expect(drawer.getByText('The trial was stopped').first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: /Edit|Sign|Send|Terminate|Discard/ })).toHaveCount(0);
  const history = drawer.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history).toHaveText([
    /^Terminated.*Helga Personal.*The trial was stopped/,
    /^Notice given.*Helga Personal.*The budget ends/,
    /^Signed.*Helga Personal/,
    /^Signed.*Carla Consult/,
    /^Sent for signature/,
    /^Document uploaded · Version 1/,
    /^Drafted.*Helga Personal/,
  ]);
  await checkLooks(page, 'hr-agreement-terminated');
  await theirs.reload();
  await expect(card.getByText('Terminated')).toBeVisible();
  await checkLooks(theirs, 'own-agreements');
  await context.close();
});

test('[HR-03] two who work on one agreement are told of each other, and a refused step says why', async ({
  page,
  world,
  guard,
}) => {
  const office = await createOffice(world);
  const { id } = await draft(office);
  const path = `/api/hr/agreements/${String(id)}`;
  for (const call of ['', '/send', '/withdraw', '/terminate']) guard.allow(409, `${path}${call}`);
  guard.allow(422, path);
  await signIn(page, office.hr, `${screen}?agreement=${String(id)}`);
  const drawer = dialog(page, 'Advice on trials');

  await drawer.getByRole('button', { name: 'Edit' }).click();
  const form = dialog(page, 'Edit Agreement');
  await form.getByLabel('Title').fill('Advice on all trials');
  const other = await office.client.patch(path, { noticeDays: 45, title: 'Advice on some trials' });
  expect(other.status).toBe(200);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Someone changed this in the meantime.');
  await expect(form.getByRole('alert')).toContainText('You entered: Advice on all trials');
  await checkLooks(page, 'hr-agreement-stale');
  await page.setViewportSize(desk);
  await form.getByRole('button', { name: 'Keep my changes' }).click();
  await expect(form.getByLabel('Notice (days)')).toHaveValue('45');
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'Agreement saved');
  const renamed = dialog(page, 'Advice on all trials');
  await expect(renamed).toBeVisible();

  // Somebody who has gone is refused at the field.
  const gone = await world.learner({
    organizationId: office.organizationId,
    departmentId: null,
    managerId: null,
    firstName: 'Gustav',
    lastName: 'Gone',
  });
  await renamed.getByRole('button', { name: 'Edit' }).click();
  await form.getByRole('combobox', { name: 'Person' }).fill('Gustav');
  await page.getByRole('option', { name: /Gustav Gone/ }).click();
  await world.admin.patch(`/api/users/${gone.id}`, { isActive: false });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('combobox', { name: 'Person' })).toHaveAccessibleDescription(
    'This person cannot be chosen',
  );
  await form.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click();

  // A version that came meanwhile is not sent unseen.
  await attach(office.client, id, 'First');
  await page.reload();
  await renamed.getByRole('button', { name: 'Send for signature' }).click();
  await attach(office.client, id, 'Second');
  const sending = dialog(page, 'Send for signature');
  await sending.getByRole('button', { name: 'Send for signature' }).click();
  await expect(sending.getByRole('alert').last()).toContainText('Someone changed this in the meantime.');
  await sending.getByRole('button', { name: 'Cancel' }).click();
  await expect(renamed.getByText('Version 2: Second.pdf')).toBeVisible();
  await renamed.getByRole('button', { name: 'Send for signature' }).click();
  await sending.getByRole('button', { name: 'Send for signature' }).click();
  await expect(renamed.getByText('Out for signature')).toBeVisible();

  await renamed.getByRole('button', { name: 'Return to draft' }).click();
  await sign(office.theirs, office.consultant, id, 'agreed_as_party');
  const back = dialog(page, 'Return to draft');
  await back.getByRole('button', { name: 'Return to draft' }).click();
  await expect(back.getByRole('alert').last()).toContainText(
    'It has been signed already. Terminate it instead.',
  );
  await back.getByRole('button', { name: 'Cancel' }).click();
  await expect(renamed.getByRole('button', { name: 'Return to draft' })).toHaveCount(0);

  await renamed.getByRole('button', { name: 'Discard' }).click();
  const ending = dialog(page, 'Discard the agreement');
  await ending.getByLabel('Reason').fill('Never mind');
  expect((await office.client.post(`${path}/terminate`, { reason: 'The other window' })).status).toBe(200);
  await ending.getByRole('button', { name: 'Discard' }).click();
  await expect(ending.getByRole('alert').last()).toContainText('Someone changed this in the meantime.');
  await ending.getByRole('button', { name: 'Cancel' }).click();
  await dialog(page, 'Discard your changes?').getByRole('button', { name: 'Discard' }).click();
  await expect(renamed.getByText('The other window').first()).toBeVisible();
});

test('[HR-03] [SHELL-11] the list shows what runs out, is narrowed by the address, and bears names of any length', async ({
  page,
  world,
}) => {
  const long = 'Unternehmensübergreifende-Beratungsvereinbarung-für-klinische-Prüfungen-der-Phase-drei ';
  const office = await createOffice(world, {
    name: `Gesellschaft für außergewöhnlich lange Namen und Donaudampfschifffahrtsforschung ${String(Date.now())}`,
    consultant: {
      firstName: 'Maximiliana-Theodora-Wilhelmine',
      lastName: 'von-und-zu-Hohenlohe-Langenburg-Schillingsfürst',
    },
  });
  await inForce(office, 20, { title: 'Ends soon' });
  await inForce(office, 300, { title: 'Runs on', kind: 'advisory', endsOn: null });
  await draft(office, {
    title: long.repeat(2).trim(),
    partyUserId: null,
    partyName: `${long}GmbH & Co. KGaA`,
    partyEmail: `${'verwaltung.'.repeat(5)}x@${'lange-'.repeat(8)}domain.example`,
  });
  const sent = await draft(office, { title: 'Waits for ink', kind: 'services' });
  await attach(office.client, sent.id);
  await office.client.post(`/api/hr/agreements/${String(sent.id)}/send`);

  await signIn(page, office.hr, screen);
  await expect(rowOf(page, 'Ends soon')).toContainText('Expiring');
  await expect(rowOf(page, 'Ends soon')).toContainText('20 days left');
  await expect(rowOf(page, 'Runs on')).toContainText('No end');
  await checkLooks(page, 'hr-agreements');
  await page.setViewportSize(desk);

  const states = page.getByRole('group', { name: 'State of the agreement' });
  await expect(states.getByRole('button')).toHaveText([
    'All 4',
    'Draft 1',
    'Out for signature 1',
    'Declined 0',
    'Signed, not started 0',
    'Active 1',
    'Expiring 1',
    'Ending by notice 0',
    'Expired 0',
    'Terminated 0',
  ]);
  await states.getByRole('button', { name: /Expiring/ }).click();
  await expect(page).toHaveURL(/state=expiring/);
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await states.getByRole('button', { name: /All/ }).click();
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Advisory board' }).click();
  await expect(page).toHaveURL(/kind=advisory/);
  await expect(page.getByRole('rowheader')).toHaveText([/Runs on/]);
  await page.goto(`${screen}?q=ink&sort=shoeSize`);
  await expect(page.getByRole('rowheader')).toHaveText([/Waits for ink/]);
  await page.getByLabel('Search').fill('nothing of this kind');
  await expect(page.getByText('No agreement matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(4);

  await rowOf(page, long.trim()).getByRole('rowheader').click();
  await expect(page.getByRole('dialog').getByText('No document yet.')).toBeVisible();
  await checkLooks(page, 'hr-agreement-long');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(dialog(page, 'Edit Agreement')).toBeVisible();
  await checkLooks(page, 'hr-agreement-form-long');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.goto(screen);
  await rowOf(page, 'Ends soon').getByRole('rowheader').click();
  await expect(page.getByRole('dialog', { name: 'Ends soon' }).getByText('20 days left')).toBeVisible();
  await checkLooks(page, 'hr-agreement-long-party');
});
