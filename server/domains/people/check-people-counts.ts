import { sql, type RawBuilder } from 'kysely';

/** Sums of `people_counts` that differ from those of users (AUD-04); lists of people show them as their length. */
export const wrongPeopleCounts: RawBuilder<{ readonly name: string; readonly detail: string }> = sql`
  select format('people_counts organization %s, %s', coalesce(organization_id::text, 'none'), role) as name,
    format('%s people too many%s%s', sum(people), case when is_active then ', active' else ', inactive' end,
      case when onboarding_completed then ', onboarded' else '' end) as detail
  from (
    select organization_id, role, is_active, onboarding_completed, people from people_counts
    union all
    select organization_id, role, is_active, onboarding_completed, -count(*) from users where erased_at is null group by 1, 2, 3, 4
  ) d
  group by organization_id, role, is_active, onboarding_completed having sum(people) <> 0`;
