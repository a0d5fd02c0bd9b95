create table webhook_secrets (
  id text not null,
  webhook_id integer not null,
  ciphertext text not null,
  key_id text not null,
  created_at timestamp with time zone default app_now() not null,
  ends_at timestamp with time zone,
  constraint webhook_secrets_pkey PRIMARY KEY (id),
  constraint webhook_secrets_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
comment on table webhook_secrets is 'Secrets that sign deliveries; after a rotation the earlier one signs too until it ends.';
comment on column webhook_secrets.ends_at is 'Null: the current secret.';
CREATE UNIQUE INDEX webhook_secrets_current_key ON public.webhook_secrets USING btree (webhook_id) WHERE (ends_at IS NULL);
CREATE INDEX webhook_secrets_webhook_index ON public.webhook_secrets USING btree (webhook_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on webhook_secrets to application;
