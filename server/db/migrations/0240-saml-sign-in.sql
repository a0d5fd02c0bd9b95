-- AUTH-18: signing in by SAML.

-- What was used once: the ids of answered requests, of accepted assertions and of requests to sign out.
create table saml_used_ids (
  id_hash text primary key check (id_hash ~ '^[0-9a-f]{64}$'),
  expires_at timestamptz not null
);
comment on table saml_used_ids is 'Ids of SAML messages that were used: none counts twice (AUTH-18).';
create index saml_used_ids_expiry_index on saml_used_ids (expires_at);

comment on table external_identities is 'Who a person is at an OpenID provider or SAML identity provider: issuer and subject decide, never the address (AUTH-03, AUTH-18, T18).';

--! attach audit
