/** For each list of the API: what identifies its rows, and which of them a viewer must get (AUTH-13, T3). */
import type { ReachPerson } from '#tests/harness/reach-world.ts';
import type { AccessWorld } from './access-world.ts';
import { directReportsOf, grantedTo, membersOf, organizationsOf, reachedBy, teamOf } from './reach.ts';

/** One list: how it is asked, what is read from its answer, and what must stand in it; null: 403. */
export interface ListCheck {
  readonly query?: Readonly<Record<string, string>>;
  readonly params?: (viewer: ReachPerson, world: AccessWorld) => Readonly<Record<string, string>>;
  readonly idsOf: (body: never) => readonly (string | number)[];
  readonly expected: (world: AccessWorld, viewer: ReachPerson) => readonly (string | number)[] | null;
}

const isAdmin = (viewer: ReachPerson) => viewer.role === 'admin';
const isManager = (viewer: ReachPerson) => viewer.role === 'manager';
const holds = (viewer: ReachPerson, kind: 'hr' | 'inspector') => grantedTo(viewer, kind).length > 0;
const ids = (body: readonly { readonly id: number | string }[]) => body.map((row) => row.id);

/** Administrators, managers and inspectors; others 403. */
const overseers = (viewer: ReachPerson) => isAdmin(viewer) || isManager(viewer) || holds(viewer, 'inspector');

/** Both trainings of people: the module of the open one and that of the completed one. */
const modulesOf = ({ materialOf }: AccessWorld, people: readonly string[]) =>
  people.flatMap((id) => [materialOf({ id }).moduleId, materialOf({ id }).completedModuleId]);
const assignmentsOf = ({ materialOf }: AccessWorld, people: readonly string[]) =>
  people.flatMap((id) => [materialOf({ id }).assignmentId, materialOf({ id }).completedAssignmentId]);
const everybody = ({ reach }: AccessWorld) => reach.everyone.map((person) => person.id);
const matricesOf = (world: AccessWorld, viewer: ReachPerson) =>
  (isAdmin(viewer)
    ? world.reach.organizations.map(({ organization }) => organization.id)
    : grantedTo(viewer, 'inspector')
  ).map((id) => world.matrixOf(id));

/** What administrators and hr see of the HR area: of each organization that they reach. */
const hrAreas = (world: AccessWorld, viewer: ReachPerson) =>
  isAdmin(viewer)
    ? world.reach.organizations.map(({ organization }) => world.hrOf(organization.id))
    : holds(viewer, 'hr')
      ? grantedTo(viewer, 'hr').map((id) => world.hrOf(id))
      : null;
const firstArea = (world: AccessWorld, viewer: ReachPerson) => {
  const [first] =
    hrAreas(world, viewer) ??
    world.reach.organizations.map(({ organization }) => world.hrOf(organization.id));
  if (!first) throw new Error('the world has no organization');
  return first;
};

/** A learner whom an administrator, manager or inspector reaches. */
const reachedLearner = ({ reach }: AccessWorld, viewer: ReachPerson) => {
  const reached = reachedBy(reach, viewer, ['inspector']);
  const learners = reach.organizations.flatMap((one) => one.learners);
  return learners.find(({ id }) => isAdmin(viewer) || reached.includes(id));
};

/** Endpoint id → check: every list of the catalogue stands here, or a test fails. */
export const lists: Readonly<Record<string, ListCheck>> = {
  'organizations.list': { idsOf: ids, expected: ({ reach }, viewer) => organizationsOf(reach, viewer) },
  'departments.list': {
    idsOf: ids,
    expected: ({ reach }, viewer) => {
      const seen = organizationsOf(reach, viewer);
      return reach.organizations
        .filter(({ organization }) => seen.includes(organization.id))
        .flatMap(({ departments }) => departments.map((department) => department.id));
    },
  },
  'organizations.people': {
    idsOf: (body: Readonly<Record<string, readonly { readonly id: string }[]>>) =>
      Object.entries(body).flatMap(([organization, members]) =>
        members.map(({ id }) => `${organization} ${id}`),
      ),
    expected: ({ reach }, viewer) => {
      if (!isAdmin(viewer) && !holds(viewer, 'inspector')) return null;
      const seen = isAdmin(viewer) ? organizationsOf(reach, viewer) : grantedTo(viewer, 'inspector');
      return reach.everyone
        .filter((person) => person.organizationId !== null && seen.includes(person.organizationId))
        .map((person) => `${String(person.organizationId)} ${person.id}`);
    },
  },
  'people.list': {
    idsOf: ids,
    expected: ({ reach }, viewer) =>
      overseers(viewer) || holds(viewer, 'hr') ? reachedBy(reach, viewer, ['hr', 'inspector']) : null,
  },
  'notifications.list': {
    idsOf: (body: { readonly notifications: readonly { readonly userId: string }[] }) =>
      body.notifications.map((notification) => notification.userId),
    // The world gave everybody one; who has no bell is refused.
    expected: (_world, viewer) => (isAdmin(viewer) || isManager(viewer) ? [viewer.id] : null),
  },
  'modules.list': {
    idsOf: ids,
    expected: (world, viewer) => {
      // Managers see the cards of all active modules, others those of assignments that they reach.
      if (isAdmin(viewer) || isManager(viewer)) return modulesOf(world, everybody(world));
      return modulesOf(world, [...new Set([viewer.id, ...reachedBy(world.reach, viewer, ['inspector'])])]);
    },
  },
  'modules.table': {
    query: { limit: '200' },
    idsOf: ids,
    expected: (world, viewer) => (isAdmin(viewer) ? modulesOf(world, everybody(world)) : null),
  },
  'modules.names': {
    idsOf: ids,
    expected: (world, viewer) => (isAdmin(viewer) ? modulesOf(world, everybody(world)) : null),
  },
  'outbox.list': {
    query: { q: 'mail-of-the-world' },
    idsOf: (body: readonly { readonly to: string }[]) => body.map((row) => row.to),
    expected: (_world, viewer) => (isAdmin(viewer) ? ['mail-of-the-world@world.example'] : null),
  },
  'curricula.entries': {
    idsOf: ids,
    expected: (world, viewer) =>
      isAdmin(viewer) || holds(viewer, 'inspector')
        ? matricesOf(world, viewer).map(({ entryId }) => entryId)
        : null,
  },
  'curricula.matrices': {
    idsOf: ids,
    expected: (world, viewer) =>
      isAdmin(viewer) || holds(viewer, 'inspector') ? matricesOf(world, viewer).map(({ id }) => id) : null,
  },
  'curricula.departments': {
    idsOf: ids,
    expected: ({ reach }, viewer) =>
      isAdmin(viewer)
        ? reach.organizations.flatMap(({ departments }) => departments.map((department) => department.id))
        : null,
  },
  'curricula.people': {
    // The module of each matrix is the director's own: everybody else of the department waits for it.
    query: { group: 'waiting' },
    idsOf: (body: readonly { readonly id: string; readonly matrixId: number }[]) =>
      body.map(({ id, matrixId }) => `${String(matrixId)} ${id}`),
    expected: (world, viewer) =>
      isAdmin(viewer)
        ? world.reach.organizations.flatMap(({ organization, departments: [first], director, inactive }) =>
            world.reach.everyone
              .filter((person) => person.departmentId === first.id)
              .filter(({ id }) => id !== director.id && id !== inactive.id)
              .map(({ id }) => `${String(world.matrixOf(organization.id).id)} ${id}`),
          )
        : null,
  },
  'assignments.list': {
    idsOf: ids,
    expected: (world, viewer) =>
      overseers(viewer) ? assignmentsOf(world, reachedBy(world.reach, viewer, ['inspector'])) : null,
  },
  // Nothing was reviewed in this world.
  'accessReviews.list': {
    idsOf: ids,
    expected: (_, viewer) => (isAdmin(viewer) || holds(viewer, 'inspector') ? [] : null),
  },
  'accessReviews.schedules': {
    idsOf: (body: readonly { readonly organizationId: number }[]) => body.map((row) => row.organizationId),
    expected: ({ reach }, viewer) => {
      if (isAdmin(viewer)) return reach.organizations.map(({ organization }) => organization.id);
      return holds(viewer, 'inspector') ? grantedTo(viewer, 'inspector') : null;
    },
  },
  // Nothing is inspected in this world.
  'inspections.list': {
    idsOf: ids,
    expected: (_, viewer) => (isAdmin(viewer) || holds(viewer, 'inspector') ? [] : null),
  },
  // No directory sends groups in this world.
  'directory.groups': { idsOf: ids, expected: (_, viewer) => (isAdmin(viewer) ? [] : null) },
  // The one of the machine.
  'apiTokens.list': {
    idsOf: (body: readonly { readonly name: string }[]) => body.map(({ name }) => name),
    expected: (_, viewer) => (isAdmin(viewer) ? ['Machine of the world'] : null),
  },
  'webhooks.list': {
    idsOf: (body: readonly { readonly name: string }[]) => body.map(({ name }) => name),
    expected: (_, viewer) => (isAdmin(viewer) ? ['Webhook of the world'] : null),
  },
  // The only webhook of this world is the first one.
  'webhooks.deliveries': {
    params: () => ({ id: '1' }),
    idsOf: (body: readonly { readonly messageId: string }[]) => body.map(({ messageId }) => messageId),
    expected: (_, viewer) => (isAdmin(viewer) ? ['msg_of_the_world'] : null),
  },
  // Nobody has imported anything in this world.
  'absenceImports.list': { idsOf: ids, expected: (_, viewer) => (isAdmin(viewer) ? [] : null) },
  'pastImports.list': { idsOf: ids, expected: (_, viewer) => (isAdmin(viewer) ? [] : null) },
  'peopleImports.list': { idsOf: ids, expected: (_, viewer) => (isAdmin(viewer) ? [] : null) },
  // Nothing was checked in this world.
  'integrityChecks.list': {
    idsOf: ids,
    expected: (_, viewer) => (isAdmin(viewer) || holds(viewer, 'inspector') ? [] : null),
  },
  'integrityChecks.findings': {
    idsOf: ids,
    expected: (_, viewer) => (isAdmin(viewer) || holds(viewer, 'inspector') ? [] : null),
  },
  'assigningRuns.list': {
    idsOf: ids,
    expected: (world, viewer) =>
      isAdmin(viewer) || isManager(viewer) ? [world.materialOf(viewer).runId] : null,
  },
  // Everybody was left out of everybody's: shown are those whom the viewer reaches.
  'assigningRuns.leftOut': {
    idsOf: ids,
    expected: ({ reach }, viewer) =>
      isAdmin(viewer) || isManager(viewer) ? reachedBy(reach, viewer, []) : null,
  },
  // Nobody has asked for an export in this world.
  'exports.list': {
    idsOf: ids,
    expected: (_, viewer) => (overseers(viewer) || holds(viewer, 'hr') ? [] : null),
  },
  // Nobody has saved one in this world.
  'savedExports.list': { idsOf: ids, expected: (_, viewer) => (overseers(viewer) ? [] : null) },
  'savedExports.schedules': { idsOf: ids, expected: (_, viewer) => (isAdmin(viewer) ? [] : null) },
  'assignments.mine': { idsOf: ids, expected: (world, viewer) => assignmentsOf(world, [viewer.id]) },
  'assignments.employeeAssignments': {
    params: (viewer) => ({ userId: viewer.id }),
    idsOf: ids,
    expected: (world, viewer) => assignmentsOf(world, [viewer.id]),
  },
  'assignments.employeeCompletions': {
    params: (viewer) => ({ userId: viewer.id }),
    idsOf: (body: readonly { readonly assignmentId: number }[]) => body.map((row) => row.assignmentId),
    expected: ({ materialOf }, viewer) => [materialOf(viewer).completedAssignmentId],
  },
  'team.directReports': {
    params: (viewer) => ({ id: viewer.id }),
    query: { includeInactive: 'true' },
    idsOf: ids,
    expected: ({ reach }, viewer) =>
      isAdmin(viewer) || isManager(viewer) ? directReportsOf(reach, viewer.id) : null,
  },
  'certificates.list': {
    idsOf: (body: readonly { readonly number: string }[]) => body.map((row) => row.number),
    expected: ({ materialOf }, viewer) => [materialOf(viewer).certificateNumber],
  },
  'reminders.info': {
    idsOf: ids,
    expected: ({ reach }, viewer) => {
      if (!isAdmin(viewer) && !isManager(viewer)) return null;
      const reached = new Set(isAdmin(viewer) ? reach.everyone.map(({ id }) => id) : teamOf(reach, viewer));
      return reach.everyone.filter(({ id, isActive }) => isActive && reached.has(id)).map(({ id }) => id);
    },
  },
  'hr.cvs': {
    idsOf: ids,
    expected: ({ reach }, viewer) =>
      isAdmin(viewer) || holds(viewer, 'hr')
        ? (isAdmin(viewer)
            ? reach.everyone.map(({ id }) => id)
            : membersOf(reach, grantedTo(viewer, 'hr'))
          ).filter((id) => !reach.organizations.some(({ inactive }) => inactive.id === id))
        : null,
  },
  'people.nameRequests': {
    idsOf: (body: readonly { readonly userId: string }[]) => body.map(({ userId }) => userId),
    expected: ({ reach }, viewer) =>
      isAdmin(viewer)
        ? reach.everyone.map(({ id }) => id)
        : holds(viewer, 'hr')
          ? membersOf(reach, grantedTo(viewer, 'hr'))
          : null,
  },
  'hr.agreementParties': {
    idsOf: ids,
    expected: ({ reach }, viewer) =>
      isAdmin(viewer) || holds(viewer, 'hr')
        ? (isAdmin(viewer)
            ? reach.everyone.map(({ id }) => id)
            : membersOf(reach, grantedTo(viewer, 'hr'))
          ).filter((id) => !reach.organizations.some(({ inactive }) => inactive.id === id))
        : null,
  },
  'hr.agreements': {
    idsOf: ids,
    expected: (world, viewer) => hrAreas(world, viewer)?.map(({ agreementId }) => agreementId) ?? null,
  },
  'hr.registrations': {
    idsOf: ids,
    expected: (world, viewer) => hrAreas(world, viewer)?.map(({ registrationId }) => registrationId) ?? null,
  },
  'hr.documents': {
    params: (viewer, world) => ({ slug: firstArea(world, viewer).slug }),
    idsOf: ids,
    expected: (world, viewer) =>
      hrAreas(world, viewer) === null ? null : [firstArea(world, viewer).documentId],
  },
  'hr.readers': {
    params: (viewer, world) => ({ id: String(firstArea(world, viewer).documentId) }),
    idsOf: ids,
    expected: (world, viewer) => (hrAreas(world, viewer) === null ? null : []),
  },
  'reports.completion': {
    query: { limit: '200' },
    idsOf: (body: { readonly userDetails: readonly { readonly userId: string }[] }) =>
      body.userDetails.map((row) => row.userId),
    expected: ({ reach }, viewer) => (overseers(viewer) ? reachedBy(reach, viewer, ['inspector']) : null),
  },
  'modulePeople.list': {
    query: { limit: '200' },
    params: (viewer, world) => ({
      id: String(world.materialOf(reachedLearner(world, viewer) ?? viewer).moduleId),
    }),
    idsOf: ids,
    // Each person of this world has modules of their own.
    expected: (world, viewer) => {
      const learner = reachedLearner(world, viewer);
      return overseers(viewer) ? (learner ? [learner.id] : []) : null;
    },
  },
  'dashboard.organizations': {
    idsOf: (body: readonly { readonly orgId: number | null }[]) => body.map(({ orgId }) => String(orgId)),
    expected: ({ reach }, viewer) => {
      if (isAdmin(viewer)) return [...organizationsOf(reach, viewer).map(String), 'null'];
      return holds(viewer, 'inspector') ? grantedTo(viewer, 'inspector').map(String) : null;
    },
  },
  'dashboard.recentActivity': {
    // Completions by person, of whom each has one in this world; published modules are no secret to who may see the dashboard.
    idsOf: (
      body: readonly { readonly type: string; readonly userId: string | null; readonly moduleId: number }[],
    ) => body.map(({ type, userId, moduleId }) => `${type} ${userId ?? String(moduleId)}`),
    expected: (world, viewer) => {
      if (!isAdmin(viewer) && !holds(viewer, 'inspector')) return null;
      const { reach } = world;
      const seen = isAdmin(viewer) ? null : new Set(membersOf(reach, grantedTo(viewer, 'inspector')));
      return [
        ...modulesOf(world, everybody(world)).map((id) => `upload ${String(id)}`),
        ...reach.everyone
          .filter(({ id, isActive }) => isActive && (seen === null || seen.has(id)))
          .map(({ id }) => `completion ${id}`),
      ];
    },
  },
  'compliance.people': {
    idsOf: ids,
    expected: ({ reach }, viewer) => {
      if (isAdmin(viewer)) return reach.everyone.map((person) => person.id);
      return holds(viewer, 'inspector') ? membersOf(reach, grantedTo(viewer, 'inspector')) : null;
    },
  },
};

/** Ids of everybody whose page a viewer may open: the own one, the team, grants hr and inspector (EMP-01). */
export function pagesOf({ reach }: AccessWorld, viewer: ReachPerson): ReadonlySet<string> {
  return new Set([viewer.id, ...teamOf(reach, viewer), ...reachedBy(reach, viewer, ['hr', 'inspector'])]);
}
