import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { organizationsContract as contract } from '#shared/contract/organizations.ts';
import type { Problem } from '#shared/contract/errors.ts';
import type { TestClient } from '#tests/harness/client.ts';
import { createTestDatabase, type TestDatabase } from '#tests/harness/database.ts';
import { statementsDuring } from '#tests/harness/statements.ts';
import { startTestServer, type TestServer } from '#tests/harness/server.ts';
import {
  asFixture,
  createDepartment,
  createOrganization,
  createUser,
  createUsers,
  signIn,
} from '#tests/harness/world.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestClient;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ db: database });
  admin = await signIn(server.client(), await createUser(server.services, { role: 'admin' }));
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

const make = (name: string, more: Record<string, unknown> = {}) =>
  admin.call(contract.create, { body: { name, type: 'Medical Training', ...more } });

describe('organizations', () => {
  test('[ORG-01] [ORG-04] a new organization has a slug of its name, UTC and nobody', async () => {
    const { status, body } = await make('North Clinic', { description: 'Trials' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'North Clinic',
      type: 'Medical Training',
      description: 'Trials',
      slug: 'north-clinic',
      timeZone: 'UTC',
      isActive: true,
      showOnLanding: false,
      maxSessionTimeout: 480,
      userCount: 0,
      revision: 1,
    });
    const twin = await make('North  Clinic');
    expect(twin.body.slug).toBe('north-clinic-2');
  });

  test.each([
    [{ name: '  ', type: 'X' }, 'name', 'Organization name is required'],
    [{ type: 'X' }, 'name', 'Organization name is required'],
    [{ name: 'X' }, 'type', 'Organization type is required'],
    [{ name: 'X', type: '' }, 'type', 'Organization type is required'],
    [{ name: 'X', type: 'Y', maxSessionTimeout: 481 }, 'maxSessionTimeout', 'From 5 to 480 minutes'],
    [
      { name: 'X', type: 'Y', timeZone: 'Mars/Olympus' },
      'timeZone',
      'Must be a time zone such as Europe/Berlin',
    ],
    [{ name: 'X', type: 'Y', timeZone: '+01:00' }, 'timeZone', 'Must be a time zone such as Europe/Berlin'],
    [{ name: 'X', type: 'Y', id: 7 }, 'id', 'Unknown field'],
  ])('[ORG-01] [SEC-01] %j is refused at %s', async (body, path, message) => {
    const answer = await admin.post<Problem>('/api/organizations', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message }]);
  });

  test('[ORG-04] a given slug must be free', async () => {
    await make('South', { slug: 'south' });
    const answer = await admin.post<Problem>('/api/organizations', { name: 'S', type: 'T', slug: 'south' });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'DUPLICATE', errors: [{ path: 'slug' }] });
  });

  test('[ORG-04] twenty organizations of one name made at once get twenty slugs', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => make('Race')));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 201));
    expect(new Set(answers.map((answer) => answer.body.slug)).size).toBe(20);
  });

  test('[ORG-01] PATCH changes what is sent and nothing else; an older If-Match answers 409 with both', async () => {
    const { body: made } = await make('Edit me', { titlePattern: 'EM-' });
    const changed = await admin.call(contract.update, {
      params: { id: String(made.id) },
      body: { name: 'Edited', timeZone: 'Europe/Berlin', showOnLanding: true },
      headers: { 'if-match': `"${String(made.revision)}"` },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      name: 'Edited',
      timeZone: 'Europe/Berlin',
      showOnLanding: true,
      titlePattern: 'EM-',
      slug: made.slug,
      revision: 2,
    });
    expect(changed.headers.get('etag')).toBe('"2"');
    const stale = await admin.patch<Problem>(
      `/api/organizations/${String(made.id)}`,
      { name: 'Mine' },
      { headers: { 'if-match': `"${String(made.revision)}"` } },
    );
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      code: 'STALE',
      current: { name: 'Edited', revision: 2 },
      submitted: { name: 'Mine' },
    });
    const got = await admin.call(contract.get, { params: { id: String(made.id) } });
    expect(got.body.name).toBe('Edited');
    expect(got.headers.get('etag')).toBe('"2"');
  });

  test('[ORG-01] a change that changes nothing leaves the revision and no record in the trail', async () => {
    const { body: made } = await make('Same');
    const again = await admin.call(contract.update, {
      params: { id: String(made.id) },
      body: { name: 'Same', type: made.type },
    });
    expect(again.body.revision).toBe(1);
    const { rows } = await database.admin.query(
      `select kind from audit.events where object_type = 'organizations' and object_id = $1 and kind <> 'access'`,
      [String(made.id)],
    );
    expect(rows).toEqual([{ kind: 'insert' }]);
  });

  test('[ORG-02] an empty organization is deleted, departments and all', async () => {
    const { body: made } = await make('Empty');
    await createDepartment(server.services, { organizationId: made.id });
    const preview = await admin.call(contract.removal, { params: { id: String(made.id) } });
    expect(preview.body).toMatchObject({ outcome: 'delete', departments: 1, users: 0 });
    const removed = await admin.call(contract.remove, { params: { id: String(made.id) } });
    expect(removed.body).toEqual({ outcome: 'deleted', organization: null });
    expect((await admin.call(contract.get, { params: { id: String(made.id) } })).status).toBe(404);
  });

  test('[ORG-02] one with people is archived: its people are out, cannot sign in, and are back when it is restored', async () => {
    const organization = await createOrganization(server.services);
    const member = await createUser(server.services, { organizationId: organization.id });
    const client = await signIn(server.client(), member);
    expect((await client.get('/api/users/profile')).status).toBe(200);
    const id = String(organization.id);
    expect((await admin.call(contract.removal, { params: { id } })).body).toMatchObject({
      outcome: 'archive',
      users: 1,
    });
    const removed = await admin.call(contract.remove, { params: { id } });
    expect(removed.body).toMatchObject({
      outcome: 'archived',
      organization: { isActive: false, userCount: 1 },
    });
    expect(removed.body.organization?.archivedAt).not.toBeNull();
    expect((await client.get('/api/users/profile')).status).toBe(401);
    const refused = await server
      .client()
      .post('/api/auth/login', { email: member.email, password: member.password });
    expect(refused.status).toBe(401);
    const restored = await admin.call(contract.update, { params: { id }, body: { isActive: true } });
    expect(restored.body).toMatchObject({ isActive: true, archivedAt: null });
    // The old session was ended, not put to sleep.
    expect((await client.get('/api/users/profile')).status).toBe(401);
    await signIn(server.client(), member);
  });

  test('[ORG-02] [PERF-03] archiving takes as many statements for many signed-in people as for one', async () => {
    const counts: number[] = [];
    for (const people of [1, 4]) {
      const { id } = await createOrganization(server.services);
      const members = await createUsers(
        server.services,
        Array.from({ length: people }, () => ({ organizationId: id })),
      );
      const clients = [];
      for (const member of members) clients.push(await signIn(server.client(), member));
      const sent = await statementsDuring(async () => {
        await admin.call(contract.update, { params: { id: String(id) }, body: { isActive: false } });
      });
      counts.push(sent.length);
      for (const client of clients) expect((await client.get('/api/users/profile')).status).toBe(401);
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('[ORG-02] an organization that only history or a grant knows is archived, not deleted', async () => {
    const [left, granted, other] = await Promise.all([
      createOrganization(server.services),
      createOrganization(server.services),
      createOrganization(server.services),
    ]);
    const person = await createUser(server.services, {
      organizationId: left.id,
      grants: [{ kind: 'hr', organizationId: granted.id }],
    });
    await asFixture(server.services, (tx) =>
      sql`update users set organization_id = ${other.id} where id = ${person.id}`.execute(tx.db),
    );
    for (const { id } of [left, granted]) {
      const preview = await admin.call(contract.removal, { params: { id: String(id) } });
      expect(preview.body.outcome).toBe('archive');
      expect((await admin.call(contract.remove, { params: { id: String(id) } })).body.outcome).toBe(
        'archived',
      );
    }
  });

  test('[ORG-02] [USR-02] the organization of the last active administrator is not archived', async () => {
    const own = await createTestDatabase();
    const lonely = await startTestServer({ db: own });
    try {
      const organization = await createOrganization(lonely.services);
      const person = await createUser(lonely.services, { role: 'admin', organizationId: organization.id });
      const client = await signIn(lonely.client(), person);
      const answer = await client.del<Problem>(`/api/organizations/${String(organization.id)}`);
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain('last active administrator');
      expect((await client.get('/api/users/profile')).status).toBe(200);
    } finally {
      await lonely.close();
      await own.drop();
    }
  });

  test('[ORG-01] the list is paged, sorted and searched, and says its length', async () => {
    for (const name of ['Paging Aa', 'Paging Bb', 'Paging Cc']) await make(name);
    const page = await admin.call(contract.list, { query: { q: 'paging', sort: '-name', limit: 2 } });
    expect(page.body.map((row) => row.name)).toEqual(['Paging Cc', 'Paging Bb']);
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(page.headers.get('link')).toContain('rel="next"');
    const percent = await admin.call(contract.list, { query: { q: '%' } });
    expect(percent.body).toEqual([]);
    expect((await admin.get('/api/organizations?sort=password_hash')).status).toBe(422);
  });

  test('[ORG-01] members come by organization, fifty each, and userCount says the rest', async () => {
    const full = await createOrganization(server.services);
    const empty = await createOrganization(server.services);
    await createUsers(
      server.services,
      Array.from({ length: 53 }, () => ({ organizationId: full.id })),
    );
    const { body } = await admin.call(contract.people);
    expect(body[String(full.id)]).toHaveLength(50);
    expect(body[String(empty.id)]).toEqual([]);
    const got = await admin.call(contract.get, { params: { id: String(full.id) } });
    expect(got.body.userCount).toBe(53);
  });

  test('[ORG-01] members are asked for the shown organizations alone, as many as a card has', async () => {
    const [one, two] = [await createOrganization(server.services), await createOrganization(server.services)];
    await createUsers(
      server.services,
      [one, one, one, one, two].map(({ id }) => ({ organizationId: id })),
    );
    const organizationIds = `${String(one.id)},${String(two.id)}`;
    const { body } = await admin.call(contract.people, { query: { organizationIds, limit: 3 } });
    expect(Object.entries(body).map(([id, members]) => [id, members.length])).toEqual([
      [String(one.id), 3],
      [String(two.id), 1],
    ]);
    for (const query of ['limit=0', 'limit=51', 'organizationIds=a', 'organizationIds=1,,2', 'unknown=1']) {
      expect((await admin.get(`/api/organizations/users?${query}`)).status).toBe(422);
    }
  });

  test('[SHELL-01] the landing page names who chose it, by a public call, and nobody archived', async () => {
    const shown = await createOrganization(server.services, { showOnLanding: true, description: 'Care' });
    const archived = await createOrganization(server.services, { showOnLanding: true, isActive: false });
    const { status, body } = await server.client().call(contract.landing);
    expect(status).toBe(200);
    expect(body.externalSignIn).toBe(false);
    const names = body.organizations.map((organization) => organization.name);
    expect(names).toContain(shown.name);
    expect(names).not.toContain(archived.name);
    expect(body.organizations.find((one) => one.name === shown.name)).toEqual({
      name: shown.name,
      description: 'Care',
      slug: shown.slug,
    });
  });
});

describe('departments', () => {
  test('[ORG-03] create answers the id, rename changes the name, the list tells both', async () => {
    const organization = await createOrganization(server.services);
    const made = await admin.call(contract.createDepartment, {
      body: { name: ' Quality Assurance ', organizationId: organization.id },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ name: 'Quality Assurance', organizationName: organization.name });
    const renamed = await admin.call(contract.renameDepartment, {
      params: { id: String(made.body.id) },
      body: { name: 'Medical Affairs' },
    });
    expect(renamed.body).toMatchObject({ id: made.body.id, name: 'Medical Affairs', revision: 2 });
    const list = await admin.call(contract.departments, {
      query: { organizationId: String(organization.id) },
    });
    expect(list.body.map((row) => row.name)).toEqual(['Medical Affairs']);
  });

  test('[ORG-03] a name is unique within its organization only', async () => {
    const [one, two] = [await createOrganization(server.services), await createOrganization(server.services)];
    const first = await createDepartment(server.services, { organizationId: one.id, name: 'Data' });
    const body = { name: 'DATA', organizationId: one.id };
    const refused = await admin.post<Problem>('/api/departments', body);
    expect(refused.status).toBe(409);
    expect(refused.body.errors?.[0]?.path).toBe('name');
    expect((await admin.post('/api/departments', { ...body, organizationId: two.id })).status).toBe(201);
    const second = await createDepartment(server.services, { organizationId: one.id, name: 'Other' });
    const renamed = await admin.put<Problem>(`/api/departments/${String(second.id)}`, { name: 'data' });
    expect(renamed.status).toBe(409);
    expect((await admin.put(`/api/departments/${String(first.id)}`, { name: 'DATA' })).status).toBe(200);
  });

  test.each(['Quality\u00A0Lab', ' quality  lab', 'Quality\u200B Lab', 'Quality\u3000Lab\u202C'])(
    '[ORG-03] the department %j is the same as Quality Lab, whatever its spaces',
    async (name) => {
      const { id } = await createOrganization(server.services);
      // Stored before names had one form.
      await createDepartment(server.services, { organizationId: id, name: 'Quality\u00A0 Lab' });
      const refused = await admin.post<Problem>('/api/departments', { name, organizationId: id });
      expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([409, 'name']);
    },
  );

  test('[ORG-03] [ORG-01] names are stored with one space between words, and without what nobody sees', async () => {
    const organization = await admin.post<{ name: string; id: number }>('/api/organizations', {
      name: '\u202EHill\u00ADcrest\u00A0 Clinic',
      type: 'Site',
    });
    expect(organization.body.name).toBe('Hillcrest Clinic');
    const department = await admin.post<{ name: string }>('/api/departments', {
      name: 'Ward\u2003\u200B Nine',
      organizationId: organization.body.id,
    });
    expect(department.body.name).toBe('Ward Nine');
  });

  test.each([
    [{ organizationId: 1 }, 'name'],
    [{ name: '\u200B\u2800', organizationId: 1 }, 'name'],
    [{ name: '  ', organizationId: 1 }, 'name'],
    [{ name: 'X' }, 'organizationId'],
    [{ name: 'X', organizationId: null }, 'organizationId'],
  ])('[ORG-03] %j is refused with the text of the form at %s', async (body, path) => {
    const answer = await admin.post<Problem>('/api/departments', body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ path, message: 'Please fill in all fields' }]);
  });

  test('[ORG-03] [SEC-01] unknown and archived organizations are refused at their field', async () => {
    const archived = await createOrganization(server.services, { isActive: false });
    for (const organizationId of [archived.id, 2_147_483_647]) {
      const answer = await admin.post<Problem>('/api/departments', { name: 'X', organizationId });
      expect(answer.status).toBe(422);
      expect(answer.body.errors?.[0]?.path).toBe('organizationId');
    }
    expect((await admin.put('/api/departments/2147483647', { name: 'X' })).status).toBe(404);
    expect((await admin.put('/api/departments/99999999999', { name: 'X' })).status).toBe(404);
  });
});
