create table saml_used_ids (
  id_hash text not null,
  expires_at timestamp with time zone not null,
  constraint saml_used_ids_pkey PRIMARY KEY (id_hash),
  constraint saml_used_ids_id_hash_check CHECK ((id_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on table saml_used_ids is 'Ids of SAML messages that were used: none counts twice (AUTH-18).';
CREATE INDEX saml_used_ids_expiry_index ON public.saml_used_ids USING btree (expires_at);
grant delete, insert, select, update on saml_used_ids to application;
