-- The floor of creating a person of a directory: the account and what the directory sent, in one statement of one transaction, with the
-- triggers that write the trail. $1 is the id, $2 the email and userName, $3 what the directory sent.
with account as (
  insert into users (id, email, first_name, last_name, role, is_active, must_change_password)
  values ($1, $2, 'Ana', 'Ruiz', 'learner', true, false) returning id
)
insert into directory_people (user_id, user_name, attributes) select id, $2, $3::jsonb from account
