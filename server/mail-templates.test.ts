import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mailTemplates } from '#server/mail-templates.ts';
import { renderMail } from '#server/platform/mail/render.ts';

const nasty = '<img src=x onerror=alert(1)>\r\nBcc: all@people.example';
const list = {
  count: 1,
  listed: [{ title: nasty, person: nasty, dueDate: '2026-03-01', today: '2026-02-28', kind: 'due' }],
};
const ending = { title: nasty, person: nasty, day: '2026-03-01', today: '2026-02-28' };
const endings = {
  count: 2,
  listed: [
    { ...ending, kind: 'cv' },
    { ...ending, kind: 'registration' },
  ],
};
const newTraining = { title: nasty, dueDate: '2026-03-01', retraining: { version: 3, note: nasty } };
const ofTeam = { count: 2, listed: [{ person: nasty, title: nasty, day: '2026-03-01' }] };
/** Something for every template to say, all of it hostile. */
const payload = {
  secret: 'token',
  moduleId: 7,
  title: nasty,
  versionNumber: 3,
  version: 3,
  type: 'overdue_compliance',
  senderName: nasty,
  trainings: [{ title: nasty, dueDate: '2026-03-01', overdue: true }],
  more: 2,
  subject: nasty,
  message: nasty,
  own: list,
  team: list,
  all: list,
  sends: [1],
};
/** What one template alone says. */
const ownPayloads: Readonly<Record<string, unknown>> = {
  'assignments.required': { listed: [newTraining, { ...newTraining, retraining: null }], more: 3 },
  'assignments.retraining': { listed: [newTraining], more: 0 },
  'hr.agreementDeclined': { title: nasty, person: nasty, reason: nasty },
  'hr.agreementSigned': { title: nasty, person: nasty, complete: false },
  'hr.cvSigned': { person: nasty, validUntil: '2026-03-01' },
  'reminders.weeklyDigest': { overdue: ofTeam, expiring: ofTeam, fresh: ofTeam },
  'people.inspectionAnswered': { title: nasty },
  'people.accessReviewDue': { listed: [{ title: nasty, day: '2026-03-01', today: '2026-03-02' }], more: 3 },
  'people.nameApproved': { wanted: nasty },
  'people.nameDeclined': { wanted: nasty, reason: nasty },
  'people.nameRequested': { now: nasty, wanted: nasty },
  'accounts.lockAlert': { person: nasty },
  'accounts.tokensExpire': { listed: [{ title: nasty, day: '2026-03-01' }] },
  'reports.exportReady': { name: nasty, isLate: true },
  'reports.exportStopped': { name: nasty, why: 'access_changed' },
  'webhooks.failed': { name: nasty },
  'webhooks.gone': { name: nasty },
  'accounts.passkeyAdded': { name: nasty },
  'accounts.passkeyRevoked': { name: nasty },
  'accounts.passkeyCopied': { name: nasty },
  'accounts.passkeyCopiedAlert': { person: nasty },
  'audit.integrityFindings': { findings: 3 },
  'audit.newestHead': { number: 12, line: `12:${'a1'.repeat(32)}`, sealedAt: '2026-03-01T08:00:00.000Z' },
  'accounts.refusalsAlert': { person: nasty, failures: 10 },
  'reminders.expiry': { own: endings, hr: endings, all: endings, sends: [1] },
};

test.each([...mailTemplates.keys()])(
  '[NOT-02] T20 T23: %s speaks four languages, links to this installation only, and lets nothing through',
  (name) => {
    const template = mailTemplates.get(name);
    if (!template) throw new Error('no template');
    const publicUrl = new URL('https://training.example');
    const mails = (['en', 'es', 'fr', 'de'] as const).map((language) =>
      renderMail(template.render(language, (ownPayloads[name] ?? payload) as never), {
        category: template.category,
        language,
        publicUrl,
      }),
    );
    expect(new Set(mails.map(({ text }) => text)).size).toBe(4);
    for (const { subject, text, html } of mails) {
      expect(subject).not.toBe('');
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toContain('<img');
      expect(`${text}${html}`).not.toMatch(/undefined|\[object|\{\{/);
      // Signs of the screens say nothing in a mail that is read as text.
      expect(`${subject}${text}`).not.toMatch(/[→←›]/);
      const links = html.match(/href="[^"]*"/g) ?? [];
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(link).toMatch(/^href="https:\/\/training\.example\//);
      expect(text).toContain('https://training.example/settings?tab=');
    }
  },
);

test('[AUTH-16] [AUTH-10] the secret of a link is in its fragment, which no server and no log sees', () => {
  const secret = 'a+secret/of a link';
  const withLink = [...mailTemplates.values()].flatMap((template) => {
    const content = template.render('en', {
      ...payload,
      ...Object(ownPayloads[template.name]),
      secret,
    } as never);
    const { path = '' } = content.action ?? {};
    // It says which request a signed-in person opened, and opens nothing by itself.
    if (template.name === 'hr.cvRequest') return [];
    if (!JSON.stringify(content).includes(secret) && !path.includes(encodeURIComponent(secret))) return [];
    expect(path.split('#')[0], template.name).not.toContain('secret');
    expect(path, template.name).toMatch(/#.*secret/);
    expect(JSON.stringify(content.lines), template.name).not.toContain('secret');
    return [template.name];
  });
  expect(withLink.toSorted()).toMatchInlineSnapshot(`
    [
      "accounts.authenticatorAdded",
      "accounts.passkeyAdded",
      "accounts.passwordIssued",
      "accounts.resetPassword",
      "accounts.signingLink",
      "accounts.twoFactorReset",
      "people.confirmEmail",
      "people.emailReplaced",
      "people.emailRequested",
      "reminders.invitation",
    ]
  `);
});

test('[NOT-02] the outbox has a name for every kind of mail', () => {
  const labels = readFileSync(new URL('../app/screens/outbox/mail-labels.ts', import.meta.url), 'utf8');
  expect([...mailTemplates.keys()].filter((name) => !labels.includes(`'${name}': msg`))).toEqual([]);
});
