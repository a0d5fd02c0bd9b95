create table external_identities (
  id integer generated always as identity,
  issuer text not null,
  subject text not null,
  user_id text not null,
  linked_at timestamp with time zone default app_now() not null,
  last_used_at timestamp with time zone default app_now() not null,
  constraint external_identities_pkey PRIMARY KEY (id),
  constraint external_identities_issuer_subject_key UNIQUE (issuer, subject),
  constraint external_identities_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint external_identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint external_identities_issuer_check CHECK (((length(issuer) >= 1) AND (length(issuer) <= 500))),
  constraint external_identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
comment on table external_identities is 'Who a person is at an OpenID provider or SAML identity provider: issuer and subject decide, never the address (AUTH-03, AUTH-18, T18).';
comment on column external_identities.subject is 'The provider''s own id of the person.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on external_identities to application;
