-- MTX-01, MTX-06: matrices can be removed, and a setting names the department of the fourth summary card.

-- A matrix that was in use stands in memberships and assignments: it is archived, and its name is free again.
alter table training_matrices add column archived_at timestamptz;
comment on column training_matrices.archived_at is 'Removed, but people were assigned by it: kept without entries and members.';
drop index training_matrices_name_key;
create unique index training_matrices_name_key on training_matrices (organization_id, lower(name)) nulls not distinct
  where archived_at is null;
create index training_matrices_organization_index on training_matrices (organization_id);

--! attach audit

--! command: matrix upkeep

insert into settings (key, value)
select 'matrix.featuredDepartment', jsonb_build_object('departmentId', id)
from departments where lower(name) = 'clinical research' order by id limit 1
on conflict do nothing;
