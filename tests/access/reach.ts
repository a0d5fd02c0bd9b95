/**
 * Who reaches whom, computed by the test from the world alone (AUTH-13): nothing here reads the permission table or the
 * database, so that a mistake there is not repeated here.
 */
import type { ReachPerson, ReachWorld } from '#tests/harness/reach-world.ts';

/** Ids of the direct reports of a person. */
export function directReportsOf(world: ReachWorld, managerId: string): readonly string[] {
  return world.everyone.filter((person) => person.managerId === managerId).map((person) => person.id);
}

/** Ids of the direct and indirect reports of a manager; nobody's for others. */
export function teamOf(world: ReachWorld, viewer: ReachPerson): readonly string[] {
  if (viewer.role !== 'manager') return [];
  const team: string[] = [];
  let level = directReportsOf(world, viewer.id);
  while (level.length > 0) {
    team.push(...level);
    level = level.flatMap((id) => directReportsOf(world, id));
  }
  return team;
}

/** Organizations of a running grant. */
export function grantedTo(viewer: ReachPerson, kind: 'hr' | 'inspector'): readonly number[] {
  return viewer.grants.filter((grant) => grant.kind === kind).map((grant) => grant.organizationId);
}

/** Ids of the people of organizations. */
export function membersOf(world: ReachWorld, organizationIds: readonly number[]): readonly string[] {
  return world.everyone
    .filter((person) => person.organizationId !== null && organizationIds.includes(person.organizationId))
    .map((person) => person.id);
}

/** What a viewer reaches by role and grants: everybody, the team, the people of the granted organizations. */
export function reachedBy(
  world: ReachWorld,
  viewer: ReachPerson,
  kinds: readonly ('hr' | 'inspector')[],
): readonly string[] {
  if (viewer.role === 'admin') return world.everyone.map((person) => person.id);
  const granted = kinds.flatMap((kind) => membersOf(world, grantedTo(viewer, kind)));
  return [...new Set([...teamOf(world, viewer), ...granted])];
}

/** Organizations whose records a viewer reads: all, or the own one and those of a grant inspector. */
export function organizationsOf(world: ReachWorld, viewer: ReachPerson): readonly number[] {
  if (viewer.role === 'admin') return world.organizations.map(({ organization }) => organization.id);
  const own = viewer.organizationId === null ? [] : [viewer.organizationId];
  return [...new Set([...own, ...grantedTo(viewer, 'inspector')])];
}

/** Every role, every level, every grant, and the people who must get nothing. */
export function viewersOf(reach: ReachWorld): readonly (readonly [string, ReachPerson])[] {
  const [alpha, beta, gamma] = reach.organizations;
  return [
    ['admin', reach.admin],
    ['director', alpha.director],
    ['first lead', alpha.leads[0]],
    ['second lead', alpha.leads[1]],
    ['supervisor', alpha.supervisor],
    ['director of the second organization', beta.director],
    ['learner', alpha.learners[0]],
    ['learner of the third organization', gamma.learners[0]],
    ['report in another organization', reach.crossReport],
    ['hr', alpha.hr],
    ['manager with grant hr', beta.hrManager],
    ['inspector', gamma.inspector],
    ['inspector of two organizations', reach.guestInspector],
    ['inspector whose grant has run out', reach.formerInspector],
    ['person without an organization', reach.outsider],
  ];
}
