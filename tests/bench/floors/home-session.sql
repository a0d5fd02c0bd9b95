-- Who asks, and what the frame of My Training shows of the person: $1 is the key of the session.
select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName", u.role, u.settings, o.name as "organizationName",
  coalesce(o.time_zone, 'UTC') as "timeZone", m.first_name as "managerFirstName", m.last_name as "managerLastName",
  m.email as "managerEmail", m.job_title as "managerJobTitle",
  (select count(*)::int from hr_acknowledgements k where k.user_id = u.id and k.acknowledged_at is null and k.withdrawn_at is null) as documents
from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
  left join users m on m.id = u.manager_id
where s.sid = $1 and app_now() < s.absolute_expire and u.is_active
