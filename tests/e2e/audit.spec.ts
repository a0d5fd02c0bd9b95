/** The trail for people (AUD-03): the screen with its filters, a row that opens in place, and the history on a page of a record. */
import { readFile } from 'node:fs/promises';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { makeModule, unique } from './admin-world.ts';
import { failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { completeTraining, today } from './learner-world.ts';
import { checkLooks, expectNothingCut } from './looks.ts';

test('[AUD-03] an administrator finds a moved due date by the words of its reason, opens it in place, and sees it in the history of the person', async ({
  page,
  signIn,
  guard,
  world,
}) => {
  const title = unique('Cold Chain');
  const moduleId = await makeModule(world, title);
  const person = await world.learner();
  const { body: assignment } = await world.admin.post<{ id: number }>('/api/training/assign-module', {
    userId: person.id,
    moduleId,
    dueDate: addDays(today(), 20),
  });
  const word = `leave${String(Date.now())}`;
  const reason = `On ${word} until spring`;
  await world.admin.patch(`/api/training-assignments/${String(assignment.id)}`, {
    dueDate: addDays(today(), 44),
    reason,
  });
  await signIn('admin', '/');
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Audit Trail' })
    .click();
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events.getByRole('listitem').nth(5)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Reason' }).fill(word);
  await expect(page).toHaveURL(new RegExp(`q=${word}`));
  await expect(events.locator('> li')).toHaveCount(1);
  const row = events.locator('> li');
  await expect(row).toContainText('changed a due date: ');
  await expect(row).toContainText(title);
  await expect(row).toContainText(`Reason: ${reason}`);
  await expect(row.getByRole('term')).toHaveText('Due date');
  await expect(row.getByRole('definition')).toHaveText(/^before: .+ after: .+$/);
  await expect(row.locator('time')).toHaveText(/ (?:UTC|[A-Z]{2,4}|GMT[+-]\d.*)$/);
  await checkLooks(page, 'audit');
  const more = row.getByRole('button', { name: /^Show everything: / });
  await more.click();
  const parts = row.getByRole('list', { name: 'Everything that happened together' });
  await expect(parts).toContainText(`Assignment · `);
  await expect(parts).toContainText(': changed');
  await checkLooks(page, 'audit-open');
  await checkLooks(page, 'audit-open', [360]);
  await expectNothingCut(page, 'the trail on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  // No id and no JSON is shown.
  const shown = await row.innerText();
  expect(shown).not.toContain(person.id);
  expect(shown).not.toMatch(/[{}]|"\w+":/);
  // The file has the same sentence.
  const sentence = (await row.getByText('changed a due date: ').first().innerText()).trim();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv.trim().split(/\r?\n/)).toHaveLength(2);
  expect(csv).toContain(sentence);
  expect(csv).toContain(reason);
  await page.getByRole('searchbox', { name: 'Reason' }).fill(`${word} nowhere`);
  await expect(page.getByText('No event matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(page).not.toHaveURL(/q=/);
  await page.getByRole('combobox', { name: 'Kind of action' }).click();
  await page.getByRole('option', { name: 'Assignments and completions' }).click();
  await expect(page).toHaveURL(/group=training/);
  await expect(events.locator('> li').first()).toBeVisible();

  const letThrough = await failCall(page, guard, 'GET', '/api/audit');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible({ timeout: 30_000 });
  await letThrough();
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(events.locator('> li').first()).toBeVisible();

  await page.goto(`/employee/${person.id}`);
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(events.locator('> li').filter({ hasText: 'changed a due date' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Open in the audit trail' }).click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?about=${person.id}`));
  await page.goto(`/training-modules/${String(moduleId)}/people`);
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(events.locator('> li').last()).toContainText('training module');
});

test('[AUD-03] [SIG-01] who acted cannot review the own actions; somebody else signs a review, and the trail shows what came since', async ({
  page,
  signIn,
  world,
}) => {
  test.setTimeout(120_000);
  const title = unique('Cold Review');
  const moduleId = await makeModule(world, title);
  const person = await world.learner();
  await world.admin.post('/api/training/assign-module', { userId: person.id, moduleId });
  const about = `/audit?about=${person.id}`;
  const seen = async () => {
    const { body } = await world.admin.get<{ events: number }>(`/api/audit/reviews/next?about=${person.id}`);
    return body.events;
  };
  // The trail is sealed every 20 seconds.
  await expect.poll(seen, { timeout: 60_000 }).toBeGreaterThan(1);
  await signIn('admin', about);
  await page.getByRole('button', { name: 'Reviews' }).click();
  const reviews = page.getByRole('dialog', { name: 'Reviews of the audit trail' });
  await reviews.getByRole('button', { name: 'Sign a review' }).click();
  const form = page.getByRole('dialog', { name: 'Sign a review of the audit trail' });
  await expect(form.getByRole('alert')).toHaveText(
    'Some of these events are your own actions. Somebody else must review them.',
  );
  await expect(form.getByRole('button', { name: 'Continue to signature' })).toBeDisabled();

  const auditor = await world.learner();
  const { body: found } = await world.admin.get<{ organizationId: number }[]>(
    `/api/users?q=${auditor.email}`,
  );
  const granted = await world.admin.post(`/api/users/${auditor.id}/grants`, {
    kind: 'inspector',
    expiresOn: addDays(today(), 30),
    organizationId: found[0]?.organizationId,
    reason: 'Reviews the trail for quality assurance',
  });
  expect(granted.status).toBe(201);
  await page.goto('about:blank');
  await signIn(auditor, about);
  await page.getByRole('button', { name: 'Reviews' }).click();
  await reviews.getByRole('button', { name: 'Sign a review' }).click();
  await expect(form).toContainText('There is no review with these filters yet.');
  await form.getByRole('button', { name: 'Continue to signature' }).click();
  await expect(form.getByText('Write your conclusion.')).toBeVisible();
  const conclusion = 'Every change has a documented reason.';
  await form.getByLabel('Conclusion').fill(conclusion);
  await checkLooks(page, 'audit-review');
  await checkLooks(page, 'audit-review', [360]);
  await expectNothingCut(page, 'signing a review on a phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByRole('button', { name: 'Continue to signature' }).click();
  await page.getByRole('checkbox', { name: 'I have read the agreement and accept it.' }).check();
  await page.getByRole('button', { name: 'Accept and continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(auditor.password);
  await page.getByRole('button', { name: 'Sign', exact: true }).click();
  await expect(page.getByText('Your signature is recorded.')).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  const signed = reviews.getByRole('list', { name: 'Signed reviews' }).getByRole('listitem').first();
  await expect(signed).toContainText(conclusion);
  await expect(signed).toContainText('Signature valid');
  await expect(signed).toContainText('About: ');
  await checkLooks(page, 'audit-reviews');
  await checkLooks(page, 'audit-reviews', [360]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  const events = page.getByRole('list', { name: 'Events' });
  await expect(events.locator('> li').first()).toBeVisible();
  await page.getByRole('checkbox', { name: 'Since the last review' }).check();
  await expect(page).toHaveURL(/since=review/);
  await expect(page.getByText('No event matches these filters')).toBeVisible();
});

test('[AUD-03] [AUTH-13] an inspector has the trail of the own organization; a manager has none', async ({
  page,
  signIn,
  guard,
}) => {
  await signIn('inspector', '/audit');
  await expect(page.getByRole('heading', { name: 'Audit Trail' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Events' }).locator('> li').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Kind of action' }).click();
  await expect(page.getByRole('option', { name: 'HR documents' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  guard.allow(403, '/api/audit');
  await signIn('manager', '/audit');
  await expect(page.getByRole('list', { name: 'Events' })).toHaveCount(0);
});

test('[AUD-03] the history of an organization and of a completion opens from its place, and in the export the trail has its usual columns', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner();
  const moduleId = await makeModule(world, unique('Cold Storage'));
  const { body } = await world.admin.post<{ id: number }>('/api/training/assign-module', {
    userId: person.id,
    moduleId,
    dueDate: addDays(today(), 20),
  });
  await completeTraining(world, person, body.id);
  await signIn('admin', '/organizations');
  await page.getByRole('button', { name: `Actions for ${world.organizationName}` }).click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  const dialog = page.getByRole('dialog', { name: `History of ${world.organizationName}` });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  await checkLooks(page, 'audit-organization');
  await page.goto(`/employee/${person.id}`);
  await page
    .getByRole('button', { name: /^History of Cold Storage/ })
    .first()
    .click();
  const history = page.getByRole('dialog', { name: /^History of Cold Storage/ });
  await expect(history.getByRole('list', { name: 'Events' }).locator('> li').last()).toContainText(
    'Cold Storage',
  );
  await checkLooks(page, 'audit-completion');
  await page.goto('/reports/export?dataSet=audit');
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByRole('checkbox', { name: 'What was done', exact: true })).toBeChecked();
  await expect(columns.getByRole('checkbox', { name: 'Stored data (JSON)' })).not.toBeChecked();
  await columns.getByRole('button', { name: 'All columns' }).click();
  await expect(columns.getByRole('checkbox', { name: 'Stored data (JSON)' })).toBeChecked();
  await columns.getByRole('button', { name: 'Usual columns' }).click();
  await expect(columns.getByRole('checkbox', { name: 'Stored data (JSON)' })).not.toBeChecked();
  await checkLooks(page, 'audit-export');
});
