-- The session of a request: whose it is, and that it still counts. $1 is the key of the session.
select u.id, u.role, u.organization_id
from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
where s.sid = $1 and app_now() < s.absolute_expire and app_now() < s.last_input_at + interval '60 minutes'
  and u.is_active and u.erased_at is null and o.is_active is not false
