import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import { enrol } from '#tests/harness/two-factor.ts';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { serverFacts } from './facts.ts';
import { expect, test, toastOf } from './learner-fixtures.ts';
import {
  acceptAgreement,
  completeTraining,
  textModule,
  type LearnerWorld,
  type Person,
} from './learner-world.ts';
import { checkLooks, expectAccessible, expectNothingCut } from './looks.ts';
import { expectCatalogueOnly, usePseudoLanguage } from './pseudo.ts';
import { complete, progress } from './viewer-parts.ts';

const short = 'Report every adverse event within 24 hours of learning of it.';
const statement = 'I have read and understood this training and will follow it in my work.';

/** A learner with one text to sign, on its way to be signed. */
async function ready(
  world: LearnerWorld,
  title: string,
  fields: Record<string, unknown> = {},
): Promise<{ learner: Person; moduleId: number; id: number; reference: string }> {
  const learner = await world.learner();
  const reference = `SIG-${Date.now().toString(36)}`;
  const module = await textModule(world.admin, title, short, { reference, ...fields });
  const { id } = await world.give(learner, module, 5);
  return { learner, moduleId: module.id, id, reference };
}

const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign the completion' });
const password = (page: Page): Locator => dialog(page).getByLabel('Password', { exact: true });

test('[SIG-01] [SIG-02] [SIG-03] [SIG-04] agreement, wrong password at the field, signature, confirmation, certificate, public page', async ({
  page,
  signIn,
  world,
  guard,
  context,
  browser,
}) => {
  const { learner, moduleId, id, reference } = await ready(world, 'Safety Reporting');
  guard.allow(422, `/api/training-assignments/${id}/status`);
  await signIn(learner, '/employee');
  const opened = context.waitForEvent('page');
  await page.getByRole('rowheader').first().waitFor();
  await page.getByRole('button', { name: 'Start Safety Reporting' }).last().click();
  const tab = await opened;
  await complete(tab).click();

  await expect(dialog(tab)).toContainText('legally binding equivalent of my handwritten signature');
  await dialog(tab).getByRole('button', { name: 'Accept and continue' }).click();
  await expect(dialog(tab)).toContainText('Accept the agreement to continue');
  await dialog(tab).getByRole('checkbox').check();
  await expectAccessible(tab, 'the agreement');
  await dialog(tab).getByRole('button', { name: 'Accept and continue' }).click();

  await expect(dialog(tab).getByRole('definition')).toHaveText([
    'Lena Hofmann',
    'Safety Reporting',
    reference,
    '1',
  ]);
  await expect(dialog(tab)).toContainText(statement);
  await expect(password(tab)).toHaveAttribute('autocomplete', 'current-password');
  await expect(dialog(tab).locator('input[autocomplete="username"]')).toHaveValue(learner.email);
  await expect(dialog(tab).getByLabel('Authenticator code')).toHaveCount(0);
  await dialog(tab).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog(tab)).toContainText('Password is required');
  await password(tab).fill('not my password');
  await dialog(tab).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog(tab)).toContainText('The password is incorrect.');
  await expect(password(tab)).toBeFocused();
  await expect(password(tab)).toHaveValue('');
  await expectAccessible(tab, 'the sign dialog with an error');
  await password(tab).fill(learner.password);
  await password(tab).press('Enter');

  await expect(dialog(tab)).toContainText('Your signature is recorded.');
  await expect(toastOf(tab)).toContainText('Status Updated');
  await expect(dialog(tab).getByRole('definition')).toHaveText([
    'Lena Hofmann',
    /^\w{3} \d+, \d{4}, \d+:\d\d [AP]M .+ \(Europe\/Berlin\)$/,
    statement,
  ]);
  await expectAccessible(tab, 'the confirmation');
  const certificate = dialog(tab).getByRole('link', { name: 'Open the certificate' });
  const url = (await certificate.getAttribute('href')) ?? '';
  const paper = await tab.request.get(url);
  expect(paper.headers()['content-type']).toBe('application/pdf');
  await dialog(tab).getByRole('button', { name: 'Done' }).click();
  await expect(dialog(tab)).toHaveCount(0);
  await expect(progress(tab)).toContainText('Signature valid');
  await expect(complete(tab)).toHaveCount(0);

  // My Training behind it has heard of it.
  const row = page.getByRole('row').filter({ hasText: 'Safety Reporting' });
  await expect(row).toContainText('Completed');
  await expect(row.getByRole('link', { name: 'Certificate for Safety Reporting' })).toHaveAttribute(
    'href',
    url,
  );

  const client = await world.clientOf(learner);
  const { body } =
    await client.get<{ moduleId: number; verifyUrl: string; number: string }[]>('/api/certificates');
  const issued = body.find((candidate) => candidate.moduleId === moduleId);
  const visitor = await browser.newContext({ baseURL: world.url });
  const check = await visitor.newPage();
  await check.goto(issued?.verifyUrl ?? '');
  await expect(check.getByText('Valid', { exact: true })).toBeVisible();
  for (const printed of ['Lena Hofmann', 'Safety Reporting', reference, issued?.number ?? '', statement]) {
    await expect(check.getByText(printed, { exact: true })).toBeVisible();
  }
  await visitor.close();
});

test('[SIG-03] an agreement that is asked for after the password leads on by itself', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { learner, moduleId, id } = await ready(world, 'Asked in Between');
  guard.allow(409, `/api/training-assignments/${id}/status`);
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch();
    const user = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...user, signatureAgreementAccepted: true } });
  });
  await signIn(learner, `/training-module/${moduleId}`);
  await complete(page).click();
  await password(page).fill(learner.password);
  await password(page).press('Enter');
  await dialog(page).getByRole('checkbox').check();
  await dialog(page).getByRole('button', { name: 'Accept and continue' }).click();
  await expect(dialog(page)).toContainText('Your signature is recorded.');
});

test('[SIG-02] [SHELL-12] what else goes wrong says Update Failed, and stays in the dialog', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const { learner, moduleId, id } = await ready(world, 'Going Wrong');
  await acceptAgreement(await world.clientOf(learner));
  const path = `/api/training-assignments/${id}/status`;
  guard.allow(503, path);
  await page.route(path, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      json: {
        code: 'TIMEOUT',
        status: 503,
        title: 'x',
        type: 'x',
        detail: 'This took too long and was stopped.',
      },
    }),
  );
  await signIn(learner, `/training-module/${moduleId}`);
  await complete(page).click();
  await password(page).fill(learner.password);
  await password(page).press('Enter');
  await expect(toastOf(page)).toContainText('Update Failed');
  await expect(dialog(page).getByRole('alert')).toHaveText('This took too long and was stopped.');
  await page.unroute(path);
  await dialog(page).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog(page)).toContainText('Your signature is recorded.');
});

test('[SIG-02] [VIEW-04] a module that people attest themselves asks, and takes no signature', async ({
  page,
  signIn,
  world,
}) => {
  const { learner, moduleId, id } = await ready(world, 'Self Attested', { completionPolicy: 'self_attest' });
  await signIn(learner, `/training-module/${moduleId}`);
  await complete(page).click();
  const question = page.getByRole('dialog', { name: 'Mark as Completed' });
  await expect(question).toContainText('You confirm that you have completed “Self Attested”.');
  await expectAccessible(page, 'the question');
  await question.getByRole('button', { name: 'Mark as Completed' }).click();
  await expect(toastOf(page)).toContainText('Status Updated');
  await expect(progress(page)).toContainText('Completed');
  const client = await world.clientOf(learner);
  const { body } = await client.get<{ status: string }>(`/api/training-assignments/${id}`);
  expect(body.status).toBe('completed');
});

test('[SIG-04] a signature that does not hold any more is not valid, with the reason, wherever it is shown', async ({
  page,
  signIn,
  world,
}) => {
  const { learner, moduleId, id } = await ready(world, 'Tampered With');
  await completeTraining(world, learner, id);
  const database = new pg.Client({ connectionString: serverFacts().adminUrl });
  await database.connect();
  try {
    // What only somebody with the database in his hands can do.
    await database.query('begin; set local session_replication_role = replica');
    await database.query(
      `update training_records set module_title = 'Another Title' where assignment_id = $1`,
      [id],
    );
    await database.query('commit');
  } finally {
    await database.end();
  }
  await signIn(learner, '/employee');
  await expect(page.getByRole('row').filter({ hasText: 'Tampered With' })).toContainText(
    'Signature not valid',
  );
  await page.goto(`/training-module/${moduleId}`);
  await expect(progress(page)).toContainText('Signature not valid');
  await expect(progress(page)).toContainText('The record was changed after it was signed.');
  const client = await world.clientOf(learner);
  const { body } = await client.get<{ moduleId: number; verifyUrl: string }[]>('/api/certificates');
  await page.goto(body[0]?.verifyUrl ?? '');
  await expect(page.getByText('Not valid', { exact: true })).toBeVisible();
  await expect(page.getByText('The record was changed after it was signed.')).toBeVisible();
  await checkLooks(page, 'verify-not-valid');
});

test('[LRN-05] the public page says revoked when the training was withdrawn, and why', async ({
  page,
  world,
}) => {
  const { learner, id } = await ready(world, 'Withdrawn Later');
  await completeTraining(world, learner, id);
  const client = await world.clientOf(learner);
  const { body } = await client.get<{ verifyUrl: string }[]>('/api/certificates');
  const answer = await world.admin.del('/api/training-assignments/bulk', {
    assignmentIds: [id],
    reason: 'Entered for the wrong person',
  });
  expect(answer.status).toBe(200);
  await page.goto(body[0]?.verifyUrl ?? '');
  await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
});

test('[SIG-01] [SHELL-10] [SHELL-11] the dialog in both themes, on a phone with one thumb, in German', async ({
  page,
  signIn,
  world,
}) => {
  const { learner, moduleId } = await ready(world, 'Looks of the Signature');
  const client = await world.clientOf(learner);
  await signIn(learner, `/training-module/${moduleId}`);
  await complete(page).click();
  await expect(dialog(page).getByRole('checkbox')).toBeVisible();
  await checkLooks(page, 'sign-agreement');
  await acceptAgreement(client);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.reload();
  await complete(page).click();
  await expect(password(page)).toBeFocused();
  await checkLooks(page, 'sign');
  const button = await dialog(page).getByRole('button', { name: 'Sign', exact: true }).boundingBox();
  expect(button?.width).toBeGreaterThan(280);
  expect(button?.height).toBeGreaterThanOrEqual(40);
  await client.patch('/api/users/settings', { language: 'de' });
  await page.reload();
  await page.getByRole('button', { name: 'Als abgeschlossen markieren' }).click();
  await expect(page.getByRole('dialog', { name: 'Abschluss unterschreiben' })).toBeVisible();
  await expectNothingCut(page, 'the sign dialog in German');
});

test('[SHELL-09] no visible text of signing stands outside the catalogue', async ({
  page,
  signIn,
  world,
}) => {
  const { learner, moduleId } = await ready(world, 'Catalogue');
  await usePseudoLanguage(page);
  await signIn(learner, `/training-module/${moduleId}`);
  await page.getByRole('button', { name: /Mårk/ }).click();
  await expect(page.getByRole('checkbox')).toBeVisible();
  const data = [
    /^(?:Catalogue|A short text to read\.|Report every adverse.*|SIG-\w+|Lena Hofmann|Alexandra Reyes)$/,
    /^[0-9a-f]{8}…[0-9a-f]{8}$|^SHA-256 /,
    /\d{4}(?: at .* UTC)?$/,
    // What is signed is the server's statement, in one of its languages.
    new RegExp(`^${RegExp.escape(statementFor('read_and_understood').text)}$`),
  ];
  await expectCatalogueOnly(page, data);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /ccëpt ånd/ }).click();
  await expect(page.locator('input[type="password"]')).toBeVisible();
  await expectCatalogueOnly(page, data);
});

test('[LRN-07] [SIG-02] F13: a double click on Sign, and another tab after it, make one completion and one certificate', async ({
  page,
  context,
  signIn,
  world,
}) => {
  const { learner, moduleId, id } = await ready(world, 'Twice Clicked');
  await acceptAgreement(await world.clientOf(learner));
  await signIn(learner, `/training-module/${moduleId}`);
  const path = `/api/training-assignments/${id}/status`;
  const sent: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) sent.push(request.postData() ?? '');
  });
  const other = await context.newPage();
  await other.goto(`/training-module/${moduleId}`);
  await complete(other).click();
  await password(other).fill(learner.password);
  await complete(page).click();
  await password(page).fill(learner.password);
  await dialog(page).getByRole('button', { name: 'Sign', exact: true }).dblclick({ noWaitAfter: true });
  await expect(dialog(page)).toContainText('Your signature is recorded.');
  expect(sent.filter((body) => body.includes('"completed"'))).toHaveLength(1);
  await dialog(other).getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(dialog(other)).toContainText('Your signature is recorded.');
  const client = await world.clientOf(learner);
  const { body } = await client.get<{ moduleId: number }[]>('/api/certificates');
  expect(body.filter((certificate) => certificate.moduleId === moduleId)).toHaveLength(1);
});

test('[SIG-03] [AUTH-09] with an authenticator the first signature of a session asks for its code, the next one does not', async ({
  page,
  signIn,
  world,
  guard,
}) => {
  const first = await ready(world, 'First With A Code');
  const { learner } = first;
  const other = await textModule(world.admin, 'Second Without', short, { reference: `${first.reference}-2` });
  await world.give(learner, other, 5);
  guard.allow(422, `/api/training-assignments/${first.id}/status`);
  await signIn(learner, '/');
  const client = await acceptAgreement(await world.clientOf(learner));
  const clock = { now: () => new Date(), synchronize: () => Promise.resolve() };
  const phone = await enrol({ clock }, client, learner.password);
  const open = async (moduleId: number): Promise<void> => {
    await page.goto(`/training-module/${String(moduleId)}`);
    await complete(page).click();
    await expect(password(page)).toBeVisible();
  };
  const code = dialog(page).getByLabel('Authenticator code');
  await open(first.moduleId);
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await checkLooks(page, 'sign-with-code');
  await page.setViewportSize({ width: 1280, height: 900 });
  await password(page).fill(learner.password);
  await password(page).press('Enter');
  await expect(dialog(page)).toContainText('Enter the code of your authenticator.');
  await code.fill('000000');
  await code.press('Enter');
  await expect(dialog(page)).toContainText('This code is incorrect.');
  await expect(password(page)).toHaveValue(learner.password);
  await code.fill(await phone.code());
  await code.press('Enter');
  await expect(dialog(page)).toContainText('Your signature is recorded.');
  await open(other.id);
  await expect(code).toHaveCount(0);
  await password(page).fill(learner.password);
  await password(page).press('Enter');
  await expect(dialog(page)).toContainText('Your signature is recorded.');
});
