-- RPT-05: the history of assignments names the commands that moved due dates.

-- RPT-05: a due date that was moved shows the first one, who moved it and why. The history names the command of each move:
-- actor and reason stand in the trail, where an erasure finds them. Of several changes in one transaction the row says the
-- first state.
alter table assignment_history add column due_command_id bigint;
comment on column assignment_history.due_command_id is 'The command that moved the due date, by its event in the trail; null where it stayed.';

update assignment_history h set due_command_id = e.command_id
from audit.events e
where e.object_type = 'training_assignments' and e.kind = 'update' and e.object_id = h.assignment_id::text and e.at = h.replaced_at
  and coalesce(e.payload, e.residual)::jsonb -> 'before' ? 'due_date';
create index assignment_history_moves_index on assignment_history (assignment_id, replaced_at) where due_command_id is not null;

create or replace function keep_assignment_history() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into assignment_history as h (assignment_id, replaced_at, module_version_id, assigned_date, due_date, status, score,
    started_at, completed_at, due_command_id)
  values (old.id, app_now(), old.module_version_id, old.assigned_date, old.due_date, old.status, old.score, old.started_at,
    old.completed_at, case when old.due_date is distinct from new.due_date then (audit.open_command()).id end)
  on conflict (assignment_id, replaced_at) do update set due_command_id = excluded.due_command_id
    where h.due_command_id is null and excluded.due_command_id is not null;
  return null;
end $$;
