-- Completion report: one page of people in the order of names with their kept figures. $1 is the length of the page.
select u.id as "userId", u.first_name as "firstName", u.last_name as "lastName", u.email, u.job_title as "jobTitle",
  d.name as "departmentName", o.name as "organizationName", u.is_active as "isActive",
  greatest(u.last_sign_in_at, f.last_change) as "lastActivity", f.completed as "completedAssignments",
  f.in_progress as "inProgressAssignments", f.overdue as "overdueAssignments", f.expired as "expiredAssignments",
  f.total as "totalAssignments"
from (
  select * from users where erased_at is null order by lower(last_name), lower(first_name), id limit $1
) u
join person_figures f on f.user_id = u.id
left join organizations o on o.id = u.organization_id left join departments d on d.id = u.department_id
order by lower(u.last_name), lower(u.first_name), u.id
