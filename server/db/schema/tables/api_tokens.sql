create table api_tokens (
  id integer generated always as identity,
  name text not null,
  token_hash text not null,
  ending text not null,
  scopes text[] not null,
  organization_id integer,
  last_day date not null,
  created_by text not null,
  created_at timestamp with time zone default app_now() not null,
  revoked_by text,
  revoked_at timestamp with time zone,
  mac text not null,
  constraint api_tokens_pkey PRIMARY KEY (id),
  constraint api_tokens_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint api_tokens_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint api_tokens_revoked_by_fkey FOREIGN KEY (revoked_by) REFERENCES users(id),
  constraint api_tokens_check CHECK (((revoked_by IS NULL) = (revoked_at IS NULL))),
  constraint api_tokens_ending_check CHECK ((ending ~ '^[0-9A-Za-z]{4}$'::text)),
  constraint api_tokens_name_check CHECK (((btrim(name) <> ''::text) AND (length(name) <= 100))),
  constraint api_tokens_scopes_check CHECK ((cardinality(scopes) > 0)),
  constraint api_tokens_token_hash_check CHECK ((token_hash ~ '^[0-9a-f]{64}$'::text))
);
comment on table api_tokens is 'Tokens with which machines call the API; the tokens themselves are never stored.';
comment on column api_tokens.token_hash is 'SHA-256 of the token.';
comment on column api_tokens.ending is 'The last characters of the token, to tell which one it is.';
comment on column api_tokens.organization_id is 'The organization whose records it reaches; null: all.';
comment on column api_tokens.last_day is 'The token is valid to the end of this day, UTC.';
comment on column api_tokens.mac is 'The application''s MAC over the rights of the token: without it the token opens nothing.';
CREATE INDEX api_tokens_created_by_index ON public.api_tokens USING btree (created_by);
CREATE UNIQUE INDEX api_tokens_hash_key ON public.api_tokens USING btree (token_hash);
CREATE INDEX api_tokens_last_day_index ON public.api_tokens USING btree (last_day) WHERE (revoked_at IS NULL);
CREATE INDEX api_tokens_organization_index ON public.api_tokens USING btree (organization_id);
CREATE INDEX api_tokens_revoked_by_index ON public.api_tokens USING btree (revoked_by);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on api_tokens to application;
