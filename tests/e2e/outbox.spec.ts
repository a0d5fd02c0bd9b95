import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { until } from '#tests/harness/poll.ts';
import { serverFacts } from './facts.ts';
import { expectToast, failCall } from './fail-call.ts';
import { expect, test } from './learner-fixtures.ts';
import { checkLooks } from './looks.ts';

// Releasing all of them is seen by every test of this file.
test.describe.configure({ mode: 'serial' });

const desk = { width: 1440, height: 900 };
let made = 0;

/** Puts mails into the outbox that nothing sends by itself, under a domain of the test's own. */
async function putMails(states: readonly ('failed' | 'held' | 'sent')[]): Promise<string> {
  made += 1;
  const domain = `outbox-${String(process.pid)}-${Date.now().toString(36)}-${String(made)}.example`;
  const database = new pg.Client({ connectionString: serverFacts().adminUrl });
  await database.connect();
  for (const [index, state] of states.entries())
    await database.query(
      `insert into mail_outbox (message_id, to_address, template, category, cause, state, attempts, last_error, sent_at)
       values ($1, $2, 'people.emailChanged', 'security', 'profile.changed users u_1', $3, 4, $4,
         case when $3 = 'sent' then now() end)`,
      [
        `<${String(index)}@${domain}>`,
        `person-${String(index)}@${domain}`,
        state,
        state === 'failed' ? '550 5.1.1 The mailbox does not exist, or nobody may write to it' : null,
      ],
    );
  await database.end();
  return domain;
}

const rowOf = (page: Page, address: string) => page.getByRole('row').filter({ hasText: address });

async function mailTo(address: string, subject = ''): Promise<string> {
  const { mails } = serverFacts();
  return until(`a mail to ${address}`, async () => {
    const names = (await readdir(mails)).filter((each) => each.endsWith(` ${encodeURIComponent(address)}`));
    const texts = await Promise.all(names.map((name) => readFile(join(mails, name), 'latin1')));
    return texts.find((text) => text.includes(`Subject: ${subject}`)) ?? null;
  });
}

test('[NOT-02] the outbox shows what failed and why; Retry sends it, filters live in the address', async ({
  page,
  signIn,
}) => {
  const domain = await putMails(['failed', 'sent', 'held']);
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox');
  await page.getByRole('searchbox', { name: 'Search' }).fill(`@${domain}`);
  await expect(page).toHaveURL(new RegExp(`q=%40${domain}`));
  await expect(page.getByRole('row')).toHaveCount(4);
  const failed = rowOf(page, `person-0@${domain}`);
  await expect(failed).toContainText('Failed');
  await expect(failed).toContainText('4 tries');
  await expect(failed).toContainText('The mailbox does not exist');
  await expect(failed).toContainText('Address changed');
  await expect(rowOf(page, `person-2@${domain}`)).toContainText('May have been sent before a restore.');
  await expect(rowOf(page, `person-1@${domain}`).getByRole('button', { name: /Retry|Release/ })).toHaveCount(
    0,
  );
  // What caused it is told by its subject and kind, not by ids.
  await expect(failed).toContainText('Your email address was changed');
  await expect(failed).not.toContainText('users u_1');
  await checkLooks(page, 'outbox');

  await page.setViewportSize(desk);
  await page
    .getByRole('group', { name: 'State' })
    .getByRole('button', { name: /^Failed/ })
    .click();
  await expect(page).toHaveURL(/state=failed/);
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: `Retry the email to person-0@${domain}` }).click();
  await expectToast(page, 'default', 'Email is on its way');
  expect(await mailTo(`person-0@${domain}`)).toContain('Your email address was changed');
  await page.reload();
  await expect(page.getByText('No email matches these filters')).toBeVisible();
  await checkLooks(page, 'outbox-nothing-found');
  await page.getByRole('button', { name: 'Show all emails' }).click();
  await expect(page).toHaveURL('/outbox');
  // A mail that somebody else sent again meanwhile.
  await page.setViewportSize(desk);
  await page.goto(`/outbox?q=person-2@${domain}`);
  await page.getByRole('button', { name: `Release the email to person-2@${domain}` }).click();
  await mailTo(`person-2@${domain}`);
});

test('[NOT-02] F18: all held mails are released together, after their number was said; on a phone they are cards', async ({
  page,
  signIn,
}) => {
  const domain = await putMails(['held', 'held']);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('admin', `/outbox?q=@${domain}`);
  await expect(page.getByRole('list', { name: 'Emails' }).getByRole('listitem')).toHaveCount(2);
  await page.getByRole('button', { name: 'Release all held emails' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('people may get them twice');
  await expect(dialog).toContainText(/\d+ emails will be sent now/);
  await checkLooks(page, 'outbox-release');
  await dialog.getByRole('button', { name: 'Release all' }).click();
  await expectToast(page, 'default', 'Emails are on their way');
  await expect(dialog).toBeHidden();
  await mailTo(`person-0@${domain}`);
  await mailTo(`person-1@${domain}`);
});

test('[NOT-02] an announcement: what is missing is said, it tells how many get it, and arrives at who wants it', async ({
  page,
  signIn,
  world,
}) => {
  const person = await world.learner();
  const client = await world.clientOf(person);
  expect((await client.patch('/api/users/settings', { systemUpdates: true })).status).toBe(200);
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('have not turned on announcements');
  await dialog.getByRole('button', { name: 'Send announcement' }).click();
  await expect(dialog.getByText('Subject is required')).toBeVisible();
  await expect(dialog.getByText('Message is required')).toBeVisible();
  await checkLooks(page, 'outbox-announcement');
  await page.setViewportSize(desk);
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Maintenance on Friday');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('The system rests from <b>18:00</b>.');
  await dialog.getByRole('button', { name: 'Send announcement' }).click();
  await expectToast(page, 'default', 'Announcement queued');
  await expect(dialog).toBeHidden();
  const mail = await mailTo(person.email, 'Maintenance');
  expect(mail).toContain('Subject: Maintenance on Friday');
  expect(mail).toContain('&lt;b&gt;18:00');
});

test('[NOT-02] without a mail server the screen says what they wait for; an error can be retried', async ({
  page,
  signIn,
  guard,
}) => {
  const domain = await putMails(['failed']);
  await page.setViewportSize(desk);
  await page.route('**/api/outbox/overview', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: { ...body, configured: false } });
  });
  const recover = await failCall(page, guard, 'GET', '/api/outbox');
  await signIn('admin', `/outbox?q=@${domain}`);
  await expect(page.getByText('Emails are queued here until SMTP_URL is set.')).toBeVisible();
  await checkLooks(page, 'outbox-error');
  await recover();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Emails' })).toContainText(`person-0@${domain}`);
});

test('[NOT-06] an email opens as it was sent, formatted and as plain text, with links that lead nowhere', async ({
  page,
  signIn,
}) => {
  const domain = await putMails(['failed']);
  await page.setViewportSize(desk);
  await signIn('admin', `/outbox?q=@${domain}`);
  const open = async () => {
    await page.getByRole('button', { name: 'Your email address was changed' }).click();
    return page.getByRole('dialog', { name: 'Your email address was changed' });
  };
  const preview = await open();
  await expect(preview).toContainText('Preview of what will be sent.');
  await checkLooks(page, 'outbox-open');
  await page.keyboard.press('Escape');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: `Retry the email to person-0@${domain}` }).click();
  await mailTo(`person-0@${domain}`);
  await page.reload();
  const sent = await open();
  await expect(sent).toContainText('As sent.');
  const frame = sent.frameLocator('iframe');
  await expect(frame.getByText('Your settings')).toBeVisible();
  await expect(frame.getByRole('link')).toHaveCount(0);
  await sent.getByText('Plain text').click();
  await expect(sent.getByText('Your settings: ')).toBeVisible();
});

test('[NOT-06] the text of an email is changed with a preview, refused without its link, and reset', async ({
  page,
  signIn,
  world,
}) => {
  const name = world.organizationName;
  await page.setViewportSize(desk);
  await signIn('admin', '/outbox/texts?kind=hr.agreement');
  await page.getByRole('combobox', { name: 'Organization' }).click();
  await page.getByRole('combobox', { name: 'Organization' }).fill(name);
  await page.getByRole('option', { name }).click();
  const [subject, text] = [
    page.getByLabel('Subject'),
    page.getByRole('textbox', { name: 'Text', exact: true }),
  ];
  await subject.fill('Sign {titel}');
  await text.fill('Please sign.');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Only the placeholders listed below can be used.')).toBeVisible();
  await expect(page.getByText('The text must contain {link} once, in its own paragraph.')).toBeVisible();
  await checkLooks(page, 'mail-texts-refused');
  await page.setViewportSize(desk);
  await subject.fill('Sign {title}');
  await text.fill('Dear partner,\n\n{link}');
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Sign Hand hygiene for visitors')).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Dear partner,')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'default', 'Text saved');
  await expect(page.getByText('Text for this organization')).toBeVisible();
  await checkLooks(page, 'mail-texts');
  await page.setViewportSize(desk);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset text' }).click();
  await expectToast(page, 'default', 'Text reset');
  await expect(page.getByText('Standard text')).toBeVisible();
});
