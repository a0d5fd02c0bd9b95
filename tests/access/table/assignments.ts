import { sql } from 'kysely';
import { asFixture, createUser } from '#tests/harness/world.ts';
import type { AccessRow, AccessRows, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

//               anon learner manager admin hr  inspector inactive must-change
const everyOwn = '401 200     200     200   200 200       401      403';
const adminOnly = '401 403    403     200   403 403       401      403';

/** A person's training file: the person, the managers above, administrators, hr and inspectors in scope (EMP-01). */
const trainingFile = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  200     200     200   200 200       401      403',
  report: ' 401  404     200     200   200 200       401      403',
  foreign: '401  404     404     200   404 404       401      403',
};

/** A completion from a source with the file of the person's module as its certificate. */
async function sourceFileOf({ person, material }: Target, { server, reach }: AccessWorld) {
  return asFixture(server.services, async ({ db }) => {
    // Several callers ask at once, and each gets a cycle of its own.
    await sql`select pg_advisory_xact_lock(hashtext('source-file'))`.execute(db);
    const { rows } = await sql<{ id: number }>`
      with i as (
        insert into people_imports (subject, state, file_name, file_sha256, file_size, format, headings, row_count, mapping,
          options, requested_by, ended_at)
        values ('completions', 'done', 'completions.csv', ${'a'.repeat(64)}, 1, 'csv', '{email,module,day}', 1, '{}', '{}',
          ${reach.admin.id}, app_now()) returning id
      ),
      a as (
        insert into training_assignments (user_id, module_id, module_version_id, status, progress, completed_at, cycle)
        select ${person.id}, t.id, t.current_version_id, 'completed', 100, app_now(), (select max(b.cycle) + 1
          from training_assignments b where b.user_id = ${person.id} and b.module_id = t.id)
        from training_modules t where t.id = ${material.completedModuleId} returning *
      )
      insert into training_records (assignment_id, cycle, user_id, module_id, module_version_id, module_title, version_number,
        version_hash, completion_policy, completed_at, kind, reason, record_bytes, record_hash, import_id, source, source_file_id)
      select a.id, a.cycle, a.user_id, a.module_id, a.module_version_id, 'Before', 1, ${'b'.repeat(64)}, 'signed', a.completed_at,
        'from_source', 'We move in.', 'x', encode(sha256('x'), 'hex'), i.id, 'Binder', (
          select f.file_id from module_version_files f join module_versions v on v.id = f.version_id
          where v.module_id = ${material.moduleId} limit 1)
      from a cross join i returning id`.execute(db);
    return { params: { userId: person.id, recordId: String(rows[0]?.id ?? 0) } };
  });
}

/** What managers do for those whom they lead, and nobody for themselves. */
const reportsOnly = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  403     404     200   403 403       401      403',
  report: ' 401  403     200     200   403 403       401      403',
  foreign: '401  403     404     200   403 403       401      403',
};

/** Who may assign to many. */
const assigners = '401  403     200     200   403 403       401      403';

/** What goes on in the background is its requester's and administrators'. */
const ownRuns = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  403     200     200   403 403       401      403',
  report: ' 401  403     404     200   403 403       401      403',
  foreign: '401  403     404     200   403 403       401      403',
};

/** What only the person does: not even an administrator learns or signs for another. */
const onlyOneself = {
  //        anon learner manager admin hr  inspector inactive must-change
  own: '    401  200     200     200   200 200       401      403',
  report: ' 401  404     404     404   404 404       401      403',
  foreign: '401  404     404     404   404 404       401      403',
};

const manage = (send: NonNullable<AccessRow['send']>): AccessRow => ({
  send,
  expect: { own: adminOnly, report: adminOnly, foreign: adminOnly },
});

/** An open assignment of the target's own kind that the call may end. */
async function freshAssignment({ person }: Target, { server }: AccessWorld): Promise<string> {
  return asFixture(server.services, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      with module as (
        insert into training_modules (title, description, content_type) values ('Of the table', 'About access', 'text') returning id
      ), version as (
        insert into module_versions (module_id, number, status, content, content_hash, published_at, effective_from)
        select id, 1, 'published', 'A text of more than twenty characters.', repeat('ab', 32), app_now(), app_now() from module
        returning id, module_id
      )
      insert into training_assignments (user_id, module_id, module_version_id, due_date)
      select ${person.id}, module_id, id, '2999-12-31' from version returning id
    `.execute(tx.db);
    return String(rows[0]?.id);
  });
}

/** Assigning in the background that this person asked for. */
async function runOfOne({ person, material }: Target, { server }: AccessWorld) {
  const id = await asFixture(server.services, async (tx) => {
    const { id: made } = await tx.db
      .insertInto('assigningRuns')
      .values({ kind: 'modules', moduleIds: [material.moduleId], peopleTotal: 1, requestedBy: person.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return made;
  });
  return { params: { id: String(id) } };
}

const assignmentOf = ({ material }: Target) => ({ params: { id: String(material.assignmentId) } });
const userOf = ({ person }: Target) => ({ params: { userId: person.id } });

/** What managers see of those whom they lead: themselves, the managers above, administrators (MGR-01, MGR-02). */
const boardOfManager: AccessRow = {
  // `report` is the supervisor below the manager, `foreign` the director of another organization.
  send: (target, world) => ({ params: { id: managerOf(target, world) } }),
  expect: {
    //        anon learner manager admin hr  inspector inactive must-change
    own: '    401  403     200     200   403 403       401      403',
    report: ' 401  403     200     200   403 403       401      403',
    foreign: '401  403     404     200   403 403       401      403',
  },
};

/** Assignments, learning, figures, teams. */
export const assignmentsRows: AccessRows = {
  'assignments.list': { expect: { any: '401 403 200 200 403 200 401 403' } },
  'assignments.mine': { expect: { own: everyOwn } },
  'assignments.ownCounts': { expect: { own: everyOwn } },
  'calendarFeed.get': { expect: { own: everyOwn } },
  'calendarFeed.replace': { expect: { own: everyOwn } },
  'calendarFeed.revoke': { expect: { own: everyOwn } },
  'calendarFeed.read': {
    // The secret is all that counts: nobody has this one.
    send: () => ({ params: { token: 'x'.repeat(43) } }),
    expect: { any: '404 404 404 404 404 404 404 404' },
  },
  'assignments.get': { send: assignmentOf, expect: trainingFile },
  'assignments.setStatus': {
    send: (target) => ({ ...assignmentOf(target), body: { status: 'in_progress' } }),
    expect: onlyOneself,
  },
  'assignments.openView': { send: assignmentOf, expect: onlyOneself },
  'assignments.progress': {
    send: (target) => ({ ...assignmentOf(target), body: {} }),
    expect: onlyOneself,
  },
  'assignments.recordCompletion': {
    send: async (target, world) => ({
      params: { id: await freshAssignment(target, world) },
      body: { completedOn: '2024-01-31', reason: 'Took place before' },
    }),
    expect: {
      // Nobody records the own training afterwards.
      own: '    401 403 403 403 403 403 401 403',
      report: adminOnly,
      foreign: adminOnly,
    },
  },
  'assignments.update': {
    send: (target) => ({ ...assignmentOf(target), body: { dueDate: '2999-11-30', reason: 'Moved' } }),
    expect: reportsOnly,
  },
  'bulkAssignments.changeDueDates': {
    send: ({ material }) => ({
      body: { assignmentIds: [material.assignmentId], addDays: 1, reason: 'Moved' },
    }),
    expect: reportsOnly,
  },
  'bulkAssignments.assignModules': {
    send: ({ person, material }) => ({
      body: { userIds: [person.id], moduleIds: [material.moduleId], preview: true },
    }),
    expect: reportsOnly,
  },
  'assigningRuns.list': { expect: { any: assigners } },
  'assigningRuns.leftOut': {
    send: async (target, world) => ({ query: { runId: (await runOfOne(target, world)).params.id } }),
    expect: ownRuns,
  },
  'assigningRuns.cancel': { send: runOfOne, expect: ownRuns },
  'assignments.removeMany': manage(async (target, world) => ({
    body: { assignmentIds: [Number(await freshAssignment(target, world))] },
  })),
  'assignments.assignModule': {
    // A new person in the target's place gets the target's module.
    send: async ({ person, material }, world) => {
      const { organizationId, departmentId, managerId } = person;
      const double = await createUser(world.server.services, { organizationId, departmentId, managerId });
      return { body: { userId: double.id, moduleId: material.moduleId } };
    },
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      // Who stands where the manager stands is no report of his.
      own: '    401  403     404     201   403 403       401      403',
      report: ' 401  403     201     201   403 403       401      403',
      foreign: '401  403     404     201   403 403       401      403',
    },
  },
  'assignments.onboardingEffect': manage((target) => ({
    ...userOf(target),
    query: { jobTitle: 'Clinical Research' },
  })),
  'assignments.startOnboarding': manage((target) => ({
    ...userOf(target),
    body: { jobTitle: 'Clinical Research' },
  })),
  'assignments.employeeAssignments': { send: userOf, expect: trainingFile },
  'assignments.employeeStats': { send: userOf, expect: trainingFile },
  'assignments.employeeCompletions': { send: userOf, expect: trainingFile },
  'assignments.sourceFile': { send: sourceFileOf, expect: trainingFile },
  'assignments.ownStats': { expect: { own: everyOwn } },
  'home.own': { expect: { own: everyOwn } },
  'team.stats': boardOfManager,
  'team.directReports': boardOfManager,
  'team.tree': boardOfManager,
};

function managerOf({ name, person }: Target, { reach }: AccessWorld): string {
  if (name === 'report') return reach.organizations[0].supervisor.id;
  return name === 'foreign' ? reach.organizations[2].director.id : person.id;
}
