import type { Language } from '#shared/domain/people/settings.ts';
import { agreementSignedMail } from '#server/domains/hr/index.ts';
import { mailDate, type MailEditing } from '#server/platform/mail/template.ts';

/** No text of the product contains these words: their place in an example is that of a value in an email. */
const title = 'Hand hygiene for visitors';
const [person, sender] = ['Robin Ashdown', 'Kim Whitlock'];
const wanted = 'Toni Bellweather';
const passkey = 'Work laptop';
const webhook = 'Quality system';
const savedExport = 'Ward figures';
const count = 17;
const dueDate = '2031-03-29';
const day = { dueDate, today: '2031-03-15' };

const item = { title, person, kind: 'due', ...day };
const listOf = (listed: readonly unknown[]) => ({ count, listed });
const none = { count: 0, listed: [] };
const training = { title, dueDate, retraining: null };
const again = { ...training, retraining: { version: 3, note: 'Section 4 is new' } };
const reminder = {
  senderName: sender,
  message: 'Please finish by Friday.',
  trainings: [{ title, dueDate, overdue: false }],
  more: 0,
};

type Countable = { readonly count: number };
interface Payload {
  readonly complete: boolean;
  readonly title: string;
  readonly person: string;
  readonly senderName: string;
  readonly version: number;
  readonly versionNumber: number;
  readonly now: string;
  readonly wanted: string;
  readonly name: string;
  readonly reason: string;
  readonly failures: number;
  readonly findings: number;
  readonly validUntil?: string | null;
  readonly dueOn?: string;
  readonly listed: readonly unknown[];
  readonly more: number;
  readonly own: Countable;
  readonly team: Countable;
  readonly hr: Countable;
  readonly all: Countable;
}

/** The values that a text may name, taken from the payloads that have them. */
const named = {
  state: (payload: Payload, language: Language) =>
    agreementSignedMail.render(language, payload).lines[1] ?? '',
  title: (payload: Payload) => payload.title,
  person: ({ person: about, now }: Partial<Payload>) => about ?? now ?? '',
  name: ({ wanted: asked, name }: Partial<Payload>) => asked ?? name ?? '',
  reason: (payload: Payload) => payload.reason,
  sender: (payload: Payload) => payload.senderName,
  version: ({ version, versionNumber }: Partial<Payload>) => String(version ?? versionNumber ?? ''),
  failures: ({ failures }: Payload) => String(failures),
  findings: ({ findings }: Payload) => String(findings),
  day: ({ validUntil, dueOn }: Payload, language: Language) => {
    const day = validUntil ?? dueOn;
    return day === undefined ? '–' : mailDate(day, language);
  },
  count: ({ listed, more = 0, own, team, hr, all }: Partial<Payload>) =>
    String(
      listed ? listed.length + more : [own, team, hr, all].reduce((sum, list) => sum + (list?.count ?? 0), 0),
    ),
};

/** Returns a kind whose texts may name some of {@link named}. */
const editing = (sample: unknown, ...names: readonly (keyof typeof named)[]): MailEditing => ({
  sample,
  values: (language, payload) =>
    Object.fromEntries(names.map((name) => [name, named[name](payload as Payload, language)])),
});

/**
 * The editing rules for the texts of each kind of email (NOT-06): an example, and the names that a text may contain.
 * Announcements are missing, because an administrator writes each of them.
 */
export const mailEditing: Readonly<Record<string, MailEditing>> = {
  'accounts.lockAlert': editing({ person }, 'person'),
  'accounts.authenticatorAdded': editing({}),
  'accounts.authenticatorRemoved': editing({}),
  'accounts.locked': editing({}),
  'accounts.passwordIssued': editing({}),
  'accounts.passkeyAdded': editing({ name: passkey }, 'name'),
  'accounts.passkeyCopied': editing({ name: passkey }, 'name'),
  'accounts.passkeyCopiedAlert': editing({ person }, 'person'),
  'accounts.passkeyRevoked': editing({ name: passkey }, 'name'),
  'accounts.refusalsAlert': editing({ person, failures: count }, 'person', 'failures'),
  'accounts.signingLink': editing({}),
  'accounts.resetPassword': editing({}),
  'accounts.tokensExpire': editing({ listed: [{ title, day: day.dueDate }] }),
  'accounts.twoFactorReset': editing({}),
  'assignments.newVersion': editing({ moduleId: 1, title, versionNumber: 93 }, 'title', 'version'),
  'assignments.required': editing({ listed: [training, again], more: count - 2 }, 'count'),
  'assignments.retraining': editing({ listed: [again, again], more: count - 2 }, 'count'),
  'audit.integrityFindings': editing({ findings: count }, 'findings'),
  'audit.newestHead': editing({
    number: 93,
    line: `93:${'5f'.repeat(32)}`,
    sealedAt: '2031-03-15T08:15:30.000Z',
  }),
  'hr.acknowledgement': editing({ title, version: 93, dueOn: dueDate }, 'title', 'version', 'day'),
  'hr.agreement': editing({ title }, 'title'),
  'hr.agreementDeclined': editing(
    { title, person, reason: 'Passport is missing' },
    'title',
    'person',
    'reason',
  ),
  'hr.agreementSigned': editing({ title, person, complete: true }, 'title', 'person', 'state'),
  'hr.cvRequest': editing({ message: 'Please add your latest publications.' }),
  'hr.cvSigned': editing({ person, validUntil: dueDate }, 'person', 'day'),
  'people.inspectionAnswered': editing({ title }, 'title'),
  'people.accessReviewDue': editing({ listed: [{ title, day: day.dueDate, today: day.today }], more: 1 }),
  'people.confirmEmail': editing({}),
  'people.addressTaken': editing({}),
  'people.emailChanged': editing({}),
  'people.emailReplaced': editing({}),
  'people.emailRequested': editing({}),
  'people.nameApproved': editing({ wanted }, 'name'),
  'people.nameDeclined': editing({ wanted, reason: 'Passport is missing' }, 'name', 'reason'),
  'people.nameRequested': editing({ now: person, wanted }, 'person', 'name'),
  'reminders.expiry': editing(
    {
      own: listOf([{ kind: 'cv', title, person, day: dueDate, today: day.today }]),
      hr: none,
      all: none,
      sends: [],
    },
    'count',
  ),
  'reminders.invitation': editing({ type: 'accept_invite', ...reminder }, 'sender'),
  'reminders.manual': editing({ type: 'begin_training', ...reminder }, 'sender'),
  'reminders.schedule': editing({ own: listOf([item]), team: none, all: none, sends: [] }, 'count'),
  'reminders.weeklyDigest': editing({
    overdue: listOf([{ person, title, day: dueDate }]),
    expired: none,
    expiring: none,
    fresh: none,
  }),
  'reports.exportReady': editing({ name: savedExport, isLate: false }, 'name'),
  'reports.exportStopped': editing({ name: savedExport, why: 'access_lost' }, 'name'),
  'webhooks.failed': editing({ name: webhook }, 'name'),
  'webhooks.gone': editing({ name: webhook }, 'name'),
};
