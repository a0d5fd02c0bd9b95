import { asFixture, createUser } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Sent, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//                 anon learner manager admin hr  inspector inactive must-change
const machinesOnly = '401 403   403     403   403 403       401      403';
const adminsOnly = '  401 403   403     200   403 403       401      403';
const aboutOne = { own: machinesOnly, report: machinesOnly, foreign: machinesOnly };

/** A person of the organization that a directory manages; another one each time, because some calls end the account. */
async function managedPerson({ organizationId }: Target, { server }: AccessWorld): Promise<string> {
  const { id } = await createUser(server.services, { organizationId });
  await asFixture(server.services, ({ db }) =>
    db
      .insertInto('directoryPeople')
      .values({ userId: id, userName: `of-${id}`, attributes: '{}' })
      .execute(),
  );
  return id;
}

async function groupOf({ organizationId }: Target, { server }: AccessWorld): Promise<string> {
  const { id } = await asFixture(server.services, ({ db }) =>
    db
      .insertInto('directoryGroups')
      .values({ name: 'Leads', organizationId })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return String(id);
}

const onPerson = (body?: (id: string) => unknown): AccessRow => ({
  send: async (target, world): Promise<Sent> => {
    const userId = await managedPerson(target, world);
    return { params: { userId }, ...(body && { body: body(userId) }) };
  },
  expect: aboutOne,
});

const onGroup = (body?: unknown): AccessRow => ({
  send: async (target, world): Promise<Sent> => ({
    params: { id: await groupOf(target, world) },
    ...(body !== undefined && { body }),
  }),
  expect: aboutOne,
});

const open = { expect: { any: machinesOnly } };
const patch = (path: string, value: string) => ({ Operations: [{ op: 'replace', path, value }] });

/** SCIM: only API tokens with the permission (OPS-06). What the groups of a directory give is decided by administrators. */
export const directoryRows: AccessRows = {
  'directory.groups': { expect: { any: adminsOnly } },
  'directory.setRole': {
    send: async (target, world) => ({
      params: { id: await groupOf(target, world) },
      body: { role: 'manager', reason: 'They lead teams.' },
    }),
    expect: { own: adminsOnly, report: adminsOnly, foreign: adminsOnly },
  },
  'scim.features': open,
  'scim.resourceTypes': open,
  'scim.resourceType': { ...open, send: () => ({ params: { name: 'User' } }) },
  'scim.schemas': open,
  'scim.schema': { ...open, send: () => ({ params: { urn: 'urn:ietf:params:scim:schemas:core:2.0:User' } }) },
  'scimUsers.list': open,
  'scimUsers.get': onPerson(),
  'scimUsers.create': {
    ...open,
    send: () => ({ body: { userName: `${crypto.randomUUID()}@access.example`, active: true } }),
  },
  'scimUsers.replace': onPerson((id) => ({ userName: `new-${id}` })),
  'scimUsers.patch': onPerson(() => patch('title', 'Nurse')),
  'scimUsers.remove': onPerson(),
  'scimGroups.list': open,
  'scimGroups.get': onGroup(),
  'scimGroups.create': { ...open, send: () => ({ body: { displayName: 'Leads', members: [] } }) },
  'scimGroups.replace': onGroup({ displayName: 'Leads' }),
  'scimGroups.patch': onGroup(patch('displayName', 'Heads')),
  'scimGroups.remove': onGroup(),
};
