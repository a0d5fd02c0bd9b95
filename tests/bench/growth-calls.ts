/** What the screens ask, derived from the contract: every GET of it is measured here or says why not (PERF-03). */
import type pg from 'pg';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { dataSetNames, dataSets } from '#shared/domain/reports/data-sets.ts';
import type { Callers } from './growth-world.ts';

type Caller = keyof Callers;
type Query = Readonly<Record<string, string>>;

/** Calls that are not measured, each with its reason. */
export const notMeasured: Readonly<Record<string, string>> = {
  'platform.metrics': 'for monitoring, not for a screen',
  'platform.docs': 'the description of the API, not for a screen',
  'accounts.externalSignIn': 'sends the browser on',
  'accounts.signOut': 'ends the session',
  'externalSignIn.callback': 'sends the browser on',
  'externalSignIn.confirm': 'sends the browser on',
  'samlSignIn.metadata': 'facts of the configuration',
  'samlSignIn.signOut': 'sends the browser on',
  'accounts.viewPassword': 'one sealed row, after a fresh authentication',
  'people.picture': 'one stored file; `download` measures files',
  'modules.file': 'one stored file; `download` measures files',
  'assignments.sourceFile': 'one stored file; `download` measures files',
  'hr.file': 'one stored file; `download` measures files',
  'scim.features': 'a fixed answer',
  'scim.resourceTypes': 'a fixed answer',
  'scim.resourceType': 'a fixed answer',
  'scim.schemas': 'a fixed answer',
  'scim.schema': 'a fixed answer',
  'scimUsers.list': 'only for API tokens; `directory` measures it',
  'scimUsers.get': 'only for API tokens; one row by its key',
  'scimGroups.list': 'only for API tokens; a page along its key',
  'scimGroups.get': 'only for API tokens; one row by its key, and its members',
  'webhooks.list': 'at most 50 rows',
  'webhooks.get': 'one row by its key',
  'webhooks.deliveries': 'a page along its index, of one webhook',
  'absenceImports.get': 'one row by its key, and the first three of its file',
  'absenceImports.problems': 'a file of all rows of absenceImports.rows',
  'pastImports.get': 'one row by its key, and the first three of its file',
  'pastImports.problems': 'a file of all rows of pastImports.rows',
  'peopleImports.get': 'one row by its key, and the first three of its file',
  'peopleImports.problems': 'a file of all rows of peopleImports.rows',
  'peopleImports.export': 'a file of all rows; `csv` and `sheets` measure them',
  'exports.file': 'one stored file; `download` measures files',
  'hr.documentSight': 'what was seen of one stored file',
  'people.exportOwnData': 'a file of everything of one person',
  'people.exportData': 'a file of everything of one person',
  'quizzes.get': 'one row by its key',
  'quizzes.state': 'one row by its key',
  'quizzes.attempt': 'one row by its key',
  'reports.completionExport': 'a file of all rows; `csv` and `sheets` measure them',
  'exports.download': 'a file of all rows; `csv` and `sheets` measure them',
  'compliance.export': 'a file of the figures that compliance.metrics reads',
  'reports.trainingFile': 'a file of one person',
  'qualified.paper': 'a file of the answer that qualified.answer gives',
  'trainingGrid.outline': 'reads the order of up to 10,000 people, and no more of larger installations',
  'hr.cvsZip': 'a file of all rows; `zip` measures it',
  'hr.readersCsv': 'a file of all rows of hr.readers',
  'hr.signedAgreement': 'a file of one agreement',
  'certificates.pdf': 'a file of one certificate',
  'papers.check': 'one row by its hash',
  'proofs.completion': 'a file of one record',
  'proofs.certificate': 'a file of one record',
  'proofs.agreement': 'a file of one record',
  'proofs.cv': 'a file of one record',
  'proofs.acknowledgement': 'a file of one record',
  'proofs.findings': 'a file of one record',
  'accessReviews.paper': 'a file of all rows of accessReviews.accounts',
  'accessReviews.accountsCsv': 'a file of all rows of accessReviews.accounts',
  'proofs.verifier': 'one file of the program',
  'calendarFeed.read': 'asked by calendars, not by a screen',
  'notifications.stream': 'stays open and says nothing by itself',
};

/** What the paths are filled with: SQL of one value each, by the last fixed part before the parameter, or by the call's name. */
const fillings: Readonly<Record<string, string>> = {
  users: `select 'u_bench_000002'`,
  employee: `select 'u_bench_000002'`,
  people: `select 'u_bench_000002'`,
  'initiate-onboarding': `select 'u_bench_000002'`,
  organizations: 'select min(id) from organizations',
  'hr.organization': 'select slug from organizations order by id limit 1',
  'hr.documents': 'select slug from organizations order by id limit 1',
  'training-modules': 'select min(id) from training_modules',
  'training-assignments': `select min(id) from training_assignments where user_id = 'u_bench_000002'`,
  inspections: 'select min(id) from inspections',
  'people-imports': `select min(id) from people_imports where subject = 'people'`,
  'absence-imports': `select min(id) from people_imports where subject = 'absences'`,
  'completion-imports': `select min(id) from people_imports where subject = 'completions'`,
  'access-reviews': 'select min(id) from access_reviews',
  verify: 'select code from certificates order by id limit 1',
  agreements: 'select min(id) from hr_agreements',
  documents: `select min(id) from hr_documents where kind = 'organization'`,
  registrations: 'select min(id) from hr_registrations',
  audit: `select max(id) from audit.events where kind = 'command'`,
  outbox: `select max(id) from mail_outbox where state = 'failed'`,
};

const all = { sort: 'name', limit: '1000' };
/**
 * A last name that one person in 1,000 has, and one more in 10,000: `u_bench_000040`, who is on the manager's team and the party of an
 * agreement. A shorter word finds ten times as many in the larger world, and one that is missing from the smaller one costs nothing there.
 */
const word = 'Last4997';
const matched = (query: Query): Query => ({ ...query, q: word });

/** Every person of these worlds is in UTC. */
const today = new Date().toISOString().slice(0, 10);

const thirtyModules = Array.from({ length: 30 }, (_, index) => index + 1).join(',');

/** The queries that the screens send; a call that is not here is sent without one. */
const sent: Readonly<Record<string, readonly Query[]>> = {
  'organizations.list': [all, { sort: 'name', limit: '24' }],
  'organizations.people': [{ organizationIds: '1,2,3', limit: '5' }],
  'departments.list': [all],
  'people.list': [
    { sort: 'name', limit: '50' },
    matched({ sort: 'name', limit: '50' }),
    { sort: 'name', limit: '50', role: 'learner' },
    { sort: 'name', limit: '50', organizationId: '1' },
  ],
  'people.trainingEffect': [{ userId: 'u_bench_000002', jobTitle: 'Nurse' }],
  'people.nameRequests': [{ limit: '20' }],
  'modules.list': [
    { limit: '60', sort: 'group' },
    { limit: '50', sort: 'title' },
  ],
  'modules.names': [{ limit: '50' }],
  'modules.table': [{ limit: '60', sort: 'title' }],
  'modules.contentCheck': [{ ids: '1,2,3' }],
  'modulePeople.list': [{ limit: '50' }, { limit: '50', status: 'overdue' }, matched({ limit: '50' })],
  'modulePeople.lateCompletions': [{ limit: '50' }],
  'trainingGrid.people': [
    { modules: thirtyModules },
    { modules: thirtyModules, org: '1' },
    { modules: thirtyModules, status: 'overdue' },
    matched({ modules: thirtyModules }),
  ],
  'reports.completion': [
    { limit: '50', sort: 'name' },
    { limit: '50', sort: '-overdue' },
    { limit: '50', sort: 'name', org: '1' },
    { limit: '50', sort: 'name', moduleId: '1' },
    matched({ limit: '50', sort: 'name' }),
  ],
  'qualified.answer': [{ person: 'u_bench_000002', module: '1', day: today }],
  'qualified.list': [{ module: '1', day: today, limit: '50' }],
  'compliance.metrics': [
    { period: '30d' },
    { period: '30d', organization: '1' },
    { period: '30d', moduleId: '1' },
  ],
  'compliance.people': [
    { state: 'overdue', limit: '25' },
    { state: 'compliant', limit: '25' },
    { state: 'pending', limit: '25' },
    { state: 'overdue', limit: '25', organization: '1' },
    { state: 'overdue', limit: '25', moduleId: '1' },
  ],
  'dashboard.organizations': [{ limit: '1000' }],
  'reminders.info': [
    { type: 'overdue_compliance', limit: '50' },
    { type: 'begin_training', limit: '50' },
    { type: 'accept_invite', limit: '50' },
    matched({ type: 'begin_training', limit: '50' }),
  ],
  'exports.count': [
    { dataSet: 'report', format: 'pdf' },
    { dataSet: 'report', format: 'csv' },
    { dataSet: 'people', format: 'csv' },
    { dataSet: 'assignments', format: 'csv' },
    { dataSet: 'assignments', format: 'csv', status: 'overdue' },
    { dataSet: 'assignments', format: 'csv', org: '1' },
    { dataSet: 'completions', format: 'csv' },
    { dataSet: 'training', format: 'csv', moduleId: '1' },
    { dataSet: 'training', format: 'xlsx', grid: 'true', modules: thirtyModules, columns: 'last_name,email' },
    { dataSet: 'matrix', format: 'csv' },
    { dataSet: 'audit', format: 'csv' },
    { dataSet: 'audit', format: 'csv', words: 'bench' },
    { dataSet: 'audit', format: 'csv', columns: 'event_id' },
  ],
  'exports.list': [{ limit: '20' }],
  'savedExports.list': [{ limit: '20' }],
  'savedExports.schedules': [{ limit: '20' }],
  'accessReviews.accounts': [{ limit: '50' }],
  'apiTokens.list': [{ limit: '20' }],
  'inspections.list': [{ limit: '20' }],
  'absenceImports.list': [{ limit: '20' }],
  'absenceImports.rows': [{ limit: '50' }, { limit: '50', outcome: 'recorded' }],
  'pastImports.list': [{ limit: '20' }],
  'pastImports.rows': [{ limit: '50' }, { limit: '50', outcome: 'recorded' }],
  'peopleImports.list': [{ limit: '20' }],
  'peopleImports.rows': [{ limit: '50' }, { limit: '50', outcome: 'created' }],
  'inspections.requests': [{ limit: '50' }],
  'inspections.opened': [{ limit: '50' }],
  'integrityChecks.list': [{ limit: '20' }],
  'integrityChecks.findings': [{ limit: '20' }],
  'trailReviews.list': [{ limit: '20' }],
  'trailReviews.next': [{ from: '2099-01-01' }, { group: 'people' }],
  'auditTrail.list': [
    { limit: '50' },
    { limit: '50', group: 'training' },
    { limit: '50', about: 'u_bench_000002' },
    { limit: '50', sinceReview: 'true' },
    { limit: '50', q: 'bench' },
    { limit: '50', to: '2020-01-01' },
  ],
  'assignments.list': [
    { limit: '50' },
    { limit: '50', sort: '-completedAt' },
    { limit: '50', status: 'overdue' },
    matched({ limit: '50' }),
  ],
  'assignments.mine': [{ limit: '1000', sort: 'due' }, { moduleId: '1' }],
  'assignments.onboardingEffect': [{ jobTitle: 'Nurse' }],
  'assignments.employeeAssignments': [{ limit: '1000', sort: 'due' }],
  'assignments.employeeCompletions': [{ limit: '20', sort: '-completedAt' }],
  'certificates.list': [{ limit: '50' }, matched({ limit: '50' })],
  'hr.cvs': [{ limit: '50', sort: 'name' }, { limit: '50', state: 'expired' }, matched({ limit: '50' })],
  'hr.agreements': [{ limit: '50' }, { limit: '50', tab: 'ended' }, matched({ limit: '50' })],
  'hr.agreementParties': [{ limit: '20' }, { limit: '20', q: word }],
  'hr.documents': [{ limit: '50' }],
  'hr.audience': [{ everybody: 'true' }],
  'hr.readers': [{ limit: '50', sort: 'name' }],
  'hr.registrations': [{ limit: '10', sort: 'validUntil' }],
  'curricula.entries': [{ limit: '100' }],
  'curricula.matrices': [{ sort: 'name', limit: '20' }, all],
  'curricula.departments': [{ sort: 'name', limit: '20' }],
  'curricula.people': [
    { group: 'assigned', limit: '25', matrixId: '1' },
    { group: 'waiting', limit: '25', matrixId: '1' },
    { group: 'assigned', limit: '25' },
  ],
  'outbox.list': [
    { sort: '-createdAt', limit: '50' },
    { sort: '-createdAt', limit: '50', state: 'sent' },
    { sort: '-createdAt', limit: '50', q: 'person431@' },
  ],
  'outbox.recipients': [{ audience: 'everyone' }],
  'mailTexts.list': [{ language: 'en' }],
  'notifications.list': [{ limit: '20' }],
};

/** Who calls: learners what is their own, managers what is of their team, else an administrator; managers also what they share. */
function callersOf({ access }: AnyEndpoint): readonly Caller[] {
  if (!('permission' in access)) return ['learner'];
  const { permission } = access;
  if (permission === 'training.own' || permission === 'account.own') return ['learner'];
  if (permission === 'team.view') return ['manager'];
  return managersToo.has(permission) ? ['admin', 'manager'] : ['admin'];
}

const managersToo: ReadonlySet<string> = new Set([
  'people.list',
  'assignments.list',
  'reports.view',
  'reminders.send',
  'modules.list',
  'notifications.own',
]);

/** Some data sets have a permission of their own. */
function isManagers({ dataSet }: Query): boolean {
  const own = dataSetNames.find((name) => name === dataSet);
  return own === undefined || managersToo.has(dataSets[own].permission);
}

/** One address of a call as one of the callers asks for it. */
export interface Asking {
  readonly id: string;
  readonly caller: Caller;
  readonly path: string;
}

/** The fixed part before each parameter of a path, and the parameter. */
const parametersOf = (path: string) =>
  [...path.matchAll(/([\w-]+)\/:(\w+)/g)].map(([, before = '', name = '']) => ({ before, name }));

/** What is wrong with the lists above, seen from the contract: empty when every GET is measured or says why not. */
export function gapsOf(catalogue: readonly AnyEndpoint[]): readonly string[] {
  const gets = catalogue.filter(({ method }) => method === 'GET');
  const known = new Set(gets.map(({ id }) => id));
  return [
    ...[...Object.keys(notMeasured), ...Object.keys(sent)]
      .filter((id) => !known.has(id))
      .map((id) => `${id} is no GET of the contract`),
    ...gets
      .filter(({ id }) => id in notMeasured && id in sent)
      .map(({ id }) => `${id} is measured and is not`),
    ...gets
      .filter(({ id }) => !(id in notMeasured))
      .flatMap((endpoint) => [...unfilled(endpoint), ...refused(endpoint)]),
  ];
}

const unfilled = ({ id, path }: AnyEndpoint): readonly string[] =>
  parametersOf(path)
    .filter(({ before }) => !(id in fillings) && !(before in fillings) && before !== 'manager')
    .map(({ name }) => `${id}: nothing fills :${name}`);

const refused = ({ id, query }: AnyEndpoint): readonly string[] =>
  (sent[id] ?? [{}])
    .filter((one) => query && !query.safeParse(one).success)
    .map((one) => `${id} refuses ${JSON.stringify(one)}`);

/** Every address that is measured, filled from a world. */
export async function askings(
  catalogue: readonly AnyEndpoint[],
  admin: pg.Pool,
  callers: Callers,
): Promise<readonly Asking[]> {
  const found: Asking[] = [];
  for (const endpoint of catalogue) {
    const { id, method } = endpoint;
    if (method !== 'GET' || id in notMeasured) continue;
    for (const caller of callersOf(endpoint)) {
      const path = await filledPath(endpoint, admin, callers);
      for (const query of (sent[id] ?? [{}]).filter((one) => caller === 'admin' || isManagers(one))) {
        const search = new URLSearchParams(query).toString();
        found.push({ id, caller, path: search === '' ? path : `${path}?${search}` });
      }
    }
  }
  return found;
}

async function filledPath({ id, path }: AnyEndpoint, admin: pg.Pool, callers: Callers): Promise<string> {
  let filled: string = path;
  for (const { before, name } of parametersOf(path)) {
    const value =
      before === 'manager' ? callers.manager.id : await valueOf(admin, fillings[id] ?? fillings[before]);
    filled = filled.replace(`:${name}`, encodeURIComponent(value));
  }
  return filled;
}

async function valueOf(admin: pg.Pool, statement = ''): Promise<string> {
  const { rows } = await admin.query<string[]>({ text: statement, rowMode: 'array' });
  return String(rows[0]?.[0]);
}
