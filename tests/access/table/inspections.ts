import { sql } from 'kysely';
import { asFixture, createUser } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

/** The inspector that an organization has from the start. */
const inspectorOf = (organizationId: number, { organizations }: AccessWorld['reach']) =>
  (organizations.find(({ organization }) => organization.id === organizationId) ?? organizations[0])
    .inspector;

const ofInspector = ({ organizationId }: Target, { reach }: AccessWorld) =>
  sql`user_id = ${inspectorOf(organizationId, reach).id} and kind = 'inspector' and organization_id = ${organizationId} and revoked_at is null`;

/** An open inspection of an organization with a request of its inspector; it admits somebody else. */
async function inspectionIn(
  { organizationId }: Target,
  { server, reach }: AccessWorld,
): Promise<{ readonly id: string; readonly requestId: string }> {
  const inspector = inspectorOf(organizationId, reach);
  const { id: adminId } = reach.admin;
  const guest = await createUser(server.services, { organizationId });
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number; requestId: number }>`
      with made as (
        insert into inspections (title, purpose, from_day, to_day, opened_by)
        values ('Routine', 'Routine inspection', '2026-01-01', '2099-01-01', ${adminId}) returning id
      ), granted as (
        insert into user_grants (user_id, kind, organization_id, valid_until, granted_by, inspection_id)
        select ${guest.id}, 'inspector', ${organizationId}, app_now() + interval '30 days', ${adminId}, id from made
      )
      insert into inspection_requests (inspection_id, request, requested_by)
      select id, 'The floor plan', ${inspector.id} from made returning inspection_id as id, id as request_id`.execute(
      db,
    );
    const [made = { id: 0, requestId: 0 }] = rows;
    return { id: String(made.id), requestId: String(made.requestId) };
  });
}

const inspection = async (target: Target, world: AccessWorld) => ({
  params: { id: (await inspectionIn(target, world)).id },
});

const opened = new WeakMap<AccessWorld, Map<number, Promise<{ params: { id: string } }>>>();

/** The inspection of the grant that the organization's inspector has from the start: nobody holds more for it afterwards. */
function admitted(target: Target, world: AccessWorld): Promise<{ params: { id: string } }> {
  const known = opened.get(world) ?? new Map<number, Promise<{ params: { id: string } }>>();
  opened.set(world, known);
  const made = known.get(target.organizationId) ?? openFor(target, world);
  known.set(target.organizationId, made);
  return made;
}

async function openFor(target: Target, world: AccessWorld): Promise<{ params: { id: string } }> {
  const made = await inspection(target, world);
  await asFixture(world.server.services, ({ db }) =>
    sql`
      update user_grants set inspection_id = ${Number(made.params.id)}
      where ${ofInspector(target, world)}`.execute(db),
  );
  return made;
}

const reads: AccessRow = {
  send: admitted,
  expect: {
    //        anon learner manager admin hr  inspector inactive must-change
    own: '    401  403     403     200   403 200       401      403',
    report: ' 401  403     403     200   403 200       401      403',
    foreign: '401  403     403     200   403 404       401      403',
  },
};

//                                      anon learner manager admin hr  inspector inactive must-change
const adminsOnly = (admin: string) => `401   403     403     ${admin} 403 403    401      403`;
const everywhere = (statuses: string): AccessRow['expect'] => ({
  own: statuses,
  report: statuses,
  foreign: statuses,
});

/** Inspections: administrators open, change and close them, inspectors see their own while it is open (INS-01). */
export const inspectionsRows: AccessRows = {
  'inspections.list': {
    expect: {
      any: '401 403 403 200 403 200 401 403',
    },
  },
  'inspections.get': reads,
  'inspections.requests': reads,
  'inspections.opened': reads,
  'inspections.open': {
    send: (_, world) => ({
      body: {
        title: 'Routine',
        purpose: 'Routine inspection',
        organizationIds: [world.reach.organizations[0].organization.id],
        fromDay: new Date().toISOString().slice(0, 10),
        toDay: '2020-01-01',
        userIds: [world.people.learner.id],
      },
    }),
    expect: { any: adminsOnly('422') },
  },
  'inspections.change': {
    send: async (target, world) => ({
      ...(await inspection(target, world)),
      body: {
        toDay: '2020-01-01',
        userIds: [world.people.learner.id],
        sees: [],
        reason: 'One day more',
      },
    }),
    expect: everywhere(adminsOnly('422')),
  },
  'inspections.close': {
    send: async (target, world) => ({
      ...(await inspection(target, world)),
      body: { reason: 'The inspection is over' },
    }),
    expect: everywhere(adminsOnly('200')),
  },
  'inspections.request': {
    send: async (target, world) => ({
      ...(await admitted(target, world)),
      body: { request: 'The floor plan' },
    }),
    expect: {
      own: '    401  403     403     403   403 201       401      403',
      report: ' 401  403     403     403   403 201       401      403',
      foreign: '401  403     403     403   403 404       401      403',
    },
  },
  'inspections.answer': {
    send: async (target, world) => ({
      params: await inspectionIn(target, world),
      body: { answer: 'It is on your desk.' },
    }),
    expect: everywhere(adminsOnly('200')),
  },
};
