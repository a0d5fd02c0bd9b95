CREATE OR REPLACE FUNCTION public.mark_past_changes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into figure_changes (user_id, since)
  select user_id, min(past)::date from (
    select user_id, least(case when count(assigned_date) = 1 or min(assigned_date) <> max(assigned_date) then min(assigned_date) end,
      case when count(completed_at) = 1 or min(completed_at) <> max(completed_at) then min(completed_at) end,
      case when count(voided_at) = 1 or min(voided_at) <> max(voided_at) then min(voided_at) end,
      case when count(due_date) = 1 or min(due_date) <> max(due_date) then min(due_date)::timestamp at time zone 'UTC' end,
      case when count(next_renewal_date) = 1 or min(next_renewal_date) <> max(next_renewal_date) then min(next_renewal_date)::timestamp at time zone 'UTC' end,
      case when count(required_to) = 1 or min(required_to) <> max(required_to) then min(required_to) end) as past
    from (
      select *, coalesce(no_longer_required_at, case when is_required then 'infinity' else assigned_date end) as required_to from (
        (select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from new_rows except select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from old_rows)
        union all
        (select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from old_rows except select id, user_id, assigned_date, completed_at, voided_at, due_date, next_renewal_date, is_required, no_longer_required_at from new_rows)
      ) both_states
    ) d group by id, user_id
  ) c
  where past < app_now() - interval '15 minutes' group by user_id;
  return null;
end $function$;
