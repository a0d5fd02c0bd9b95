/** The ninth caller of the access table: a machine with an API token of the first organization (OPS-06). */
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import type { TargetName } from './access-table.ts';

type Line = Readonly<Partial<Record<TargetName, number>>>;

/** A list: it has what the token reaches. */
const list: Line = { any: 200 };
/** A record: those of its organization, and no others. */
const within: Line = { own: 200, report: 200, foreign: 404 };
/** A change of a record, without an answer. */
const done: Line = { own: 204, report: 204, foreign: 404 };
/** Only a token of all organizations may have the permission. */
const wholeOnly: Line = { any: 403, own: 403, report: 403, foreign: 403 };

/** Calls that accept tokens, with the status that the machine gets; what is its own for others is that of a learner of its organization. */
export const machineStatuses: Readonly<Record<string, Line>> = {
  'organizations.list': list,
  'organizations.get': within,
  'organizations.people': list,
  'organizations.removal': wholeOnly,
  'organizations.create': wholeOnly,
  'organizations.update': wholeOnly,
  'departments.list': list,
  'departments.create': wholeOnly,
  'departments.rename': wholeOnly,
  'people.list': list,
  'people.stats': list,
  'people.details': within,
  'absences.list': within,
  'people.picture': within,
  'accessReviews.schedules': list,
  'accessReviews.list': list,
  'accessReviews.get': within,
  'accessReviews.accounts': within,
  'accessReviews.accountsCsv': within,
  'accessReviews.paper': within,
  'modules.list': list,
  'modules.categories': list,
  'modules.get': within,
  'modulePeople.list': within,
  'modulePeople.lateCompletions': within,
  'modulePeople.figures': within,
  'trainingGrid.outline': list,
  'trainingGrid.people': list,
  'qualified.answer': within,
  'qualified.paper': within,
  'qualified.list': within,
  'reports.completion': within,
  'reports.completionExport': list,
  'reports.trainingFile': within,
  'exports.count': list,
  'exports.download': list,
  'compliance.metrics': list,
  'compliance.people': list,
  'compliance.export': list,
  'dashboard.stats': list,
  'dashboard.organizations': list,
  'dashboard.recentActivity': list,
  'integrityChecks.list': list,
  'integrityChecks.findings': list,
  'auditTrail.list': list,
  // Neither has the record that the row names.
  'auditTrail.get': { own: 404, report: 404, foreign: 404 },
  'trailReviews.list': list,
  'recordProtection.get': list,
  'assignments.list': list,
  'assignments.get': within,
  'assignments.assignModule': { own: 201, report: 201, foreign: 404 },
  'assignments.employeeAssignments': within,
  'assignments.employeeStats': within,
  'assignments.employeeCompletions': within,
  'assignments.sourceFile': within,
  'certificates.list': within,
  'certificates.pdf': within,
  // As for people: the seal of the completion is still missing.
  'proofs.completion': { own: 409, report: 409, foreign: 404 },
  'proofs.findings': { own: 404, report: 404, foreign: 404 },
  'curricula.entries': list,
  'curricula.matrices': list,
  'curricula.templates': list,
  'scim.features': list,
  'scim.resourceTypes': list,
  'scim.resourceType': list,
  'scim.schemas': list,
  'scim.schema': list,
  'scimUsers.list': list,
  'scimUsers.get': within,
  'scimUsers.create': { any: 201 },
  'scimUsers.replace': within,
  'scimUsers.patch': done,
  'scimUsers.remove': done,
  'scimGroups.list': list,
  'scimGroups.get': within,
  'scimGroups.create': { any: 201 },
  'scimGroups.replace': within,
  'scimGroups.patch': done,
  'scimGroups.remove': done,
};

/** What the machine gets of a call: calls for everybody ignore its token, and all others that are not in the list refuse it. */
export function machineStatus(
  { id, access }: AnyEndpoint,
  target: TargetName,
  [anonymous = 0]: readonly number[],
): number {
  return machineStatuses[id]?.[target] ?? ('public' in access ? anonymous : 401);
}
