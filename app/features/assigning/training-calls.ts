import { assignmentsContract } from '#shared/contract/assignments.ts';
import { complianceContract } from '#shared/contract/compliance.ts';
import { homeContract } from '#shared/contract/home.ts';
import { moduleLibraryContract } from '#shared/contract/module-library.ts';
import { reportsContract } from '#shared/contract/reports.ts';
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
  homeContract.own,
] as const;

/** The same and what lists or counts people: fetched again after something was done for many of them. */
export const bulkCalls = [
  ...trainingCalls,
  complianceContract.metrics,
  complianceContract.people,
  reportsContract.completion,
  moduleLibraryContract.table,
] as const;
