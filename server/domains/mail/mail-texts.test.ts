import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTextsContract as contract } from '#shared/contract/mail-texts.ts';
import { wrongMailText } from '#shared/domain/notifications/mail-texts.ts';
import { languages } from '#shared/domain/people/settings.ts';
import { agreementMail } from '#server/domains/hr/index.ts';
import { mailTemplates } from '#server/mail-templates.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { openMailbox, type Mailbox } from '#tests/harness/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { contentOf, frameOf, ownTextOf } from '#server/platform/mail/mail-texts.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { renderMail } from '#server/platform/mail/render.ts';

let db: TestDatabase;
let server: TestServer;
let mailbox: Mailbox;
let admin: TestClient;

beforeAll(async () => {
  mailbox = await openMailbox();
  db = await createTestDatabase();
  server = await startTestServer({ db });
  mailbox.connect(server.services);
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});

afterAll(async () => {
  await mailbox.close();
  await server.close();
  await db.drop();
});

const kinds = [...mailTemplates.values()].filter(({ name }) => name !== 'system.announcement');

test.each(kinds.map((template) => [template.name, template] as const))(
  '[NOT-06] the own text of %s is right by the rule, and says the same when it is written down',
  (_name, template) => {
    const { editing } = template;
    if (!editing) throw new Error('its text cannot be changed');
    for (const language of languages) {
      const text = ownTextOf(template, editing, language);
      expect(wrongMailText(frameOf(template, editing), text), `${language} ${text.body}`).toEqual([]);
      const facts = { category: template.category, language, publicUrl: new URL('https://t.example') };
      const own = renderMail(template.render(language, editing.sample as never), facts);
      expect(renderMail(contentOf(template, language, editing.sample, text), facts)).toEqual(own);
    }
    // Every placeholder that is offered appears in the text of at least one language.
    const all = languages
      .map((language) => ownTextOf(template, editing, language))
      .map((text) => JSON.stringify(text));
    for (const name of frameOf(template, editing).placeholders) expect(all.join(' ')).toContain(`{${name}}`);
  },
);

test('[NOT-06] [HR-04] a changed text of a request to read can name its due date', () => {
  const template = mailTemplates.get('hr.acknowledgement');
  if (!template) throw new Error('no template');
  const text = { subject: 'Read {title}', body: 'By {day}, please.\n\n{link}' };
  const said = (payload: object) =>
    contentOf(template, 'en', { title: 'Hygiene', version: 2, ...payload }, text);
  expect(
    wrongMailText(frameOf(template, template.editing ?? { sample: {}, values: () => ({}) }), text),
  ).toEqual([]);
  expect(said({ dueOn: '2026-03-29' }).lines).toEqual(['By March 29, 2026, please.']);
});

const ofAgreement = { template: 'hr.agreement', language: 'en' as const };

async function mailAbout(person: FixtureUser, title: string) {
  await asFixture(server.services, (tx) =>
    queueMail(tx, {
      template: agreementMail,
      to: person.email,
      userId: person.id,
      language: 'en',
      payload: { title },
      cause: 'agreement.sent hr_agreements 1',
    }),
  );
  const [mail] = await mailbox.deliver();
  return mail;
}

test('[NOT-06] a text holds for its organization and language, then that of all, and a reset brings the product’s own back', async () => {
  const [first, second] = [
    await createOrganization(server.services),
    await createOrganization(server.services),
  ];
  const [one, two] = [
    await createUser(server.services, { organizationId: first.id }),
    await createUser(server.services, { organizationId: second.id }),
  ];
  const change = (organizationId: number | null, subject: string) =>
    admin.call(contract.change, {
      body: { ...ofAgreement, organizationId, subject, body: 'Dear partner,\n\n{link}\n\nRegarding {title}' },
    });
  expect((await change(null, 'For all: {title}')).status).toBe(200);
  expect((await change(first.id, 'For us: {title}')).status).toBe(200);
  const nasty = '<img src=x onerror=alert(1)> {link}';
  const mail = await mailAbout(one, nasty);
  expect(mail?.subject).toBe(`For us: ${nasty}`);
  expect(mail?.text).toMatch(/Dear partner,\s+Read and sign: http\S+\/profile\/documents\s+Regarding <img/);
  expect(mail?.html).not.toContain('<img');
  expect(mail?.html).toContain('Regarding &lt;img');
  expect((await mailAbout(two, 'Advice'))?.subject).toBe('For all: Advice');
  const listed = async (organizationId?: number) => {
    const query = {
      language: 'en' as const,
      ...(organizationId && { organizationId: String(organizationId) }),
    };
    const { body } = await admin.call(contract.list, { query });
    return body.find(({ template }) => template === 'hr.agreement');
  };
  expect(await listed(first.id)).toMatchObject({ subject: 'For us: {title}', origin: 'organization' });
  expect(await listed(second.id)).toMatchObject({ subject: 'For all: {title}', origin: 'all' });
  const reset = (organizationId: number | null) =>
    admin.call(contract.reset, { body: { ...ofAgreement, organizationId } });
  expect((await reset(first.id)).body).toEqual({ removed: true });
  expect((await mailAbout(one, 'Advice'))?.subject).toBe('For all: Advice');
  expect((await reset(null)).body).toEqual({ removed: true });
  expect(await listed()).toMatchObject({
    origin: 'product',
    placeholders: ['title'],
    hasLink: true,
    hasList: false,
  });
  expect((await mailAbout(one, 'Advice'))?.subject).toBe('Agreement to sign: Advice');
  const { rows } = await db.admin.query<object>(
    `select action, organization_id as of from audit.events
     where kind = 'command' and action in ('mail.textChanged', 'mail.textReset') order by id`,
  );
  expect(rows, '[AUD-01] which organization each command concerned').toEqual([
    { action: 'mail.textChanged', of: null },
    { action: 'mail.textChanged', of: first.id },
    { action: 'mail.textReset', of: first.id },
    { action: 'mail.textReset', of: null },
  ]);
});

test('[NOT-06] unknown placeholders and a missing link are refused at their field, in the preview too', async () => {
  const text = { ...ofAgreement, subject: 'Sign {titel}', body: 'Please sign.' };
  for (const answer of [
    await admin.call(contract.preview, { body: text }),
    await admin.call(contract.change, { body: { ...text, organizationId: null } }),
  ]) {
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ errors: [{ path: 'subject' }, { path: 'body' }] });
  }
  const shown = await admin.call(contract.preview, {
    body: { ...ofAgreement, subject: 'Sign {title}', body: '<b>Now</b>\n\n{link}' },
  });
  expect(shown.body).toMatchObject({ subject: 'Sign Hand hygiene for visitors' });
  expect(shown.body.html).toContain('&lt;b&gt;Now&lt;/b&gt;');
  const unknown = await admin.call(contract.preview, { body: { ...text, template: 'system.announcement' } });
  expect(unknown.status).toBe(404);
});
