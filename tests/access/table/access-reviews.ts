import { sql } from 'kysely';
import { statementFor } from '#shared/domain/signatures/statements.ts';
import { asFixture, createOrganization, FIXTURE_PASSWORD } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//                anon learner manager admin hr  inspector inactive must-change
const overseers = '401 403     403     200   403 200       401      403';
const adminsOnly = '401 403    403     200   403 403       401      403';
const adminsMake = '401 403    403     201   403 403       401      403';
/** Nothing is answered for, or an account was not seen as it is. */
const adminsConflict = '401 403 403    409   403 403       401      403';

/** A review of an organization: open without answers, or signed with one. */
async function reviewIn(
  organizationId: number,
  state: 'open' | 'signed',
  { server, reach }: AccessWorld,
): Promise<string> {
  const { id: adminId } = reach.admin;
  return asFixture(server.services, async ({ db }) => {
    const { rows } = await sql<{ id: number }>`
      insert into access_reviews (organization_id, due_on, opened_by, opened_at)
      values (${organizationId}, '2026-06-30', ${adminId}, app_now()) returning id`.execute(db);
    const id = rows[0]?.id ?? 0;
    if (state === 'open') return String(id);
    const facts = {
      role: 'learner',
      organizationId,
      managerId: adminId,
      grants: [{ id: 1, kind: 'hr', organizationId, validUntil: null, grantedBy: adminId }],
      chain: [
        {
          cause: 'email_changed',
          causedAt,
          causedBy: adminId,
          openedAt: null,
          opening: null,
          confirmedBy: null,
        },
      ],
      secondFactor: false,
      flagged: true,
      lastSignInAt: null,
      credentialAt: null,
      createdAt: causedAt,
    };
    await sql`
      insert into access_review_answers (review_id, user_id, opened, facts, answer, answered_by, answered_at)
      select ${id}, id, ${facts}, ${facts}, 'keep', ${adminId}, app_now() from users
      where id <> ${adminId} and organization_id = ${organizationId} order by id limit 1`.execute(db);
    await sql`
      update access_reviews set state = 'signed', signed_by = ${adminId}, signed_at = app_now() where id = ${id}`.execute(
      db,
    );
    return String(id);
  });
}

const causedAt = '2026-06-01T08:00:00.000000Z';

/** One of an organization of its own: only one can be open in each. */
async function openReview(world: AccessWorld): Promise<{ id: string }> {
  const { id } = await createOrganization(world.server.services);
  return { id: await reviewIn(id, 'open', world) };
}

const signed = async ({ organizationId }: Target, world: AccessWorld) => ({
  params: { id: await reviewIn(organizationId, 'signed', world) },
});

const reads: AccessRow = {
  send: signed,
  expect: {
    //        anon learner manager admin hr  inspector inactive must-change
    own: '    401  403     403     200   403 200       401      403',
    report: ' 401  403     403     200   403 200       401      403',
    foreign: '401  403     403     200   403 404       401      403',
  },
};

const everywhere = (statuses: string): AccessRow['expect'] => ({
  own: statuses,
  report: statuses,
  foreign: statuses,
});

/** Access reviews: administrators make them, inspectors read the signed ones of their organizations (AUTH-17). */
export const accessReviewsRows: AccessRows = {
  'accessReviews.schedules': { expect: { any: overseers } },
  'accessReviews.list': { expect: { any: overseers } },
  'accessReviews.get': reads,
  'accessReviews.accounts': reads,
  'accessReviews.accountsCsv': reads,
  'accessReviews.paper': reads,
  'accessReviews.open': {
    send: async (_, world) => ({
      body: { organizationId: (await createOrganization(world.server.services)).id },
    }),
    expect: { any: adminsMake },
  },
  'accessReviews.answer': {
    send: async ({ person }, world) => ({
      params: await openReview(world),
      body: {
        accounts: [
          {
            userId: person.id === world.reach.admin.id ? world.people.learner.id : person.id,
            seen: 'not seen',
          },
        ],
        answer: 'keep',
      },
    }),
    expect: everywhere(adminsConflict),
  },
  'accessReviews.sign': {
    send: async (_, world) => ({
      params: await openReview(world),
      body: {
        seen: 'not seen',
        signature: { password: FIXTURE_PASSWORD, meaning: statementFor('access_reviewed').text },
      },
    }),
    expect: everywhere(adminsConflict),
  },
  'accessReviews.cancel': {
    send: async (_, world) => ({
      params: await openReview(world),
      body: { reason: 'Opened by mistake' },
    }),
    expect: everywhere(adminsOnly),
  },
  'accessReviews.setSchedule': {
    send: ({ organizationId }) => ({
      params: { organizationId: String(organizationId) },
      body: { everyMonths: 6 },
    }),
    expect: everywhere(adminsOnly),
  },
};
