import { assignmentsContract } from '#shared/contract/assignments.ts';
import { teamContract } from '#shared/contract/team.ts';

/** What shows trainings of a person or a team: fetched again when somebody's assignments have changed. */
export const trainingCalls = [
  assignmentsContract.employeeAssignments,
  assignmentsContract.employeeStats,
  assignmentsContract.employeeCompletions,
  teamContract.stats,
  teamContract.tree,
  assignmentsContract.list,
  assignmentsContract.mine,
  assignmentsContract.ownStats,
] as const;
