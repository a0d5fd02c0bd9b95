-- AUTH-03: accounts and the people at OpenID providers who may sign in to them.

create table external_identities (
  id integer generated always as identity primary key,
  issuer text not null check (length(issuer) between 1 and 500),
  subject text not null check (length(subject) between 1 and 255),
  user_id text not null references users,
  linked_at timestamptz not null default app_now(),
  last_used_at timestamptz not null default app_now(),
  unique (issuer, subject),
  unique (user_id, issuer)
);
comment on table external_identities is 'Who a person is at an OpenID provider: issuer and subject decide, never the address (AUTH-03, T18).';
comment on column external_identities.subject is 'The provider''s own id of the person.';

--! attach audit
