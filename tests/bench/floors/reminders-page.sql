-- Reminder dialog: the first $1 people in the order of names who have something overdue, with the reminder that each got last.
select u.id, u.first_name as "firstName", u.last_name as "lastName", u.email, o.name as "organizationName",
  d.name as "departmentName", f.overdue as "overdueCount", f.in_progress + f.not_started as "pendingCount",
  f.expired as "expiredCount", u.last_sign_in_at is null or u.must_change_password as "invitationOpen", r.type, r.sent_at
from users u join person_figures f on f.user_id = u.id and f.overdue > 0
left join organizations o on o.id = u.organization_id left join departments d on d.id = u.department_id
left join lateral (
  select type, sent_at from manual_reminders m where m.user_id = u.id order by m.sent_at desc, m.id desc limit 1
) r on true
where u.erased_at is null and u.is_active and o.is_active is not false
order by lower(u.last_name), lower(u.first_name), u.id limit $1
