/** What a company directory may do to accounts, and what not (OPS-06). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { apiTokensContract } from '#shared/contract/api-tokens.ts';
import { auditTrailContract } from '#shared/contract/audit-trail.ts';
import { directoryContract } from '#shared/contract/directory.ts';
import { peopleContract } from '#shared/contract/people.ts';
import { TOKEN_CALLS_PER_MINUTE } from '#shared/domain/access/token-scopes.ts';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import {
  emptyDirectories,
  giveRole,
  makeDirectory,
  managedBy,
  scimUrns,
  startWithDirectories,
  storedAccount,
  type Directory,
} from '#tests/harness/scim-directory.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { asFixture, createDepartment, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';

let stop: () => Promise<void>;
let db: TestDatabase;
let server: TestServer;
let boss: FixtureUser;
let admin: TestClient;
let alpha: { readonly id: number };
let beta: { readonly id: number };
let whole: Directory;
let ofAlpha: Directory;
let ofBeta: Directory;

beforeAll(async () => {
  ({ stop, db, server, boss, admin, alpha, beta, whole, ofAlpha, ofBeta } = await startWithDirectories());
});

beforeEach(() => emptyDirectories(server));

afterAll(() => stop());

const stored = (id: string) => storedAccount(db, id);
const account = async (id: string) =>
  (await admin.call(peopleContract.details, { params: { userId: id } })).body.user;
let count = 0;
const unique = (name: string): string => {
  count += 1;
  return `${name}${String(count)}@life.example`;
};
const role = (groupId: string, to: 'manager' | null) => giveRole(admin, groupId, to);

describe('accounts', () => {
  test('[OPS-06] a person gets a place, a job title and a department, which is made if there is none', async () => {
    const { id } = await ofAlpha.person({
      userName: unique('nora'),
      name: { givenName: 'Nora', familyName: 'Vik' },
      title: 'Study nurse',
      [scimUrns.enterprise]: { department: 'Ward 9', organization: 'Beta Site' },
    });
    expect(await account(id)).toMatchObject({
      firstName: 'Nora',
      lastName: 'Vik',
      role: 'learner',
      jobTitle: 'Study nurse',
      organizationId: alpha.id,
      departmentName: 'Ward 9',
      isActive: true,
    });
    const second = await ofAlpha.person({
      userName: unique('olaf'),
      [scimUrns.enterprise]: { department: 'WARD 9' },
    });
    const departments = await Promise.all(
      [id, second.id].map(async (one) => (await stored(one)).departmentId),
    );
    expect(new Set(departments).size).toBe(1);
    await ofAlpha.patch(
      `/Users/${id}`,
      { op: 'remove', path: `${scimUrns.enterprise}:department` },
      { op: 'remove', path: 'title' },
    );
    expect(await account(id)).toMatchObject({ departmentName: null, jobTitle: null });
  });

  test('[OPS-06] [USR-01] names, job titles and departments are stored as they are seen, whatever the spaces', async () => {
    const first = await ofAlpha.person({
      userName: unique('pia'),
      name: { givenName: '\u202EPia\u00A0 Sofie', familyName: '\u200B\u3164' },
      title: 'Study\u00A0nurse',
      [scimUrns.enterprise]: { department: 'Ward\u00A0 Twelve' },
    });
    const second = await ofAlpha.person({
      userName: unique('rut'),
      [scimUrns.enterprise]: { department: 'ward\u200B twelve' },
    });
    expect(await account(first.id)).toMatchObject({
      firstName: 'Pia Sofie',
      lastName: null,
      jobTitle: 'Study nurse',
      departmentName: 'Ward Twelve',
    });
    expect((await account(second.id)).departmentName).toBe('Ward Twelve');
    const refused = await ofAlpha.send('POST', '/Users', {
      userName: unique('sam'),
      name: { givenName: 'Sam\u0085' },
    });
    expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue']);
  });

  test('[OPS-06] [USR-06] a department that was stored with other spaces is found', async () => {
    await createDepartment(server.services, { organizationId: alpha.id, name: 'Ward\u00A0  Thirteen' });
    const { id } = await ofAlpha.person({
      userName: unique('tor'),
      [scimUrns.enterprise]: { department: 'Ward Thirteen' },
    });
    expect((await account(id)).departmentName).toBe('Ward\u00A0  Thirteen');
  });

  test('[OPS-06] a token of all organizations takes the organization by its name', async () => {
    const of = (organization: string) => ({ [scimUrns.enterprise]: { organization } });
    const { id } = await whole.person({ userName: unique('ivo'), ...of('beta site') });
    expect((await account(id)).organizationId).toBe(beta.id);
    const unknown = await whole.send('POST', '/Users', { userName: unique('ivo'), ...of('Gamma') });
    expect([unknown.status, unknown.body.reason]).toEqual([400, 'directory_organization']);
    expect(unknown.body.detail).toContain('Gamma');
  });

  test('[OPS-06] deactivation ends sessions on the next call, and the account comes back with the same email', async () => {
    const person = await createUser(server.services, { organizationId: alpha.id });
    const { id } = await ofAlpha.person({ userName: person.email });
    expect(id).toBe(person.id);
    const browser = await signIn(server.client(), person);
    expect((await browser.get('/api/auth/user')).status).toBe(200);
    await ofAlpha.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: false });
    expect((await browser.get('/api/auth/user')).status).toBe(401);
    expect((await stored(id)).isActive).toBe(false);
    expect((await ofAlpha.send('DELETE', `/Users/${id}`)).status).toBe(204);
    const again = await ofAlpha.person({ userName: person.email });
    expect([again.id, again.active, (await stored(id)).isActive]).toEqual([id, true, true]);
  });

  test('[OPS-06] a removed person is deactivated, never deleted, and no longer in the directory', async () => {
    const { id } = await ofAlpha.person({ userName: unique('rut') });
    expect((await ofAlpha.send('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(await account(id)).toMatchObject({ id, isActive: false });
    expect(await ofAlpha.find('active eq false')).toEqual([]);
  });

  test('[OPS-06] of two people with one mailbox the second has none until the directory gives another', async () => {
    const emails = [{ value: unique('ward'), primary: true }];
    const first = await ofAlpha.person({ userName: 'ward-one', emails });
    const second = await ofAlpha.person({ userName: 'ward-two', emails });
    expect((await stored(first.id)).email).toBe(emails[0]?.value);
    expect((await stored(second.id)).email).toBe(`${second.id}@no-mailbox.invalid`);
    expect(second.emails).toEqual(emails);
    const withMail = await db.db
      .selectFrom('mailOutbox')
      .select('toAddress')
      .where('userId', '=', second.id)
      .execute();
    expect(withMail).toEqual([]);
    const own = [{ value: unique('own'), primary: true }];
    await ofAlpha.patch(`/Users/${second.id}`, { op: 'replace', path: 'emails', value: own });
    expect((await stored(second.id)).email).toBe(own[0]?.value);
  });

  test('[OPS-06] passwords that a directory sends are never kept', async () => {
    const { id } = await ofAlpha.person({ userName: unique('pia'), password: 'In-Clear-Text-99' });
    const { rows } = await sql<{ text: string }>`
      select (select to_jsonb(d)::text from directory_people d where user_id = ${id})
        || (select to_jsonb(u)::text from users u where id = ${id})
        || (select string_agg(coalesce(payload, ''), '') from audit.events) as text`.execute(db.db);
    expect(rows[0]?.text).toContain(id);
    expect(rows[0]?.text).not.toContain('In-Clear-Text-99');
    expect((await stored(id)).passwordHash).toBeNull();
  });

  test('[OPS-06] a change of the account here is shown to the directory, and stays until it says otherwise', async () => {
    const { id } = await ofAlpha.person({
      userName: unique('tor'),
      title: 'Nurse',
      name: { givenName: 'Tor', familyName: 'Moe' },
    });
    await admin.patch(`/api/users/${id}`, { jobTitle: 'Head nurse', reason: 'New task' });
    const { body } = await ofAlpha.send('GET', `/Users/${id}`);
    expect(body.title).toBe('Head nurse');
    expect(await ofAlpha.find('title eq "Head nurse"')).toEqual([body.userName]);
    await ofAlpha.patch(`/Users/${id}`, { op: 'replace', path: 'displayName', value: 'Tor' });
    expect((await stored(id)).jobTitle).toBe('Head nurse');
    await ofAlpha.patch(`/Users/${id}`, { op: 'replace', path: 'title', value: 'Nurse' });
    expect((await stored(id)).jobTitle).toBe('Nurse');
  });
});

describe('limits', () => {
  test('[OPS-06] no administrator is taken over, changed or brought back; the account can be deactivated', async () => {
    const other = await createUser(server.services, { role: 'admin', organizationId: alpha.id });
    for (const directory of [whole, ofAlpha]) {
      const refused = await directory.send('POST', '/Users', { userName: other.email });
      expect([refused.status, refused.body.reason]).toEqual([409, 'directory_account_refused']);
    }
    const { id } = await ofAlpha.person({ userName: unique('later') });
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute(),
    );
    const path = `/Users/${id}`;
    for (const operation of [
      { op: 'replace', path: 'userName', value: unique('attacker') },
      { op: 'replace', path: 'emails', value: [{ value: unique('attacker'), primary: true }] },
      { op: 'replace', path: 'name.familyName', value: 'Attacker' },
    ]) {
      const before = await stored(id);
      await ofAlpha.patch(path, operation);
      const after = await stored(id);
      expect([after.email, after.lastName], JSON.stringify(operation)).toEqual([
        before.email,
        before.lastName,
      ]);
    }
    expect((await ofAlpha.patch(path, { op: 'replace', path: 'active', value: false })).status).toBe(204);
    const back = await ofAlpha.patch(path, { op: 'replace', path: 'active', value: true });
    expect([back.status, back.body.reason]).toEqual([403, 'directory_administrator']);
    expect((await stored(id)).isActive).toBe(false);
  });

  test('[OPS-06] the last administrator stays active', async () => {
    await asFixture(server.services, async (tx) => {
      await tx.db
        .updateTable('users')
        .set({ isActive: false })
        .where('role', '=', 'admin')
        .where('id', '<>', boss.id)
        .execute();
      await tx.db
        .insertInto('directoryPeople')
        .values({ userId: boss.id, userName: 'the-boss', attributes: '{}' })
        .execute();
    });
    const off = { op: 'replace', path: 'active', value: false };
    expect((await whole.send('DELETE', `/Users/${boss.id}`)).status).toBe(409);
    expect((await whole.patch(`/Users/${boss.id}`, off)).status).toBe(409);
    expect((await stored(boss.id)).isActive).toBe(true);
  });

  test('[OPS-06] a token of one organization neither finds, changes nor takes over people of another one', async () => {
    const { id, userName } = await ofBeta.person({ userName: unique('beta') });
    const path = `/Users/${id}`;
    expect((await ofAlpha.send('GET', path)).status).toBe(404);
    expect((await ofAlpha.send('PUT', path, { userName })).status).toBe(404);
    expect((await ofAlpha.patch(path, { op: 'replace', path: 'active', value: false })).status).toBe(404);
    expect((await ofAlpha.send('DELETE', path)).status).toBe(404);
    expect(await ofAlpha.find(`userName eq "${userName}"`)).toEqual([]);
    for (const organizationId of [beta.id, null]) {
      const stranger = await createUser(server.services, { organizationId });
      expect((await ofAlpha.send('POST', '/Users', { userName: stranger.email })).status).toBe(409);
    }
    const group = await ofBeta.group('Of Beta', [id]);
    expect((await ofAlpha.send('GET', `/Groups/${group.id}`)).status).toBe(404);
    expect((await ofAlpha.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' })).status).toBe(404);
    expect((await ofAlpha.send('DELETE', `/Groups/${group.id}`)).status).toBe(404);
    expect((await ofAlpha.send('GET', '/Groups')).body.totalResults).toBe(0);
    expect((await whole.send('GET', '/Groups')).body.totalResults).toBe(1);
  });

  test('[OPS-06] only an email that identifies the person takes an account over', async () => {
    const assistant = await createUser(server.services, { organizationId: alpha.id });
    const { id } = await ofAlpha.person({
      userName: 'chief',
      emails: [
        { value: unique('chief'), primary: true },
        { value: assistant.email, type: 'other' },
      ],
    });
    expect(id).not.toBe(assistant.id);
    expect((await stored(assistant.id)).email).toBe(assistant.email);
  });

  test('[OPS-06] people cannot make these calls, and a token without the permission neither', async () => {
    expect((await admin.get('/scim/v2/Users')).status).toBe(403);
    expect((await server.client().get('/scim/v2/Users')).status).toBe(401);
    const made = await admin.call(apiTokensContract.create, {
      body: {
        name: 'Reader',
        scopes: ['people.list'],
        organizationId: null,
        lastDay: server.services.clock.now().toISOString().slice(0, 10),
        reason: 'Reads.',
      },
    });
    const reader = server.client({ headers: { authorization: `Bearer ${String(made.body.token)}` } });
    expect((await reader.get('/scim/v2/Users')).status).toBe(403);
    expect((await whole.client.get('/api/users')).status).toBe(403);
  });

  test('[OPS-06] after too many calls SCIM answers 429 with the time to wait', async () => {
    const directory = await makeDirectory(server, admin);
    await asFixture(server.services, (tx) =>
      sql`insert into api_token_uses (token_id, minute, calls, last_used_at)
        select max(id), date_trunc('minute', app_now()), ${TOKEN_CALLS_PER_MINUTE}::int, app_now() from api_tokens`.execute(
        tx.db,
      ),
    );
    const { status, body, headers } = await directory.send('GET', '/Users');
    expect([status, body.schemas, body.status]).toEqual([429, [scimUrns.error], '429']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('managers and groups', () => {
  test('[OPS-06] a manager who comes later, and is made one later, is kept and resolved', async () => {
    const report = await ofAlpha.person({ userName: unique('report'), ...managedBy('lead-key') });
    expect((await stored(report.id)).managerId).toBeNull();
    const lead = await ofAlpha.person({ userName: unique('lead'), externalId: 'lead-key' });
    // A learner manages nobody: no role without a mapping.
    expect((await stored(report.id)).managerId).toBeNull();
    const group = await ofAlpha.group('Leads', [lead.id]);
    expect((await role(group.id, 'manager')).status).toBe(200);
    expect((await stored(lead.id)).role).toBe('manager');
    expect((await stored(report.id)).managerId).toBe(lead.id);
    expect((await ofAlpha.send('GET', `/Users/${report.id}`)).body).toMatchObject(managedBy('lead-key'));
    await ofAlpha.patch(`/Users/${report.id}`, { op: 'remove', path: `${scimUrns.enterprise}:manager` });
    expect((await stored(report.id)).managerId).toBeNull();
  });

  test('[OPS-06] managers form no loop, and are found by id, key and userName', async () => {
    const one = await ofAlpha.person({ userName: unique('one') });
    const two = await ofAlpha.person({ userName: 'two-name' });
    await role((await ofAlpha.group('Leads', [one.id, 'TWO-NAME'])).id, 'manager');
    const path = `${scimUrns.enterprise}:manager`;
    await ofAlpha.patch(`/Users/${one.id}`, { op: 'add', path, value: 'Two-Name' });
    expect((await stored(one.id)).managerId).toBe(two.id);
    expect((await ofAlpha.patch(`/Users/${two.id}`, { op: 'add', path, value: one.id })).status).toBe(204);
    expect((await stored(two.id)).managerId).toBeNull();
  });

  test('[OPS-06] no role without a mapping; a mapped group gives it and takes it back', async () => {
    const { id } = await ofAlpha.person({ userName: unique('gus'), roles: [{ value: 'admin' }] });
    const group = await ofAlpha.group('Administrators', [id]);
    const path = `/Groups/${group.id}`;
    expect((await stored(id)).role).toBe('learner');
    await role(group.id, 'manager');
    expect((await stored(id)).role).toBe('manager');
    await ofAlpha.patch(path, { op: 'remove', path: `members[value eq "${id}"]` });
    expect((await stored(id)).role).toBe('learner');
    await ofAlpha.patch(path, { op: 'add', path: 'members', value: [{ value: id }] });
    expect((await stored(id)).role).toBe('manager');
    await role(group.id, null);
    expect((await stored(id)).role).toBe('learner');
    await role(group.id, 'manager');
    expect((await ofAlpha.send('DELETE', path)).status).toBe(204);
    expect((await stored(id)).role).toBe('learner');
  });

  test('[OPS-06] a manager whom an administrator chose stays one', async () => {
    const person = await createUser(server.services, { organizationId: alpha.id, role: 'manager' });
    const { id } = await ofAlpha.person({ userName: person.email });
    const group = await ofAlpha.group('Leads', [id]);
    await role(group.id, 'manager');
    await ofAlpha.send('DELETE', `/Groups/${group.id}`);
    expect((await stored(id)).role).toBe('manager');
  });

  test('[OPS-06] who takes a name that another organization is waiting for gets neither its role nor its reports', async () => {
    const report = await ofAlpha.person({ userName: unique('wait'), ...managedBy('boss-key') });
    const group = await whole.group('Leads of all', ['boss-key']);
    await role(group.id, 'manager');
    const attacker = await ofBeta.person({ userName: unique('mallory'), externalId: 'boss-key' });
    expect((await stored(attacker.id)).role).toBe('learner');
    expect((await stored(report.id)).managerId).toBeNull();
    expect((await whole.send('GET', `/Groups/${group.id}`)).body.members).toEqual([{ value: 'boss-key' }]);
    await ofBeta.patch(`/Users/${attacker.id}`, { op: 'replace', path: 'externalId', value: 'other' });
    await ofBeta.patch(`/Users/${attacker.id}`, { op: 'replace', path: 'externalId', value: 'boss-key' });
    expect((await stored(attacker.id)).role).toBe('learner');
  });

  test('[OPS-06] people of another organization in a group do not get its role', async () => {
    const other = await ofBeta.person({ userName: unique('other') });
    const group = await ofAlpha.group('Leads', [other.id]);
    await role(group.id, 'manager');
    expect((await stored(other.id)).role).toBe('learner');
  });

  test('[OPS-06] administrators see the groups, and an older one is not given a role', async () => {
    const { id } = await ofAlpha.person({ userName: unique('seen') });
    const group = await ofAlpha.group('Seen group', [id, 'unknown-key']);
    const listed = await admin.call(directoryContract.groups, { query: { q: 'seen' } });
    expect(listed.body).toMatchObject([
      {
        name: 'Seen group',
        members: 1,
        unknownMembers: 1,
        role: null,
        organization: { id: alpha.id, name: 'Alpha Site' },
      },
    ]);
    const version = `"${String(listed.body[0]?.revision)}"`;
    const set = () =>
      admin.call(directoryContract.setRole, {
        params: { id: group.id },
        body: { role: 'manager', reason: 'They lead.' },
        headers: { 'if-match': version },
      });
    expect((await set()).status).toBe(200);
    expect((await set()).status).toBe(409);
    const trail = await admin.call(auditTrailContract.list, {
      query: { recordType: 'directory_groups', recordId: group.id },
    });
    expect(trail.body.rows.map(({ action }) => action)).toEqual([
      'directory.roleSet',
      'directory.groupCreated',
    ]);
  });
});
