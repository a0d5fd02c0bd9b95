import { sql } from 'kysely';
import { createDatabase } from '#server/db/database.ts';
import { backdateTrailSql } from '#server/demo/backdate-trail.ts';
import { runCommand } from '#server/platform/command/run-command.ts';
import type { Services } from '#server/platform/services.ts';

/**
 * Creates the past of the demo that matches its dates. 'As of' a day of last year then shows the people and trainings of that
 * time (RPT-04), as the trend does. Triggers write histories with the current time only, and the application's role may not
 * change them, so this requires the owner of the schema. The trail records it like every change.
 */
export async function seedPast(services: Services, adminUrl: string): Promise<void> {
  const owner = createDatabase(adminUrl, { max: 1 });
  try {
    await runCommand(
      { ...services, db: owner.db },
      { action: 'demo.past', actorId: null, reason: 'Demo data: invented people with an invented past.' },
      async ({ db }) => {
        // Recently invited people also have older trainings: their period starts with the first one, as in the trend.
        await sql`
          update user_periods p set valid_from = least(u.created_at, a.first)
          from users u left join lateral (
            select min(assigned_date) as first from training_assignments where user_id = u.id) a on true
          where u.id = p.user_id and p.valid_to is null`.execute(db);
        await sql`
          insert into sign_in_history (user_id, at)
          select id, onboarded_at from users where onboarded_at is not null on conflict do nothing`.execute(
          db,
        );
        await sql`update training_assignments set created_at = assigned_date`.execute(db);
        // Modules are published before anybody is assigned them.
        await sql`
          with first as (
            select module_id, min(assigned_date) - interval '30 days' as at from training_assignments group by module_id
          ), versions as (
            update module_versions v set created_at = f.at, published_at = f.at, effective_from = f.at
            from first f where f.module_id = v.module_id and v.number = 1 and v.published_at is not null
          )
          update training_modules m set created_at = f.at from first f where f.module_id = m.id`.execute(db);
        // The history that the triggers recorded during seeding contains only intermediate states.
        await sql`delete from assignment_history`.execute(db);
        await sql`
          insert into assignment_history (assignment_id, replaced_at, module_version_id, assigned_date, due_date, status, score,
            started_at, completed_at)
          select a.id, s.at, a.module_version_id, a.assigned_date, a.due_date, s.status, s.score, s.started_at, s.completed_at
          from training_assignments a
          cross join lateral (
            select coalesce(max(r.kind) = 'backdated', false) as afterwards
            from training_records r where r.assignment_id = a.id
          ) r
          cross join lateral (values
            (case when r.afterwards then null else a.started_at end, 'not_started', null::numeric, null::timestamptz, null::timestamptz),
            (case when a.completed_at is null then null when r.afterwards then app_now() else a.completed_at end,
              case when a.started_at is null or r.afterwards then 'not_started' else 'in_progress' end, null,
              case when r.afterwards then null else a.started_at end, null),
            (a.voided_at,
              case when a.completed_at is not null then 'completed' when a.started_at is not null then 'in_progress' else 'not_started' end,
              a.score, a.started_at, a.completed_at)
          ) s (at, status, score, started_at, completed_at)
          where s.at is not null
          on conflict do nothing`.execute(db);
        await sql.raw(backdateTrailSql).execute(db);
      },
    );
  } finally {
    await owner.close();
  }
}
