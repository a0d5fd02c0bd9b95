import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { CompletionPolicy } from '#shared/domain/modules/completion-policy.ts';
import { insertRecord, openRenewals, peopleToRenew } from '#server/domains/assignments/index.ts';
import { signCertificates } from '#server/domains/certificates/index.ts';
import { setFeaturedDepartment } from '#server/domains/curricula/index.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { signDemo } from './demo-signatures.ts';
import { demoOrganizations } from './people.ts';

/** The modules for everybody in an organization, and the additional ones per department. */
const forAll = ['GEN-001', 'GEN-002', 'GEN-004', 'GEN-005'];
const forDepartment: Readonly<Record<string, readonly string[]>> = {
  'Clinical Research': [
    'TP-CRO-001',
    'TP-CRO-002',
    'TP-CRO-003',
    'TP-CRO-004',
    'CP-001',
    'CP-002',
    'TP-QMS-002',
    'AX-103',
  ],
  'Data Management': ['CP-001', 'CP-003', 'TP-QMS-001', 'TP-CRO-004'],
  'Quality Assurance': ['TP-QMS-001', 'TP-QMS-002', 'TP-QMS-003', 'TP-QMS-004', 'CP-003'],
  'Medical Affairs': ['CMO-201', 'CMO-202', 'CMO-203', 'TP-CRO-003'],
  'Project Management': ['GEN-003', 'TP-QMS-001', 'CP-001'],
  'Healthcare Analytics': ['AX-101', 'AX-102', 'CP-003'],
  'Regulatory Affairs': ['TP-QMS-001', 'TP-QMS-003', 'CP-002'],
};

interface DemoAssignment {
  readonly id: number;
  readonly userId: string;
  readonly printedName: string;
  readonly organizationId: number | null;
  readonly timeZone: string;
  readonly moduleId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly versionHash: string;
  readonly title: string;
  readonly reference: string | null;
  readonly completionPolicy: CompletionPolicy;
  readonly passingScore: number | null;
  readonly assignedDate: Date;
  readonly email: string;
  readonly renewalFrequency: number | null;
  readonly neverSignedIn: boolean;
}

/** Matrices, a year of assignments in every state, and signed completions with certificates. */
export async function seedTraining(services: Services): Promise<void> {
  const admin = await services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'admin@demo.example')
    .executeTakeFirstOrThrow();
  await runCommand(services, { action: 'demo.training', actorId: admin.id }, async (tx) => {
    for (const organization of demoOrganizations)
      await insertMatrices(tx, organization.slug, organization.departments);
    await featureDepartment(tx);
    await assignEverybody(tx);
    const assignments = await readAssignments(tx);
    const ofLearner = assignments.filter(({ email }) => email === learner);
    for (const [index, assignment] of assignments.entries()) {
      const place = ofLearner.indexOf(assignment);
      await live(tx, assignment, place < 0 ? fate(index, assignment) : fateOfLearner(place));
    }
    const completions = await tx.db.selectFrom('trainingRecords').select('id').execute();
    await signCertificates(
      tx.db,
      services.config,
      completions.map(({ id }) => id),
    );
    // Does the work of the hourly job.
    await openRenewals(tx, await peopleToRenew(tx.db, '', assignments.length));
  });
}

async function insertMatrices(
  tx: CommandTransaction,
  slug: string,
  departments: readonly string[],
): Promise<void> {
  const insert = async (name: string, department: string | null, references: readonly string[]) => {
    await sql`
      with matrix as (
        insert into training_matrices (name, organization_id, department_id, created_by)
        select ${name}, o.id, d.id, ${tx.actorId} from organizations o
        left join departments d on d.organization_id = o.id and d.name = ${department}
        where o.slug = ${slug} returning id
      )
      insert into training_matrix (matrix_id, module_id, days_to_due, renewal_period, created_by)
      select matrix.id, m.id, 30, case when m.reference in ('CP-001', 'GEN-002') then 24 end, ${tx.actorId}
      from matrix, training_modules m where m.reference = any(${[...references]}::text[])
    `.execute(tx.db);
  };
  await insert('All staff', null, forAll);
  for (const department of departments) await insert(department, department, forDepartment[department] ?? []);
}

/**
 * Selects the department for the fourth card of the matrix page, which counts the modules of the first Clinical Research
 * department (SPEC §2.8).
 */
async function featureDepartment(tx: CommandTransaction): Promise<void> {
  const { id } = await tx.db
    .selectFrom('departments')
    .select('id')
    .where('name', '=', 'Clinical Research')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await setFeaturedDepartment(tx, id);
}

/** Creates in one statement the assignments that the matrices require, for everybody, on days of the last year. */
async function assignEverybody(tx: CommandTransaction): Promise<void> {
  await sql`
    insert into training_assignments (user_id, module_id, module_version_id, assigned_by, assigned_by_user_id,
      assigned_date, due_date, assignment_type, matrix_id, renewal_frequency)
    select w.user_id, w.module_id, w.version_id, w.matrix, ${tx.actorId}, w.day, (w.day at time zone w.zone)::date + 30,
      'matrix', w.matrix_id, w.renewal_period
    from (
      select distinct on (u.id, e.module_id) u.id as user_id, e.module_id, m.current_version_id as version_id,
        x.name as matrix, x.id as matrix_id, e.renewal_period, o.time_zone as zone,
        app_now() - make_interval(days => 8 + abs(hashtext(u.email || m.reference)) % 330) as day
      from users u
      join organizations o on o.id = u.organization_id
      join training_matrices x on x.organization_id = u.organization_id
        and (x.department_id is null or x.department_id = u.department_id)
      join training_matrix e on e.matrix_id = x.id
      join training_modules m on m.id = e.module_id
      order by u.id, e.module_id, x.id
    ) w
    order by w.day
  `.execute(tx.db);
}

async function readAssignments(tx: CommandTransaction): Promise<readonly DemoAssignment[]> {
  const { rows } = await sql<DemoAssignment>`
    select a.id, a.user_id, u.first_name || ' ' || u.last_name as printed_name, u.organization_id, o.time_zone, a.module_id,
      v.id as version_id, v.number as version_number, v.content_hash as version_hash, m.title, m.reference,
      m.completion_policy, m.passing_score, a.assigned_date, u.email, a.renewal_frequency,
      u.last_sign_in_at is null as never_signed_in
    from training_assignments a
    join users u on u.id = a.user_id
    join organizations o on o.id = u.organization_id
    join training_modules m on m.id = a.module_id
    join module_versions v on v.id = a.module_version_id
    order by a.id
  `.execute(tx.db);
  return rows;
}

type Fate = 'completed' | 'expired' | 'in_progress' | 'untouched' | 'overdue' | 'due_soon' | 'due_later';

const learner = 'learner@demo.example';

/** Gives the learner of the demo an assignment in every state. */
function fateOfLearner(place: number): Fate {
  const fates = ['completed', 'overdue', 'in_progress', 'due_soon', 'completed', 'due_later'] as const;
  return fates[place % fates.length] ?? 'completed';
}

/** Decides the state of an assignment: most are completed. */
function fate(index: number, assignment: DemoAssignment): Fate {
  if (assignment.email === 'new@demo.example' || assignment.neverSignedIn) return 'untouched';
  if (assignment.renewalFrequency !== null && index % 11 === 0) return 'expired';
  const turn = (index * 7919) % 100;
  if (turn < 80) return 'completed';
  return turn < 90 ? 'in_progress' : 'untouched';
}

const dayMs = 86_400_000;

async function live(tx: CommandTransaction, assignment: DemoAssignment, state: Fate): Promise<void> {
  const now = tx.services.clock.now().getTime();
  const assigned = assignment.assignedDate.getTime();
  if (state === 'overdue') return assignSince(tx, assignment.id, 33);
  if (state === 'due_soon') return assignSince(tx, assignment.id, 27);
  if (state === 'due_later') return assignSince(tx, assignment.id, 9);
  if (state === 'untouched') {
    // Half of the untouched assignments are recent, so that they are due soon rather than overdue.
    if (assignment.id % 2 === 0) await assignSince(tx, assignment.id, assignment.id % 26);
    return;
  }
  if (state === 'expired') {
    const ago = Math.round((assignment.renewalFrequency ?? 12) * 30.5) + 25 + (assignment.id % 40);
    await assignSince(tx, assignment.id, ago + 20);
    await complete(tx, assignment, new Date(now - ago * dayMs));
    return;
  }
  const wanted = assigned + (3 + (assignment.id % 24)) * dayMs + (assignment.id % 7) * 3_600_000;
  if (state === 'in_progress' || wanted > now) {
    await sql`update training_assignments set status = 'in_progress', started_at = app_now() - interval '2 days'
      where id = ${assignment.id}`.execute(tx.db);
    // Assigned before it was started.
    if (assignment.id % 3 !== 0 || assignment.email === learner)
      await assignSince(tx, assignment.id, 3 + (assignment.id % 24));
    return;
  }
  await complete(tx, assignment, new Date(wanted));
}

/** Assigns a training this number of days ago, due after thirty. */
async function assignSince(tx: CommandTransaction, id: number, days: number): Promise<void> {
  await sql`update training_assignments set assigned_date = app_now() - make_interval(days => ${days}),
    due_date = (app_now() - make_interval(days => ${days}))::date + 30 where id = ${id}`.execute(tx.db);
}

async function complete(
  tx: CommandTransaction,
  assignment: DemoAssignment,
  completedAt: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number; expires: string | null }>`
    select nextval(pg_get_serial_sequence('training_records', 'id'))::int as id,
      ((${completedAt}::timestamptz at time zone ${assignment.timeZone})::date
        + make_interval(months => ${assignment.renewalFrequency}::int))::date as expires`.execute(tx.db);
  const row = rows[0];
  if (!row) throw new Error('the database gave no record number');
  await sql`update training_assignments set started_at = ${completedAt}::timestamptz - interval '1 hour'
    where id = ${assignment.id}`.execute(tx.db);
  const text = await insertRecord(tx, {
    id: row.id,
    organizationId: assignment.organizationId,
    assignmentId: assignment.id,
    cycle: 1,
    userId: assignment.userId,
    moduleId: assignment.moduleId,
    moduleVersionId: assignment.versionId,
    moduleTitle: assignment.title,
    moduleReference: assignment.reference,
    versionNumber: assignment.versionNumber,
    versionHash: assignment.versionHash,
    completionPolicy: assignment.completionPolicy,
    score: assignment.passingScore === null ? null : 80 + (assignment.id % 5) * 5,
    passingScore: assignment.passingScore,
    completedAt,
    timeZone: assignment.timeZone,
    expiresOn: row.expires,
    renewalAnchor: null,
    kind: 'completion',
    recordedBy: null,
    reason: null,
  });
  await signDemo(tx, [
    {
      recordType: 'training_records',
      recordId: row.id,
      text,
      contentHash: assignment.versionHash,
      signerId: assignment.userId,
      printedName: assignment.printedName,
      signedAt: completedAt,
      timeZone: assignment.timeZone,
      meaning: 'read_and_understood',
    },
  ]);
  await sql`
    insert into certificates (number, code, training_record_id, expires_on, issued_at)
    values ('TT-' || to_char(${completedAt}::timestamptz at time zone 'UTC', 'YYYY') || '-'
      || to_char(nextval('certificate_numbers'), 'FM000000'), ${randomBytes(18).toString('base64url')}, ${row.id},
      ${row.expires}, ${completedAt})`.execute(tx.db);
}
