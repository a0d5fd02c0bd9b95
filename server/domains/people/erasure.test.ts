import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '#shared/contract/errors.ts';
import { namesContract } from '#shared/contract/names.ts';
import { peopleContract as contract } from '#shared/contract/people.ts';
import { inAYear } from '#tests/harness/in-a-year.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { createModuleBy, load, moduleWith } from '#tests/harness/module-world.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import { tamper } from '#tests/harness/trail-world.ts';
import { assignTo, completeText, createTextModules, readyToSign } from '#tests/harness/training-world.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  signIn,
  type FixtureUser,
} from '#tests/harness/world.ts';
import { verifyAll } from '#tests/harness/verify-all.ts';
import { freeTexts } from './commands/erased-texts.ts';

let database: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let admin: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  boss = await createUser(server.services, { role: 'admin' });
  admin = await signIn(server.client(), boss);
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

/** Table → how many of its rows contain the text, over every table of every schema of the product. */
async function tablesWith(text: string): Promise<Record<string, number>> {
  const { rows: tables } = await database.admin.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database.admin.query<{ count: number }>(
      `select count(*)::int as count from ${name} t where t::text ilike $1`,
      [`%${text}%`],
    );
    if (rows[0] && rows[0].count > 0) found[name] = rows[0].count;
  }
  return found;
}

/**
 * Texts that an erasure leaves: evidence (signed titles and contents, signatures, reasons recorded), the person's own row
 * and messages, which go as a whole, names of things, and what only the product writes.
 */
const untouched = new RegExp(
  `^(${[
    'training_records[.].*|signatures[.].*|signature_agreements[.].*|module_versions[.]content(_url)?|training_modules[.](title|reference)',
    'quiz_attempts[.].*',
    'verify_runs[.]counts|verify_findings[.](kind|object)|verify_acknowledgements[.]reason|trail_reviews[.].*|issued_papers[.].*|signing_confirmations[.]reason|access_review(s|_answers)[.].*',
    'users[.].*|user_periods[.].*|people_counts[.].*|(person|group|past)(_module|_matrix)?_figures[.].*|person_cvs[.].*|past_days[.].*|figure_changes[.].*|reminder_(turns|changes|waiting)[.].*|person_history[.].*|sign_in_history[.].*|assignment_history[.].*|sessions[.].*|one_time_tokens[.].*|temporary_credentials[.].*|idempotency_keys[.].*|sign_in_throttles[.].*|authenticators[.].*|external_identities[.].*',
    'organizations[.](name|type|title_pattern)|departments[.]name|module_(categories|families)[.].*|matrix_templates[.].*|training_matrices[.]job_title',
    'certificates[.](code|number)|exports[.](kind|columns|people|reach|language|time_zone)|file_checks[.].*|file_conversions[.].*|files[.].*|settings[.]key|(hr_view|viewer)_sessions[.].*',
    'hr_agreements[.](party_name|party_email|kind|status)|hr_registrations[.](number|authority|country)|hr_documents[.](kind|category)',
    'saved_exports[.](kind|columns|reach|time_of_day|time_zone)|api_tokens[.](name|mac)|directory_people[.](user_name|external_id|manager_reference)|directory_groups[.](external_id|role)|directory_members[.]reference|webhooks[.](address|events|off_reason)|webhook_secrets[.].*|webhook_deliveries[.].*',
    'people_imports[.](figures|mapping|options|plan_hash|problem)|people_import_(?:rows[.].*|files[.]name)',
    'assigning_run_people[.]left_out|head_destinations[.].*|key_generations[.].*|push_keys[.].*|push_subscriptions[.].*|mail_outbox[.](cause|dedupe_key|message_id|template|to_address)|notifications[.](dedupe_key|related_id|type)|uploads[.](id|purpose|temporary_name)',
  ].join('|')})$`,
);

/** What others wrote of a person: a module, an assignment of somebody else. */
interface Named {
  readonly moduleId: number;
  readonly assignmentId: number;
}

/** A company directory that names the person: as an account, as somebody's manager, and in a group. */
async function nameInDirectory(userId: string, reportId: string): Promise<void> {
  const named = JSON.stringify({
    displayName: 'Quirin Zwetschge',
    manager: { displayName: 'Quirin Zwetschge' },
  });
  await asFixture(server.services, async ({ db }) => {
    await db
      .insertInto('directoryPeople')
      .values([
        { userId, userName: 'quirin.zwetschge@people.example', externalId: 'zwetschge-1', attributes: named },
        { userId: reportId, userName: 'report', attributes: named, managerReference: 'ZWETSCHGE-1' },
      ])
      .execute();
    const { id } = await db
      .insertInto('directoryGroups')
      .values({ name: 'Team of Quirin Zwetschge' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('directoryMembers')
      .values([
        { groupId: id, reference: 'quirin.zwetschge@people.example', display: 'Quirin Zwetschge', userId },
        { groupId: id, reference: 'zwetschge-1', display: 'Not resolved' },
      ])
      .execute();
  });
}

/** Lets people write the name of Quirin Zwetschge wherever they can write freely; answers where it has to change. */
async function nameEverywhere(userId: string): Promise<Named> {
  const file = ['CV of Quirin_Zwetschge.txt', 'Ten years of experience'] as const;
  const module = await moduleWith(admin, [file], {
    title: 'Of others',
    description: 'Ask quirin.zwetschge@people.example about it',
    contentCreator: 'Dr. Quirin Zwetschge',
  });
  // A former name of the person, and a note of what was changed.
  const noted = await createModuleBy(admin, {
    title: 'Of a former name',
    contentCreator: 'Quirin Zwetschge-Maier',
  });
  await load(admin, noted.id, [['a.txt', 'Some words for everybody']], {
    changeNote: 'Corrected by Quirin Zwetschge',
  });
  const [text = 0] = await createTextModules(server.services, 1, { title: 'For the matrix' });
  const organization = await createOrganization(server.services);
  const department = await createDepartment(server.services, { organizationId: organization.id });
  const matrix = await admin.post<{ matrixId: number }>('/api/training-modules/assign-to-matrix', {
    moduleIds: [text],
    matrixName: 'Matrix of Quirin Zwetschge',
    departmentId: department.id,
  });
  expect(matrix.status).toBe(200);
  // A notification to somebody else that names the matrix.
  const lead = await createUser(server.services, { role: 'manager' });
  await nameInDirectory(userId, lead.id);
  const given = await admin.post('/api/training-matrix/assign', {
    matrixId: matrix.body.matrixId,
    specificUserIds: [lead.id],
  });
  expect(given.status).toBe(200);
  // The reasons of others: a completion that is taken back with its certificate, and one recorded for the person.
  const other = await createUser(server.services);
  const done = await assignTo(admin, other.id, text);
  await completeText(await readyToSign(server, other), done.id, other);
  const voided = await admin.del('/api/training-assignments/bulk', {
    assignmentIds: [done.id],
    reason: 'asked for by Zwetschge, Quirin',
  });
  expect(voided.status).toBe(200);
  const own = await assignTo(admin, userId, text);
  const recorded = await admin.post(`/api/training-assignments/${String(own.id)}/record-completion`, {
    completedOn: '2026-01-05',
    reason: 'Quirin Zwetschge was at the course',
  });
  expect(recorded.status).toBe(200);
  return { moduleId: module.id, assignmentId: done.id };
}

async function textsOf({ moduleId, assignmentId }: Named): Promise<unknown> {
  const { rows } = await database.admin.query<Record<string, string>>(
    `select m.content_creator as creator, f.original_name as "fileName", a.voided_reason as voided, c.revoked_reason as revoked
     from training_modules m join module_versions v on v.module_id = m.id join module_version_files f on f.version_id = v.id,
       training_assignments a join training_records r on r.assignment_id = a.id join certificates c on c.training_record_id = r.id
     where m.id = $1 and a.id = $2`,
    [moduleId, assignmentId],
  );
  return rows[0];
}

describe('erasing', () => {
  test('[USR-08] name and email are nowhere but in the signature; the records stay under a pseudonym (GDP-02)', async () => {
    const organization = await createOrganization(server.services);
    const manager = await createUser(server.services, { role: 'manager' });
    const made = await admin.post<{ user: { id: string }; assignedPassword: string }>(
      '/api/users',
      {
        email: 'quirin.zwetschge@people.example',
        firstName: 'Quirin',
        lastName: 'Zwetschge',
        organizationId: organization.id,
        managerId: manager.id,
      },
      { headers: { 'idempotency-key': 'erasure-create' } },
    );
    const userId = made.body.user.id;
    const client = server.client();
    await client.post('/api/auth/login', {
      email: 'quirin.zwetschge@people.example',
      password: made.body.assignedPassword,
    });
    const password = 'my-own-long-password-5';
    await client.post('/api/change-password', { newPassword: password });
    // Everything that spreads the name: notifications to others, mails, a waiting address, changes and reasons in the trail.
    await client.patch('/api/users/profile', { jobTitle: 'Administration' });
    await client.patch('/api/users/profile', { email: 'q.zwetschge@elsewhere.example' });
    for (let round = 0; round < 100; round += 1) {
      await admin.patch(`/api/users/${userId}`, {
        lastName: round % 2 === 0 ? 'Zwetschge-Maier' : 'Zwetschge',
      });
    }
    await client.patch('/api/users/profile', { lastName: 'Zwetschge-Oberst', preferredName: 'Zwetschge' });
    await admin.patch(`/api/users/${userId}`, { role: 'manager', reason: 'Quirin Zwetschge was promoted' });
    const others = await nameEverywhere(userId);
    await client.post('/api/auth/signature-agreement', { accepted: true });
    const [signed = 0] = await createTextModules(server.services, 1);
    const assignment = await assignTo(admin, userId, signed);
    await completeText(client, assignment.id, { password });
    const before = await tablesWith('zwetschge');
    expect(Object.keys(before)).toEqual(
      expect.arrayContaining([
        'public.users',
        'public.mail_outbox',
        'public.notifications',
        'public.idempotency_keys',
        'public.training_modules',
        'public.module_versions',
        'public.module_version_files',
        'public.training_matrices',
        'public.training_assignments',
        'public.certificates',
        'audit.events',
      ]),
    );
    expect(before['audit.events']).toBeGreaterThan(100);

    const erased = await admin.call(contract.erase, { params: { userId }, body: { reason: 'Asked for it' } });
    expect(erased.status).toBe(200);
    expect(erased.body.pseudonym).toBe(`Erased person ${userId.slice(-8)}`);
    expect(erased.body.redactedEvents).toBeGreaterThan(100);
    expect(erased.body.kept.map(({ kind, count }) => [kind, count])).toEqual([
      ['trainingRecords', 2],
      ['signatures', 1],
      ['assignments', 2],
      ['reasons', 1],
      ['cvs', 0],
      ['agreements', 0],
      ['certificateFiles', 0],
    ]);
    // The signature keeps the name, and the reason of a completion recorded afterwards: both are told in the answer.
    expect(await tablesWith('zwetschge')).toEqual({ 'public.signatures': 1, 'public.training_records': 1 });
    expect(await tablesWith('quirin')).toEqual({ 'public.signatures': 1, 'public.training_records': 1 });
    const report = await verifyAll(server.services);
    expect(report.findings).toEqual([]);
    expect(report.notices.filter(({ kind }) => kind === 'redaction')).toEqual([
      expect.objectContaining({ detail: expect.stringContaining(`events about ${userId} redacted`) }),
    ]);
    expect(await textsOf(others)).toEqual({
      creator: `Dr. ${erased.body.pseudonym}`,
      fileName: `CV of ${erased.body.pseudonym}.txt`,
      voided: `asked for by ${erased.body.pseudonym}`,
      revoked: `asked for by ${erased.body.pseudonym}`,
    });

    // What is kept is still proven by the trail, though the trail does not say it any more.
    const { rows: reasons } = await database.admin.query<{ id: number }>(
      'select id from training_records where user_id = $1 and reason is not null',
      [userId],
    );
    const change = (text: string) =>
      tamper(
        database.admin,
        `update training_records set reason = '${text}' where id = ${String(reasons[0]?.id)}`,
      );
    await change('Somebody was at the course');
    expect((await verifyAll(server.services)).findings).toMatchObject([
      { kind: 'record_changed', object: `training_records ${String(reasons[0]?.id)}` },
    ]);
    await change('Quirin Zwetschge was at the course');

    expect((await client.get('/api/users/profile')).status).toBe(401);
    const login = await server
      .client()
      .post('/api/auth/login', { email: 'quirin.zwetschge@people.example', password });
    expect(login.status).toBe(401);
    for (const email of ['Quirin.Zwetschge@people.example', 'q.zwetschge@elsewhere.example']) {
      const again = await admin.post<Problem>('/api/users', { email, firstName: 'A', lastName: 'B' });
      expect(again.status).toBe(409);
    }
    const page = await admin.call(contract.details, { params: { userId } });
    expect(page.body.user).toMatchObject({ firstName: 'Erased', isActive: false });
    const list = await admin.call(contract.list, { query: { q: 'erased' } });
    expect(list.body).toEqual([]);
  });

  test('[USR-08] a name that was only requested or preferred is nowhere, nor in the reason for which it was declined', async () => {
    const person = await createUser(server.services, { firstName: 'Maria', lastName: 'Nunes' });
    const client = await signIn(server.client(), person);
    const request = async (fields: Record<string, string>): Promise<number> => {
      expect((await client.patch('/api/users/profile', fields)).status).toBe(200);
      const { body } = await admin.call(namesContract.requests);
      return body.find(({ userId }) => userId === person.id)?.id ?? 0;
    };
    const id = await request({ lastName: 'Fonsecaria', preferredName: 'Mariquinhas' });
    const declined = await admin.call(namesContract.decline, {
      params: { id: String(id) },
      body: { reason: 'Fonsecaria, FONSECARIA-Nunes or Mariquinhas: your passport says none of them' },
    });
    expect(declined.status).toBe(200);
    await request({ lastName: 'Salgadinho' });
    expect((await client.call(namesContract.withdraw)).status).toBe(200);
    await request({ firstName: 'Filomenia' });
    const other = await createUser(server.services);
    const reason = 'Maria Fonsecaria is her sister';
    await admin.patch(`/api/users/${other.id}`, { role: 'manager', reason });
    expect((await tablesWith('fonsecaria'))['audit.events']).toBeGreaterThan(2);
    const erased = await admin.call(contract.erase, { params: { userId: person.id }, body: { reason: 'x' } });
    expect(erased.status).toBe(200);
    for (const name of ['salgadinho', 'filomenia', 'mariquinhas', 'nunes'])
      expect(await tablesWith(name), name).toEqual({});
    // It may be the name of somebody else: what is not about the person stays.
    const { rows } = await database.admin.query<{ reason: string }>(
      `select payload::jsonb ->> 'reason' as reason from audit.events where payload ilike '%fonsecaria%'`,
    );
    expect(rows.map((row) => row.reason)).toEqual([reason]);
    expect((await tablesWith('fonsecaria'))['audit.events']).toBe(1);
    expect((await verifyAll(server.services)).findings).toEqual([]);
  });

  test('[USR-08] thirty changes of a name are looked for as they stood together, and none is left', async () => {
    const person = await createUser(server.services, { firstName: 'Xaveria0', lastName: 'Yblanka0' });
    for (let number = 1; number <= 30; number += 1) {
      const renamed = {
        firstName: `Xaveria${String(number)}`,
        ...(number % 2 ? {} : { lastName: `Yblanka${String(number)}` }),
      };
      const answer = await admin.patch(`/api/users/${person.id}`, { ...renamed, reason: 'Another name' });
      expect(answer.status).toBe(200);
    }
    const erased = await admin.post(`/api/users/${person.id}/erase`, { reason: 'Asked to be forgotten' });
    expect(erased.status).toBe(200);
    const { rows } = await database.admin.query<{ names: number }>(
      `select cardinality(t.whole) as names from users u, audit.texts_of_person(u.id, to_jsonb(u)) t where u.id = $1`,
      [person.id],
    );
    // Three forms for each of the names, and the email address; not for each first with each last name.
    expect(rows[0]?.names).toBeLessThanOrEqual(3 * 31 + 1);
    for (const name of ['Xaveria', 'Yblanka']) expect(await tablesWith(name)).toEqual({});
  });

  test('[USR-08] leaves the texts about others: a name that only contains the person’s, and a first name alone', async () => {
    const person = await createUser(server.services, { firstName: 'Ann', lastName: 'Lee' });
    const [text = 0] = await createTextModules(server.services, 1, {
      contentCreator: 'Joann Leeson',
      description: 'Ann wrote it, and ANN LEE read it',
    });
    const other = await createUser(server.services);
    const assignments = [await assignTo(admin, person.id, text), await assignTo(admin, other.id, text)];
    await admin.del('/api/training-assignments/bulk', {
      assignmentIds: assignments.map(({ id }) => id),
      reason: 'Ann is away',
    });
    const erased = await admin.call(contract.erase, { params: { userId: person.id }, body: { reason: 'x' } });
    const { rows } = await database.admin.query(
      `select m.content_creator as creator, m.description, array_agg(a.voided_reason order by a.id) as reasons
       from training_modules m join training_assignments a on a.module_id = m.id where m.id = $1 group by 1, 2`,
      [text],
    );
    expect(rows).toEqual([
      {
        creator: 'Joann Leeson',
        description: `Ann wrote it, and ${erased.body.pseudonym} read it`,
        reasons: [`${erased.body.pseudonym} is away`, 'Ann is away'],
      },
    ]);
    expect((await verifyAll(server.services)).findings).toEqual([]);
  });

  test('[USR-08] every text of the database is changed by an erasure or holds none that people write freely', async () => {
    const { rows } = await database.admin.query<{ name: string }>(
      `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
         and a.atttypid in ('text'::regtype, 'jsonb'::regtype) and not exists (
           select 1 from pg_constraint k where k.conrelid = c.oid and a.attnum = any (k.conkey) and (k.contype = 'f'
             or (k.contype = 'c' and cardinality(k.conkey) = 1 and pg_get_constraintdef(k.oid) ~ '= ANY|~ ''\\^|is_time_zone')))`,
    );
    const changed = new Set(
      freeTexts.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`)),
    );
    const present = new Set(rows.map(({ name }) => name));
    expect([...changed].filter((name) => !present.has(name))).toEqual([]);
    expect([...present].filter((name) => !changed.has(name) && !untouched.test(name))).toEqual([]);
  });

  test('[USR-08] needs a reason, is done once, and never to oneself or the last administrator', async () => {
    const person = await createUser(server.services);
    const path = `/api/users/${person.id}/erase`;
    expect((await admin.post(path, {})).status).toBe(422);
    expect((await admin.post(path, { reason: '  ' })).status).toBe(422);
    const own = await admin.post<Problem>(`/api/users/${boss.id}/erase`, { reason: 'x' });
    expect(own.status).toBe(409);
    expect((await admin.post(path, { reason: 'x' })).status).toBe(200);
    expect((await admin.post(path, { reason: 'x' })).status).toBe(409);
    expect((await admin.patch(`/api/users/${person.id}`, { firstName: 'Back' })).status).toBe(409);
    expect((await admin.post('/api/users/u_nobody/erase', { reason: 'x' })).status).toBe(404);
  });
});

describe('grants', () => {
  test('[AUTH-14] an inspector’s grant opens the organization and ends with its last day there', async () => {
    const organization = await createOrganization(server.services, { timeZone: 'Pacific/Kiritimati' });
    const member = await createUser(server.services, { organizationId: organization.id });
    const person = await createUser(server.services);
    const client = await signIn(server.client(), person);
    const path = `/api/employee/${member.id}/details`;
    expect((await client.get(path)).status).toBe(404);
    const { rows } = await database.admin.query<{ today: string }>(
      `select today_in('Pacific/Kiritimati')::text as today`,
    );
    const body = {
      kind: 'inspector',
      organizationId: organization.id,
      expiresOn: rows[0]?.today ?? '',
    } as const;
    const given = await admin.call(contract.grant, { params: { userId: person.id }, body });
    expect(given.status).toBe(201);
    expect(given.body).toMatchObject({
      kind: 'inspector',
      organizationName: organization.name,
      revokedAt: null,
    });
    expect((await client.get(path)).status).toBe(200);
    const twice = await admin.post<Problem>(`/api/users/${person.id}/grants`, body);
    expect(twice.status).toBe(409);
    await database.moveClock({ hours: 24 });
    try {
      const later = await signIn(server.client(), person);
      expect((await later.get(path)).status).toBe(404);
      const again = await signIn(server.client(), boss);
      const past = await again.post<Problem>(`/api/users/${person.id}/grants`, body);
      expect(past.body.errors).toMatchObject([{ path: 'expiresOn', message: 'This day has passed.' }]);
      const renewed = await again.post(`/api/users/${person.id}/grants`, {
        ...body,
        expiresOn: inAYear(),
      });
      expect(renewed.status).toBe(201);
    } finally {
      await database.moveClock({});
    }
  });

  test('[AUTH-14] a grant that is taken back ends with the next call', async () => {
    const organization = await createOrganization(server.services);
    const member = await createUser(server.services, { organizationId: organization.id });
    const person = await createUser(server.services, { organizationId: organization.id });
    const client = await signIn(server.client(), person);
    const given = await admin.call(contract.grant, {
      params: { userId: person.id },
      body: { kind: 'hr', organizationId: organization.id },
    });
    const path = `/api/employee/${member.id}/details`;
    expect((await client.get(path)).status).toBe(200);
    const params = { userId: person.id, grantId: String(given.body.id) };
    const revoked = await admin.call(contract.revokeGrant, { params });
    expect(revoked.body.revokedAt).not.toBeNull();
    expect((await client.get(path)).status).toBe(404);
    expect((await admin.call(contract.revokeGrant, { params })).status).toBe(404);
  });

  test('[AUTH-14] the HR area of the former organization ends with a move to another', async () => {
    const [former, next] = [
      await createOrganization(server.services),
      await createOrganization(server.services),
    ];
    const member = await createUser(server.services, { organizationId: former.id });
    const person = await createUser(server.services, { organizationId: former.id });
    const params = { userId: person.id };
    await admin.call(contract.grant, { params, body: { kind: 'hr', organizationId: former.id } });
    const client = await signIn(server.client(), person);
    const path = `/api/employee/${member.id}/details`;
    expect((await client.get(path)).status).toBe(200);
    const moved = await admin.call(contract.update, { params, body: { organizationId: next.id } });
    expect(moved.status).toBe(200);
    expect((await client.get(path)).status).toBe(404);
    const { body } = await admin.call(contract.grants, { params });
    expect([body.current.length, body.past.length]).toEqual([0, 1]);
  });

  test.each([
    [{ kind: 'inspector', organizationId: 1 }, 'expiresOn'],
    [{ kind: 'root', organizationId: 1 }, 'kind'],
    [{ kind: 'hr' }, 'organizationId'],
    [{ kind: 'hr', organizationId: 2_000_000_000 }, 'organizationId'],
    // The HR area is that of the own organization.
    [{ kind: 'hr', organizationId: 1 }, 'organizationId'],
    [{ kind: 'hr', organizationId: 1, expiresOn: '2024-02-30' }, 'expiresOn'],
  ])('[AUTH-14] [SEC-01] %j is refused at %s', async (body, path) => {
    const person = await createUser(server.services);
    const answer = await admin.post<Problem>(`/api/users/${person.id}/grants`, body);
    expect(answer.status).toBe(422);
    expect([...new Set(answer.body.errors?.map((error) => error.path))]).toEqual([path]);
  });
});
