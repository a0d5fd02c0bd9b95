import { sql, type Kysely } from 'kysely';
import type { ImportPlan, PlannedRow } from '#shared/domain/people/import/plan-types.ts';
import type { DB } from '#server/db/db.d.ts';
import type { CommandTransaction } from '#server/platform/command/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { rehearseCommand } from '#server/platform/command/run-command.ts';
import { applyPlan, lockForImport, type Chosen } from './apply-plan.ts';
import type { ImportFigures } from './imports.store.ts';
import { planHashOf } from './read-plan.ts';

/** The effect of an import on people's trainings. */
export interface TrainingsOfImport {
  readonly figures: ImportFigures['trainings'];
  /** SHA-256 over the trainings that people get and lose, by email because new people have no id yet. */
  readonly hash: string;
}

/** Returns the effect of this command on trainings, read in its transaction, in which the clock does not advance. */
async function trainingsOf(db: Kysely<DB>, userIds: readonly string[]): Promise<TrainingsOfImport> {
  const { rows } = await sql<ImportFigures['trainings'] & { hash: string }>`
    with moved as (
      select a.user_id, a.module_id, a.due_date, case when a.created_at = app_now() then 'assigned'
        when a.voided_at = app_now() then 'withdrawn' else 'no_longer_required' end as kind
      from training_assignments a
      where a.user_id = any(${[...userIds]}::text[])
        and (a.created_at = app_now() or a.voided_at = app_now() or a.no_longer_required_at = app_now())
    )
    select count(*) filter (where kind = 'assigned')::int as assigned,
      count(distinct m.user_id) filter (where kind = 'assigned')::int as people,
      count(*) filter (where kind = 'withdrawn')::int as withdrawn,
      count(*) filter (where kind = 'no_longer_required')::int as no_longer_required,
      encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', kind, lower(u.email), module_id, due_date), E'\n'
        order by kind collate "C", lower(u.email) collate "C", module_id), ''), 'UTF8')), 'hex') as hash
    from moved m join users u on u.id = m.user_id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('an effect without figures');
  const { hash, ...figures } = row;
  return { figures, hash };
}

/** Carries out a plan and returns its effect, with the hash by which a confirmation recognizes it. */
export async function applyWithEffect(tx: CommandTransaction, plan: ImportPlan, chosen: Chosen) {
  const { ids, concerned } = await applyPlan(tx, plan, chosen);
  await tx.runSubscribers();
  const trainings = await trainingsOf(tx.db, concerned);
  return { ids, planHash: planHashOf(plan, trainings.hash), figures: figuresOf(plan, trainings.figures) };
}

/**
 * Returns the effect of a plan, found by carrying it out and rolling back; for a plan with bad rows only the content of the rows.
 */
export async function rehearsePlan(services: Services, actorId: string, plan: ImportPlan) {
  if (plan.rows.some(({ outcome }) => outcome === 'bad')) {
    const none = { assigned: 0, people: 0, withdrawn: 0, noLongerRequired: 0 };
    return { planHash: planHashOf(plan, ''), figures: figuresOf(plan, none) };
  }
  const chosen = { deactivateMissing: false, invite: false };
  return rehearseCommand(services, { actorId, action: 'people.imported' }, async (tx) => {
    await lockForImport(tx);
    const { planHash, figures } = await applyWithEffect(tx, plan, chosen);
    return { planHash, figures };
  });
}

/** How many names of new departments and job titles are listed. */
const namesTold = 50;

function figuresOf(plan: ImportPlan, trainings: ImportFigures['trainings']): ImportFigures {
  const counts = new Map<PlannedRow['outcome'], number>();
  for (const { outcome } of plan.rows) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const of = (outcome: PlannedRow['outcome']): number => counts.get(outcome) ?? 0;
  const becomes = (role: string): number =>
    plan.rows.filter(
      ({ outcome, userId, after, fields }) =>
        outcome !== 'bad' && after.role === role && (userId === null || fields.includes('role')),
    ).length;
  return {
    bad: of('bad'),
    created: of('created'),
    reactivated: of('reactivated'),
    deactivated: of('deactivated'),
    moved: of('moved'),
    changed: of('changed'),
    unchanged: of('unchanged'),
    missing: plan.missing.length,
    newAdministrators: becomes('admin'),
    newManagers: becomes('manager'),
    changedEmails: plan.rows.filter(({ outcome, fields }) => outcome !== 'bad' && fields.includes('email'))
      .length,
    newDepartments: plan.newDepartments.length,
    departmentNames: plan.newDepartments.slice(0, namesTold).map(({ name }) => name),
    newJobTitles: plan.newJobTitles.length,
    jobTitleNames: plan.newJobTitles.slice(0, namesTold),
    trainings,
  };
}
