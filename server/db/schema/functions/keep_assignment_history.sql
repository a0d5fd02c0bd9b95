CREATE OR REPLACE FUNCTION public.keep_assignment_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into assignment_history as h (assignment_id, replaced_at, module_version_id, assigned_date, due_date, status, score,
    started_at, completed_at, due_command_id)
  values (old.id, app_now(), old.module_version_id, old.assigned_date, old.due_date, old.status, old.score, old.started_at,
    old.completed_at, case when old.due_date is distinct from new.due_date then (audit.open_command()).id end)
  on conflict (assignment_id, replaced_at) do update set due_command_id = excluded.due_command_id
    where h.due_command_id is null and excluded.due_command_id is not null;
  return null;
end $function$;
