-- The floor of creating a person of a directory: every row that must be on disk before the answer, in one statement of one transaction, with
-- the triggers that write the trail: the account, what the directory sent, the invitation with its link, and the notification of each
-- administrator. $1 is the id, $2 the email and userName, $3 what the directory sent, $4 the hash of the link.
with account as (
  insert into users (id, email, first_name, last_name, role, is_active, must_change_password)
  values ($1, $2, 'Ana', 'Ruiz', 'learner', true, false) returning id
), managed as (
  insert into directory_people (user_id, user_name, attributes) select id, $2, $3::jsonb from account
), link as (
  insert into one_time_tokens (kind, token_hash, user_id, payload, mac, expires_at)
  select 'invitation', $4, id, jsonb_build_object('email', $2::text), $4, app_now() + interval '7 days' from account
), mail as (
  insert into mail_outbox (message_id, to_address, user_id, template, category, payload, cause)
  select '<' || $1 || '@bench.example>', $2, id, 'invitation', 'security', jsonb_build_object('secret', $4::text),
    'user.invited users ' || id from account
)
insert into notifications (type, user_id, subject_id, related_id, params, dedupe_key)
select 'user_registered', u.id, a.id, a.id, '{"people": 1}', 'user_registered ' || a.id
from account a, users u where u.role = 'admin' and u.is_active
