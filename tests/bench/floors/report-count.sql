-- The completion report. How many people the report has.
select count(*)::int as total from (
select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, u.last_sign_in_at,
  u.organization_id, o.name as organization_name, d.name as department_name,
  coalesce(z.today, today_in('UTC')) as today
from users u
left join organizations o on o.id = u.organization_id
left join (select id, today_in(time_zone) as today from organizations) z on z.id = u.organization_id
left join departments d on d.id = u.department_id
where u.erased_at is null and true) people
