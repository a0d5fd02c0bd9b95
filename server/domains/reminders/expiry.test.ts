import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { expiringFrom } from '#shared/domain/hr/agreements.ts';
import { expiryKinds } from '#shared/domain/reminders/expiry.ts';
import { expiringDocuments } from '#tests/harness/expiring-documents.ts';
import { expiryMail, type ExpiryDigest } from '#server/domains/reminders/expiry.mails.ts';
import { sweepRemindersJob } from '#server/domains/reminders/schedule.jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { insertExpiring, type ExpiringInput } from '#tests/harness/expiring-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { asFixture, createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { planExpiry, type ExpiringThing, type ExpiryRule, type ExpiryStep } from '#tests/models/expiry.ts';

const zone = 'America/St_Johns';
/** Tomorrow: its morning is after everybody was made and given their grants. */
const today = addDays(new Date().toISOString().slice(0, 10), 1);
const long = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

let database: TestDatabase;
let server: TestServer;
let services: Services;
let organizationId = 0;
let hr: FixtureUser;
let admin: FixtureUser;
let owner: FixtureUser;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  ({ services } = server);
  organizationId = (await createOrganization(services, { timeZone: zone })).id;
  hr = await createUser(services, { organizationId, grants: [{ kind: 'hr', organizationId }] });
  admin = await createUser(services, { role: 'admin' });
  owner = await createUser(services, {
    role: 'manager',
    organizationId,
    firstName: 'Olga',
    lastName: 'Owner',
  });
});

afterEach(async () => {
  await database.admin.query('truncate expiry_sends, mail_outbox, notifications');
  await database.admin.query(`begin; set local session_replication_role = replica;
    delete from hr_documents; delete from hr_document_versions; delete from hr_agreements; delete from hr_registrations;
    update reminder_rules set is_active = true; commit`);
  await database.moveClock({});
});

afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Moves the clock to an hour of a date in the organization. */
async function goTo(date: string, hour: number): Promise<void> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from ((${date}::date + make_interval(hours => ${hour})) at time zone ${zone}) - now()) * 1000)::float8 as ms
  `.execute(database.db);
  await database.moveClock({ milliseconds: rows[0]?.ms ?? 0 });
}

const make = (input: Partial<ExpiringInput> & Pick<ExpiringInput, 'kind' | 'day'>) =>
  asFixture(services, (tx) => insertExpiring(tx, { organizationId, personId: owner.id, ...input }));

const sweep = () => sweepRemindersJob.run(services, {});

interface Sent {
  readonly to: string;
  readonly payload: ExpiryDigest;
}

async function mails(): Promise<readonly Sent[]> {
  const { rows } = await sql<Sent>`
    select to_address as to, payload from mail_outbox where template = 'reminders.expiry' order by to_address`.execute(
    database.db,
  );
  return rows;
}

const countsOf = async () =>
  (await mails()).map(({ to, payload: { own, hr: theirs, all } }) =>
    [to, own.count, theirs.count, all.count].join(' '),
  );

test('[NOT-04] the statement of the server tells what the rule tells, for every kind and day', async () => {
  const { rows: rules } = await sql<ExpiryRule>`
    select id, kind, days, audience from reminder_rules
    where is_active and kind not in ('due', 'overdue', 'renewal') order by id`.execute(database.db);
  expect(new Set(rules.map(({ kind }) => kind))).toEqual(new Set(expiryKinds));
  const people = await Promise.all(
    Array.from({ length: 27 }, () => createUser(services, { organizationId })),
  );
  // Every fourth person is away: some return within the days of this test, some long after, some nobody knows when.
  const lastDays = [addDays(today, 0), addDays(today, 4), addDays(today, 15), addDays(today, 90), null];
  const absences = new Map(
    people
      .filter((_, index) => index % 4 === 1)
      .map(({ id }, at) => [
        id,
        [{ firstDay: addDays(today, -60), lastDay: lastDays[at % lastDays.length] ?? null }],
      ]),
  );
  await asFixture(services, async (tx) => {
    for (const [userId, [days]] of absences)
      if (days)
        await tx.db
          .insertInto('absences')
          .values({ ...days, userId, returnDays: 14, recordedBy: admin.id })
          .execute();
  });
  const things: ExpiringThing[] = [];
  for (const kind of expiryKinds) {
    for (const [index, person] of people.entries()) {
      const day = addDays(today, index * 5 - 33);
      const personId =
        kind === 'registration' || (kind !== 'cv' && kind !== 'reading' && index % 3 === 0)
          ? null
          : person.id;
      things.push({ kind, day, personId, hrIds: [hr.id], id: await make({ kind, day, personId }) });
    }
  }
  for (const days of [0, 1, 5, 20]) {
    const { rows: told } = await sql<Omit<ExpiryStep, 'ruleId'>>`
      select kind, subject_id as id, audience, day, step_day from expiry_sends`.execute(database.db);
    const date = addDays(today, days);
    const planned = planExpiry({ rules, things, admins: [admin.id], told, absences }, date);
    await goTo(date, 9);
    await sweep();
    const { rows: after } = await sql<{ key: string }>`
      select concat_ws(' ', kind, subject_id, rule_id, day, step_day) as key from expiry_sends
      order by expiry_sends.id offset ${told.length}`.execute(database.db);
    const wanted = planned.map((step) => [step.kind, step.id, step.ruleId, step.day, step.stepDay].join(' '));
    expect(after.map(({ key }) => key).toSorted()).toEqual(wanted.toSorted());
    expect(wanted.length).toBeGreaterThan(days === 0 ? 40 : 1);
  }
  const { rows } = await sql<{ kinds: number }>`
    select count(distinct kind || audience)::int as kinds from expiry_sends`.execute(database.db);
  expect(rows[0]?.kinds).toBe(14);
});

test('[USR-10] [NOT-04] a person who returns after a year is notified at once of documents that ended in that time', async () => {
  const mother = await createUser(services, { organizationId });
  await asFixture(services, (tx) =>
    tx.db
      .insertInto('absences')
      .values({
        userId: mother.id,
        firstDay: addDays(today, -365),
        lastDay: addDays(today, 2),
        returnDays: 14,
        recordedBy: admin.id,
      })
      .execute(),
  );
  await make({ kind: 'cv', day: addDays(today, -200), personId: mother.id });
  const toldOn = async (days: number) => {
    await goTo(addDays(today, days), 9);
    await sweep();
    return (await mails()).filter(({ to }) => to === mother.email).length;
  };
  expect([await toldOn(0), await toldOn(2), await toldOn(3), await toldOn(4)]).toEqual([0, 0, 1, 1]);
});

test('[HR-03] [NOT-04] of an agreement the party and hr are told before the day for notice, hr on it, whatever the notice is', async () => {
  const endsOn = addDays(today, 200);
  for (const noticeDays of [0, 29, 30, 31, 90, 180]) {
    await make({ kind: 'agreement', day: endsOn, noticeDays, title: String(noticeDays) });
  }
  const found = await expiringDocuments(database.db, addDays(today, -400), addDays(endsOn, -1));
  expect(found.map(({ kind, title, day }) => [kind, title, day])).toEqual(
    [180, 90, 31, 0, 29, 30].map((days) => ['notice', String(days), expiringFrom(endsOn, days)]),
  );
  const rest = await createUser(services, { organizationId });
  await asFixture(services, (tx) =>
    sql`update hr_agreements set party_user_id = ${rest.id} where notice_days <> 90`.execute(tx.db),
  );
  const toldOn = async (days: number) => {
    await database.admin.query('truncate mail_outbox');
    await goTo(addDays(today, days), 9);
    await sweep();
    const sent = await mails();
    return sent
      .filter(({ to }) => to !== rest.email)
      .map(({ to, payload }) => [
        to,
        [...payload.own.listed, ...payload.hr.listed].map(({ kind, title }) => `${kind} ${title}`).join(),
      ]);
  };
  // 200 - 90 - 14
  expect(await toldOn(96)).toEqual(
    [
      [hr.email, 'notice 90'],
      [owner.email, 'notice 90'],
    ].toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
  expect(await toldOn(109)).toEqual([]);
  const [[, onTheDay = ''] = [], ...others] = await toldOn(110);
  expect(others).toEqual([]);
  expect(onTheDay).toContain('notice 90,agreement 0,');
  // 200 - 30 - 14: notice of less than thirty days is told as if it were thirty.
  expect(await toldOn(156)).toContainEqual([
    hr.email,
    expect.stringContaining('notice 0,notice 29,notice 30') as string,
  ]);
});

test('[NOT-04] the owner is told first, hr of the organization then, administrators at last, each once', async () => {
  await make({ kind: 'cv', day: addDays(today, 30) });
  const foreign = await createOrganization(services);
  await createUser(services, {
    organizationId: foreign.id,
    grants: [{ kind: 'hr', organizationId: foreign.id }],
  });
  const toldOn = async (days: number) => {
    await database.admin.query('truncate mail_outbox');
    await goTo(addDays(today, days), 9);
    await sweep();
    await sweep();
    return countsOf();
  };
  expect(await toldOn(0)).toEqual([`${owner.email} 1 0 0`]);
  expect(await toldOn(1)).toEqual([]);
  expect(await toldOn(16)).toEqual([`${hr.email} 0 1 0`]);
  expect(await toldOn(23)).toEqual([`${owner.email} 1 0 0`]);
  expect(await toldOn(31)).toEqual([`${hr.email} 0 1 0`, `${owner.email} 1 0 0`].toSorted());
  expect(await toldOn(44)).toEqual([`${admin.email} 0 0 1`]);
  expect(await toldOn(58)).toEqual([]);
});

test('[NOT-04] where the trainings cannot be told the documents are told all the same, and the job says what failed', async () => {
  await make({ kind: 'cv', day: addDays(today, 30) });
  await goTo(today, 9);
  await database.admin.query('alter table reminder_turns rename to reminder_turns_gone');
  try {
    await expect(sweep()).rejects.toThrow('relation "reminder_turns" does not exist');
  } finally {
    await database.admin.query('alter table reminder_turns_gone rename to reminder_turns');
  }
  expect(await countsOf()).toEqual([`${owner.email} 1 0 0`]);
});

test('[NOT-04] nothing goes before the hour of the organization; a rule that is switched off tells nothing', async () => {
  await make({ kind: 'registration', day: addDays(today, 90), personId: null });
  await goTo(today, 7);
  await sweep();
  expect(await mails()).toEqual([]);
  await asFixture(services, (tx) =>
    tx.db.updateTable('reminderRules').set({ isActive: false }).where('kind', '=', 'registration').execute(),
  );
  await goTo(today, 9);
  await sweep();
  expect(await mails()).toEqual([]);
  await asFixture(services, (tx) => tx.db.updateTable('reminderRules').set({ isActive: true }).execute());
  await sweep();
  expect(await countsOf()).toEqual([`${hr.email} 0 1 0`]);
});

test('[NOT-04] a renewed CV, an ended agreement, an archived document and people who left are not told; nobody of hr: administrators', async () => {
  const cv = await make({ kind: 'cv', day: addDays(today, 7) });
  const agreement = await make({ kind: 'agreement', day: addDays(today, 7) });
  const review = await make({ kind: 'review', day: addDays(today, 7) });
  const gone = await createUser(services, { organizationId, isActive: false });
  await make({ kind: 'cv', day: addDays(today, 7), personId: gone.id });
  await asFixture(services, async (tx) => {
    await sql`update hr_document_versions set valid_until = ${addDays(today, 700)} where document_id = ${cv}`.execute(
      tx.db,
    );
    await sql`update hr_agreements set status = 'terminated', terminated_at = app_now(), terminated_reason = 'Over'
      where id = ${agreement}`.execute(tx.db);
    await sql`update hr_documents set archived_at = app_now() where id = ${review}`.execute(tx.db);
  });
  const alone = await createOrganization(services);
  await make({ kind: 'registration', day: addDays(today, 7), personId: null, organizationId: alone.id });
  await goTo(today, 14);
  await sweep();
  expect(await countsOf()).toEqual([`${admin.email} 0 1 0`]);
});

test('[HR-04] [NOT-04] an owner who moved to another organization or was switched off is not reminded of a review any more', async () => {
  const elsewhere = await createOrganization(services);
  const [stays, moved, off, grown] = await Promise.all([
    createUser(services, { organizationId }),
    createUser(services, { organizationId: elsewhere.id }),
    createUser(services, { organizationId, isActive: false }),
    createUser(services, { organizationId: elsewhere.id, role: 'admin' }),
  ]);
  for (const { id } of [stays, moved, off, grown]) {
    await make({ kind: 'review', day: addDays(today, 7), personId: id });
  }
  await goTo(today, 14);
  await sweep();
  // hr of the organization learns of all four.
  expect(await countsOf()).toEqual(
    [`${hr.email} 0 4 0`, `${stays.email} 1 0 0`, `${grown.email} 1 0 0`].toSorted(),
  );
  const named = await expiringDocuments(database.db, today, addDays(today, 7));
  expect(new Set(named.map(({ personId }) => personId))).toEqual(new Set([stays.id, grown.id, null]));
  await asFixture(services, (tx) =>
    sql`update users set is_active = false where id = ${grown.id}`.execute(tx.db),
  );
});

test('[NOT-04] [NOT-02] who switched mail off gets none, also not later; training reminders do not decide', async () => {
  const silent = await createUser(services, { organizationId, settings: { emailNotifications: false } });
  const other = await createUser(services, { organizationId, settings: { trainingReminders: false } });
  await make({ kind: 'cv', day: addDays(today, 7), personId: silent.id });
  await make({ kind: 'cv', day: addDays(today, 7), personId: other.id });
  await goTo(today, 9);
  await sweep();
  expect((await mails()).map(({ to }) => to)).toEqual([hr.email, other.email].toSorted());
  await asFixture(services, (tx) =>
    tx.db.updateTable('users').set({ settings: '{}' }).where('id', '=', silent.id).execute(),
  );
  await sweep();
  expect(await mails()).toHaveLength(2);
});

test('[NOT-04] [NOT-01] the bell says it too, one line for the own and one for what is looked after', async () => {
  const bell = async (person: FixtureUser) => {
    const client = await signIn(server.client(), person);
    const { body } = await client.get<{ notifications: { message: string; path: string | null }[] }>(
      '/api/notifications',
    );
    return body.notifications.map(({ message, path }) => [message, path]);
  };
  await make({ kind: 'cv', day: today });
  await make({ kind: 'registration', day: addDays(today, 40), personId: null, title: 'Trade register' });
  await goTo(addDays(today, 14), 9);
  await sweep();
  expect(await bell(owner)).toEqual([[`The last day of your CV is ${long(today)}.`, '/profile/documents']]);
  expect(await bell(admin)).toContainEqual([
    `2 documents that you look after expire or are to be reviewed, the first on ${long(today)}.`,
    '/hr-dashboard',
  ]);
  const second = await createUser(services, { organizationId, firstName: 'Vera', lastName: 'Vitae' });
  await make({ kind: 'cv', day: addDays(today, 10), personId: second.id });
  await goTo(addDays(today, 24), 9);
  await sweep();
  expect(await bell(admin)).toContainEqual([
    `The last day of the CV of Vera Vitae is ${long(addDays(today, 10))}.`,
    `/employee/${second.id}`,
  ]);
});

test('[NOT-04] [SHELL-09] the subject of one document says how long it is overdue', () => {
  const none = { count: 0, listed: [] };
  const item = { title: 'Handbook', person: 'Ann Lee', day: '2026-11-08', today: '2026-11-23' };
  const own = { count: 1, listed: [{ ...item, kind: 'reading' as const }] };
  const digest: ExpiryDigest = { own, hr: none, all: none, sends: [] };
  expect(expiryMail.render('en', digest).subject).toBe(
    '“Handbook” to read and acknowledge: due November 8, 2026, 15 days overdue',
  );
  expect(expiryMail.render('de', digest).subject).toBe(
    '„Handbook“ zu lesen und zu bestätigen: fällig am 8. November 2026, 15 Tage überfällig',
  );
});

test('[NOT-04] [SHELL-09] the mail says in each language what ends when; fifty of a list stand in it', () => {
  const none = { count: 0, listed: [] };
  const item = { title: 'A & B', person: 'Ann Lee', day: '2026-03-01', today: '2026-02-22' };
  const digest: ExpiryDigest = {
    own: { count: 1, listed: [{ ...item, kind: 'cv' }] },
    hr: {
      count: 60,
      listed: expiryKinds.flatMap((kind) => Array.from({ length: 8 }, () => ({ ...item, kind }))),
    },
    all: none,
    sends: [],
  };
  const late: ExpiryDigest = {
    own: none,
    hr: none,
    all: { count: 1, listed: [{ ...item, kind: 'review', today: '2026-03-02' }] },
    sends: [],
  };
  for (const [language, subject, words] of [
    [
      'en',
      '61 documents expire or are to be read or reviewed',
      ['Your CV', 'CV of Ann Lee', 'March 1, 2026 – in 7 days', 'by March 1', 'And 12 more.', 'yesterday'],
    ],
    [
      'es',
      '61 documentos vencen o deben leerse o revisarse',
      ['Su CV', '1 de marzo de 2026 – dentro de 7 días', 'Y 12 más.', 'ayer'],
    ],
    [
      'fr',
      '61 documents expirent ou doivent être lus ou revus',
      ['Votre CV', '1 mars 2026 – dans 7 jours', 'Et 12 autres.', 'hier'],
    ],
    [
      'de',
      '61 Dokumente laufen ab oder sind zu lesen oder zu prüfen',
      ['Ihr Lebenslauf', '1. März 2026 – in 7 Tagen', 'Und 12 weitere.', 'gestern'],
    ],
  ] as const) {
    const mail = expiryMail.render(language, digest);
    expect(mail.subject).toBe(subject);
    expect(mail.action?.path).toBe('/profile/documents');
    const said = JSON.stringify([mail, expiryMail.render(language, late)]);
    for (const word of words) expect(said).toContain(word);
  }
  expect(expiryMail.render('en', late)).toMatchObject({
    subject: 'Document “A & B”: review on March 1, 2026 – yesterday',
    action: { path: '/hr-dashboard' },
  });
});

test('[NOT-04] the database refuses a step of a registration that would be told to a person, who there is none', async () => {
  const { rows } = await sql<{ id: number }>`
    select id from reminder_rules where kind = 'registration' and audience = 'hr' limit 1`.execute(
    database.db,
  );
  const attempts = [
    sql`insert into reminder_rules (kind, days, audience) values ('registration', 11, 'person')`,
    sql`update reminder_rules set audience = 'person' where kind = 'registration' and audience = 'hr'`,
    sql`insert into expiry_sends (kind, subject_id, rule_id, audience, day, step_day)
      values ('registration', 1, ${rows[0]?.id}, 'person', '2026-01-01', '2026-01-01')`,
  ];
  for (const attempt of attempts)
    await expect(asFixture(services, (tx) => attempt.execute(tx.db))).rejects.toThrow('match_check');
});
