/** What a company directory must not be able to do, and what it must still be able to do (OPS-06). */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '#tests/harness/client.ts';
import type { TestDatabase } from '#tests/harness/database.ts';
import { importPeople } from '#tests/harness/people-import.ts';
import {
  emptyDirectories,
  giveRole,
  managedBy,
  scimUrns,
  startWithDirectories,
  storedAccount,
  type Directory,
} from '#tests/harness/scim-directory.ts';
import type { TestServer } from '#tests/harness/server.ts';
import { whileLocked } from '#tests/harness/while-locked.ts';
import { asFixture, createOrganization, createUser } from '#tests/harness/world.ts';

let stop: () => Promise<void>;
let db: TestDatabase;
let server: TestServer;
let admin: TestClient;
let alpha: { readonly id: number };
let beta: { readonly id: number };
let whole: Directory;
let ofAlpha: Directory;
let ofBeta: Directory;

beforeAll(async () => {
  ({ stop, db, server, admin, alpha, beta, whole, ofAlpha, ofBeta } = await startWithDirectories());
});

beforeEach(() => emptyDirectories(server));

afterAll(() => stop());

const stored = (id: string) => storedAccount(db, id);
let count = 0;
const unique = (name: string): string => {
  count += 1;
  return `${name}${String(count)}@fault.example`;
};
const role = (groupId: string, to: 'manager' | null) => giveRole(admin, groupId, to);
const makeAdmin = (id: string) =>
  asFixture(server.services, (tx) =>
    tx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute(),
  );
const off = { op: 'replace', path: 'active', value: false };
const rename = { op: 'replace', path: 'displayName', value: 'New' };

describe('leavers', () => {
  test('[OPS-06] an administrator whose department was changed here can still be deactivated', async () => {
    const { id } = await ofAlpha.person({
      userName: unique('adm'),
      [scimUrns.enterprise]: { department: 'Ward 1' },
    });
    await makeAdmin(id);
    await admin.patch(`/api/users/${id}`, { departmentId: null, reason: 'Moved' });
    await ofAlpha.patch(`/Users/${id}`, off);
    expect((await stored(id)).isActive).toBe(false);
  });

  test('[OPS-06] PUT with the names of the directory deactivates an administrator, and changes nothing else', async () => {
    const name = { givenName: 'Ada', familyName: 'Old' };
    const userName = unique('adm');
    const { id } = await ofAlpha.person({ userName, name });
    await admin.patch(`/api/users/${id}`, { lastName: 'New', reason: 'Married' });
    await makeAdmin(id);
    await ofAlpha.send('PUT', `/Users/${id}`, { userName, name, active: false });
    expect(await stored(id)).toMatchObject({ isActive: false, lastName: 'New' });
  });

  test('[OPS-06] a person whose organization was renamed here can still be deactivated', async () => {
    const gamma = await createOrganization(server.services, { name: 'Gamma Site' });
    const { id } = await whole.person({
      userName: unique('gam'),
      [scimUrns.enterprise]: { organization: 'Gamma Site' },
    });
    await asFixture(server.services, (tx) =>
      tx.db.updateTable('organizations').set({ name: 'Gamma North' }).where('id', '=', gamma.id).execute(),
    );
    await whole.patch(`/Users/${id}`, off);
    expect((await stored(id)).isActive).toBe(false);
  });
});

describe('accounts', () => {
  test('[OPS-06] the account with the primary email is taken over although the userName is another, free address', async () => {
    const person = await createUser(server.services, { organizationId: alpha.id });
    const { id } = await ofAlpha.person({
      userName: unique('upn'),
      emails: [{ value: person.email, type: 'work', primary: true }],
    });
    expect(id).toBe(person.id);
  });

  test('[OPS-06] department, organization and manager that were changed here stay until the directory says otherwise', async () => {
    const lead = await createUser(server.services, { organizationId: beta.id, role: 'manager' });
    const { id } = await whole.person({
      userName: unique('moved'),
      [scimUrns.enterprise]: { organization: 'Alpha Site', department: 'Ward 2' },
    });
    await admin.patch(`/api/users/${id}`, { organizationId: beta.id, managerId: lead.id, reason: 'Moved' });
    await whole.patch(`/Users/${id}`, rename);
    expect(await stored(id)).toMatchObject({
      organizationId: beta.id,
      departmentId: null,
      managerId: lead.id,
    });
  });

  test('[OPS-06] a learner whom an administrator made one stays one until the groups change', async () => {
    const { id } = await ofAlpha.person({ userName: unique('demoted') });
    await role((await ofAlpha.group('Leads', [id])).id, 'manager');
    await admin.patch(`/api/users/${id}`, { role: 'learner', reason: 'No longer leads' });
    await ofAlpha.patch(`/Users/${id}`, rename);
    expect((await stored(id)).role).toBe('learner');
  });

  test('[OPS-06] a manager whom an administrator chose again stays one when the group ends', async () => {
    const { id } = await ofAlpha.person({ userName: unique('again') });
    const group = await ofAlpha.group('Leads', [id]);
    await role(group.id, 'manager');
    await admin.patch(`/api/users/${id}`, { role: 'learner', reason: 'No longer leads' });
    await admin.patch(`/api/users/${id}`, { role: 'manager', reason: 'Leads again' });
    await ofAlpha.send('DELETE', `/Groups/${group.id}`);
    expect((await stored(id)).role).toBe('manager');
  });

  test('[OPS-06] a person who is activated later is invited then', async () => {
    const letters = async (userId: string) =>
      (await db.db.selectFrom('mailOutbox').select('id').where('userId', '=', userId).execute()).length;
    expect(await letters((await ofAlpha.person({ userName: unique('direct') })).id)).toBe(1);
    const { id } = await ofAlpha.person({ userName: unique('staged'), active: false });
    await ofAlpha.patch(`/Users/${id}`, { op: 'replace', path: 'active', value: true });
    expect(await letters(id)).toBe(1);
  });

  test('[OPS-06] an administrator who became one meanwhile keeps the email', async () => {
    const userName = unique('promoted');
    const { id } = await ofAlpha.person({ userName });
    let change: Promise<unknown> = Promise.resolve();
    await asFixture(server.services, async (tx) => {
      await tx.db.updateTable('users').set({ role: 'admin' }).where('id', '=', id).execute();
      change = ofAlpha.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value: unique('mallory') });
      for (;;) {
        const { rows } = await sql`select 1 from pg_locks where not granted limit 1`.execute(tx.db);
        if (rows.length > 0) break;
      }
    });
    await change;
    expect(await stored(id)).toMatchObject({ role: 'admin', email: userName });
  });
});

describe('between organizations', () => {
  test('[OPS-06] a person of another organization does not hide a manager', async () => {
    const lead = await createUser(server.services, { organizationId: alpha.id, role: 'manager' });
    await ofBeta.person({ userName: unique('mallory'), externalId: lead.email });
    await ofAlpha.person({ userName: lead.email });
    const report = await ofAlpha.person({ userName: unique('report'), ...managedBy(lead.email) });
    expect((await stored(report.id)).managerId).toBe(lead.id);
  });

  test('[OPS-06] a person of another organization does not take the place of a member', async () => {
    const group = await ofAlpha.group('Leads', ['the-key']);
    await role(group.id, 'manager');
    const stranger = await whole.person({
      userName: unique('stranger'),
      externalId: 'the-key',
      [scimUrns.enterprise]: { organization: 'Beta Site' },
    });
    expect(stranger.groups ?? []).toEqual([]);
    const meant = await ofAlpha.person({ userName: unique('meant'), externalId: 'the-key' });
    expect((await stored(meant.id)).role).toBe('manager');
  });

  test('[OPS-06] a key that another organization took first gives no role in a group of all', async () => {
    const mallory = await ofBeta.person({ userName: unique('mallory'), externalId: 'ceo-key' });
    const ceo = await whole.person({
      userName: unique('ceo'),
      externalId: 'ceo-key',
      [scimUrns.enterprise]: { organization: 'Alpha Site' },
    });
    await role((await whole.group('Leads of all', ['ceo-key'])).id, 'manager');
    expect([(await stored(mallory.id)).role, (await stored(ceo.id)).role]).toEqual(['learner', 'manager']);
  });

  test('[OPS-06] a role that a group of one organization gave ends when the person leaves it', async () => {
    const { id } = await ofAlpha.person({ userName: unique('leaves') });
    await role((await ofAlpha.group('Leads', [id])).id, 'manager');
    await admin.patch(`/api/users/${id}`, { organizationId: beta.id, reason: 'Moved' });
    expect((await stored(id)).role).toBe('learner');
  });

  test('[OPS-06] [USR-06] a role that a group of one organization gave ends when a file moves the person', async () => {
    const userName = unique('filed');
    const { id } = await ofAlpha.person({ userName });
    await role((await ofAlpha.group('Leads', [id])).id, 'manager');
    await importPeople(server.services, admin, `email,organization\n${userName},Beta Site\n`);
    expect(await stored(id)).toMatchObject({ organizationId: beta.id, role: 'learner' });
  });

  test('[OPS-06] [USR-06] a manager whom a file made one again stays one when the group ends', async () => {
    const userName = unique('refiled');
    const { id } = await ofAlpha.person({ userName });
    const group = await ofAlpha.group('Leads', [id]);
    await role(group.id, 'manager');
    for (const to of ['learner', 'manager'])
      await importPeople(server.services, admin, `email,role\n${userName},${to}\n`);
    await ofAlpha.send('DELETE', `/Groups/${group.id}`);
    expect((await stored(id)).role).toBe('manager');
  });
});

describe('rules that no test noticed', () => {
  test('[OPS-06] a manager of another organization is nobody’s manager here, whoever came first', async () => {
    const leads = await ofBeta.person({ userName: unique('lead'), externalId: 'far-key' });
    await role((await ofBeta.group('Leads', [leads.id])).id, 'manager');
    const report = await ofAlpha.person({ userName: unique('report'), ...managedBy('far-key') });
    expect((await stored(report.id)).managerId).toBeNull();
    await ofBeta.patch(`/Users/${leads.id}`, rename);
    await whole.patch(`/Users/${leads.id}`, rename);
    expect((await stored(report.id)).managerId).toBeNull();
  });

  test('[OPS-06] a second email takes nothing over when the first one is in use', async () => {
    const first = { value: unique('shared'), primary: true };
    await ofAlpha.person({ userName: 'first-of-two', emails: [first] });
    const assistant = await createUser(server.services, { organizationId: alpha.id });
    const emails = [first, { value: assistant.email, type: 'other' }];
    const { id } = await ofAlpha.person({ userName: 'second-of-two', emails });
    expect(id).not.toBe(assistant.id);
  });

  test('[OPS-06] a role that a group of one organization gave ends when the directory moves the person', async () => {
    const userName = unique('moves');
    const place = (organization: string) => ({ [scimUrns.enterprise]: { organization } });
    const { id } = await whole.person({ userName, ...place('Alpha Site') });
    await role((await ofAlpha.group('Leads', [id])).id, 'manager');
    expect((await stored(id)).role).toBe('manager');
    await whole.send('PUT', `/Users/${id}`, { userName, ...place('Beta Site') });
    expect(await stored(id)).toMatchObject({ organizationId: beta.id, role: 'learner' });
  });

  test('[OPS-06] a role that a group gave ends when the directory removes the person', async () => {
    const { id } = await ofAlpha.person({ userName: unique('ends') });
    await role((await ofAlpha.group('Leads', [id])).id, 'manager');
    await ofAlpha.send('DELETE', `/Users/${id}`);
    expect(await stored(id)).toMatchObject({ isActive: false, role: 'learner' });
  });

  test('[OPS-06] a manager who comes later does not become the manager of an administrator', async () => {
    const { id } = await ofAlpha.person({ userName: unique('adm'), ...managedBy('late-key') });
    await makeAdmin(id);
    const lead = await createUser(server.services, { organizationId: alpha.id, role: 'manager' });
    await ofAlpha.person({ userName: lead.email, externalId: 'late-key' });
    expect((await stored(id)).managerId).toBeNull();
  });

  test('[OPS-06] a token of one organization gets no account that reaches into another one', async () => {
    const inspector = await createUser(server.services, {
      organizationId: alpha.id,
      grants: [{ kind: 'inspector', organizationId: beta.id }],
    });
    const { body } = await ofAlpha.send('POST', '/Users', { userName: inspector.email });
    await ofAlpha.patch(`/Users/${body.id}`, { op: 'replace', path: 'userName', value: unique('mallory') });
    expect((await stored(inspector.id)).email).toBe(inspector.email);
  });
});

describe('erasure', () => {
  test('[USR-08] the same key in another organization keeps its group and its manager', async () => {
    const erased = await ofAlpha.person({ userName: unique('same'), externalId: '1001' });
    const other = await ofBeta.person({ userName: unique('same'), externalId: '1001' });
    const report = await ofBeta.person({ userName: unique('report'), ...managedBy('1001') });
    const group = await ofBeta.group('Leads', ['1001']);
    await role(group.id, 'manager');
    expect((await stored(other.id)).role).toBe('manager');
    expect((await erase(erased.id)).status).toBe(200);
    expect((await ofBeta.send('GET', `/Groups/${group.id}`)).body.members).toEqual([{ value: '1001' }]);
    const { rows } = await sql<{ managerReference: string | null }>`
      select manager_reference from directory_people where user_id = ${report.id}`.execute(db.db);
    expect(rows).toEqual([{ managerReference: '1001' }]);
  });

  const kept = async (text: string): Promise<boolean> => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from directory_people d where strpos(to_jsonb(d)::text, ${text}) > 0)
        or exists (select 1 from directory_members m where strpos(to_jsonb(m)::text, ${text}) > 0) as found`.execute(
      db.db,
    );
    return rows[0]?.found === true;
  };
  const erase = (userId: string) => admin.post(`/api/users/${userId}/erase`, { reason: 'They demanded it.' });

  test.for([true, false])('[USR-08] nothing names an erased manager; removed before: %s', async (removed) => {
    const userName = unique('erased');
    const { id } = await ofAlpha.person({ userName, name: { givenName: 'Erika', familyName: 'Erased' } });
    const named = { manager: { value: userName, displayName: 'Erika Erased' } };
    await ofAlpha.person({ userName: unique('report'), [scimUrns.enterprise]: named });
    await ofAlpha.send('POST', '/Groups', { displayName: 'Leads', members: [{ value: userName }] });
    if (removed) await ofAlpha.send('DELETE', `/Users/${id}`);
    const { status } = await erase(id);
    expect(status).toBeLessThan(300);
    expect([await kept(userName), await kept('Erika Erased')]).toEqual([false, false]);
  });
});

describe('names', () => {
  test('[OPS-06] [SEC-01] a userName of another organization is free, so that nobody learns of it; one within reach is not', async () => {
    const userName = unique('twin');
    const first = await ofBeta.person({ userName });
    const second = await ofAlpha.person({ userName });
    expect(second.id).not.toBe(first.id);
    expect((await stored(second.id)).email).not.toBe(userName);
    for (const directory of [ofAlpha, ofBeta, whole])
      expect((await directory.send('POST', '/Users', { userName })).status).toBe(409);
    const third = await ofAlpha.person({ userName: unique('third') });
    const rename = (id: string, value: string) =>
      ofAlpha.patch(`/Users/${id}`, { op: 'replace', path: 'userName', value });
    expect((await rename(third.id, userName)).status).toBe(409);
    const elsewhere = await ofBeta.person({ userName: unique('elsewhere') });
    expect((await rename(third.id, elsewhere.userName)).status).toBe(204);
    expect((await ofAlpha.find(`userName eq "${userName}"`)).length).toBe(1);
  });
});

describe('at once', () => {
  test('[OPS-06] a change of a group locks its people before their memberships, as a removal of a person does', async () => {
    const person = await ofAlpha.person({ userName: unique('order') });
    const later = await ofAlpha.person({ userName: unique('order') });
    const group = await ofAlpha.group('Order', [person.id]);
    await role(group.id, 'manager');
    const changes = [
      () => ofAlpha.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' }),
      () =>
        ofAlpha.patch(`/Groups/${group.id}`, {
          op: 'add',
          path: 'members',
          value: [{ value: person.id }, { value: later.id }],
        }),
      () => ofAlpha.send('DELETE', `/Groups/${group.id}`),
    ];
    for (const change of changes) {
      const lock = sql`select 1 from users where id in (${person.id}, ${later.id}) for no key update`;
      // Fails at once where the waiting change has a membership locked already.
      const membershipsAreFree = async () => {
        await db.db
          .transaction()
          .execute((tx) =>
            sql`select 1 from directory_members where group_id = ${Number(group.id)} for update nowait`.execute(
              tx,
            ),
          );
        return undefined;
      };
      const [answer] = await whileLocked<Awaited<ReturnType<typeof change>> | undefined>(
        db,
        lock,
        [change],
        membershipsAreFree,
      );
      expect(answer?.status).toBe(204);
    }
  });

  test('[OPS-06] people with the same new department can come at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 6 }, () =>
        ofAlpha.send('POST', '/Users', {
          userName: unique('many'),
          [scimUrns.enterprise]: { department: 'A new one' },
        }),
      ),
    );
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  });

  test('[OPS-06] a group and its people can change at once', async () => {
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const people = await Promise.all(
        Array.from({ length: 4 }, () => ofAlpha.person({ userName: unique('crowd') })),
      );
      const ids = people.map(({ id }) => id);
      const group = await ofAlpha.group('Crowd', ids);
      await role(group.id, 'manager');
      const answers = await Promise.all([
        ofAlpha.patch(`/Groups/${group.id}`, { op: 'remove', path: 'members' }),
        ...ids.map((id) => ofAlpha.send('DELETE', `/Users/${id}`)),
        ofAlpha.patch(`/Groups/${group.id}`, {
          op: 'add',
          path: 'members',
          value: ids.map((value) => ({ value })),
        }),
      ]);
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([204]));
  });
});
