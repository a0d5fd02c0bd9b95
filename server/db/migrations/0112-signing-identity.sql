-- SIG-05: signing is closed after acts of others on an account, until its person has proved who they are.

-- SIG-05: what closed signing of a person, by what it was opened again, and who confirmed who the person is.
create table signing_confirmations (
  id integer generated always as identity primary key,
  user_id text not null references users,
  reason text not null check (btrim(reason) <> ''),
  confirmed_by text not null references users,
  confirmed_at timestamptz not null,
  check (confirmed_by <> user_id)
);
comment on table signing_confirmations is 'Somebody else signed for who a person is, so that the person may sign again (SIG-05).';
create index signing_confirmations_user_index on signing_confirmations (user_id);
create index signing_confirmations_confirmed_by_index on signing_confirmations (confirmed_by);

create table signing_closures (
  id integer generated always as identity primary key,
  user_id text not null references users,
  cause text not null check (cause in
    ('account_created', 'credential_issued', 'email_changed', 'authenticator_reset', 'link_elsewhere', 'name_changed')),
  caused_by text references users,
  caused_at timestamptz not null default app_now(),
  -- The regulated profile: the person chose a password by a link to the own mailbox; it opens nothing by itself.
  mailbox_proved_at timestamptz,
  opened_at timestamptz,
  opening text check (opening in ('mailbox', 'authenticator', 'provider', 'passkey', 'second_person', 'new_account')),
  confirmation_id integer references signing_confirmations,
  check ((opened_at is null) = (opening is null)),
  check (coalesce(opening = 'second_person', false) = (confirmation_id is not null))
);
comment on table signing_closures is 'Acts of others after which a person could not sign, and by what the person proved who they are (SIG-05).';
comment on column signing_closures.caused_by is 'Who acted; null where that is not known.';
create index signing_closures_user_index on signing_closures (user_id, id);
create index signing_closures_open_index on signing_closures (user_id) where opened_at is null;
create index signing_closures_caused_by_index on signing_closures (caused_by);
create index signing_closures_confirmation_index on signing_closures (confirmation_id);

alter table users add column signing_email text;
comment on column users.signing_email is 'The address before administrators changed it: there the person proves who they are. Null: the email of the account.';

alter table one_time_tokens drop constraint one_time_tokens_kind_check;
alter table one_time_tokens add constraint one_time_tokens_kind_check
  check (kind in ('password_reset', 'email_confirmation', 'email_stop', 'invitation', 'cv_request', 'signing_request'));
comment on column one_time_tokens.payload is 'Where a link was mailed to, or the address that it gives back; of a request to confirm an identity the session and the password that it was made with.';

alter table signatures drop constraint signatures_record_type_check;
alter table signatures add constraint signatures_record_type_check check (record_type in
  ('training_records', 'hr_document_versions', 'hr_agreements', 'hr_acknowledgements', 'verify_acknowledgements', 'signing_confirmations'));
alter table signatures add column signing_confirmation_id integer
  generated always as (case when record_type = 'signing_confirmations' then record_id end) stored references signing_confirmations;
create index signatures_signing_confirmation_index on signatures (signing_confirmation_id)
  where signing_confirmation_id is not null;

--! attach audit

-- Passwords that administrators know by now close signing as those that they issue from now on.
do $$ begin
  if exists (select 1 from temporary_credentials where ended_at is null and issued_by is not null) then
    perform audit.begin_command('system.migrate', null, 'SIG-05', '{}') where (audit.open_command()).id is null;
    insert into signing_closures (user_id, cause, caused_by, caused_at)
    select c.user_id, 'credential_issued', c.issued_by, c.created_at
    from temporary_credentials c join users u on u.id = c.user_id
    where c.ended_at is null and c.issued_by is not null and u.last_sign_in_at is not null and u.erased_at is null;
  end if;
end $$;
