-- The session of a request, as server/domains/accounts/authenticate.ts asks for it: $1 is the key of the session.
select s.sid, s.auth_method, s.created_at as session_created_at, s.absolute_expire, s.last_input_at,
  least(
    case when jsonb_typeof(u.settings -> 'sessionTimeout') = 'number'
      then greatest(5, least(480, (u.settings ->> 'sessionTimeout')::numeric))::int else 60 end,
    coalesce(o.max_session_timeout, 480)) as idle_minutes,
  coalesce(s.sess -> 'temporaryCredential' = 'true', false) as temporary_credential,
  s.auth_method is distinct from 'provider'
    and (u.must_change_password or coalesce(s.sess -> 'passwordChangeAsked' = 'true', false)) as must_change_password,
  u.id, u.email, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name, u.role,
  u.organization_id, u.department_id, u.manager_id,
  case when u.settings ->> 'language' in ('en', 'es', 'fr', 'de') then u.settings ->> 'language' else 'en' end as language,
  coalesce(o.time_zone, 'UTC') as time_zone,
  (select json_agg(json_build_object('kind', g.kind, 'organizationId', g.organization_id))
    from user_grants g
    where g.user_id = u.id and g.revoked_at is null and g.valid_from <= app_now()
      and (g.valid_until is null or app_now() < g.valid_until)) as grants
from sessions s join users u on u.id = s.user_id left join organizations o on o.id = u.organization_id
where s.sid = $1 and app_now() < s.absolute_expire
  and app_now() < s.last_input_at + make_interval(mins => least(
    case when jsonb_typeof(u.settings -> 'sessionTimeout') = 'number'
      then greatest(5, least(480, (u.settings ->> 'sessionTimeout')::numeric))::int else 60 end,
    coalesce(o.max_session_timeout, 480)))
  and u.is_active and u.erased_at is null and o.is_active is not false
