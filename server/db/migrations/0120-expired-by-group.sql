-- CMP-03: sums of groups know the expired modules of their people beside the overdue ones.

alter table group_figures add column expired bigint not null default 0;

update group_figures g set expired = s.expired
from (
  select organization_id, department_id, role, sum(expired) as expired from person_figures
  where is_active group by organization_id, department_id, role
) s
where g.organization_id is not distinct from s.organization_id
  and g.department_id is not distinct from s.department_id and g.role = s.role;

alter table group_figures alter column expired drop default;

comment on column group_figures.expired is 'Modules whose last completion has expired, whether or not a renewal is open.';
