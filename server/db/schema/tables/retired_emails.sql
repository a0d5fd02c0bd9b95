create table retired_emails (
  email_hmac text not null,
  user_id text not null,
  retired_at timestamp with time zone default app_now() not null,
  constraint retired_emails_pkey PRIMARY KEY (email_hmac),
  constraint retired_emails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint retired_emails_email_hmac_check CHECK ((email_hmac ~ '^[0-9a-f]{64}$'::text))
);
comment on table retired_emails is 'Keyed hashes of erased and former addresses, which nobody else may get; the key stands outside the database.';
CREATE INDEX retired_emails_user_index ON public.retired_emails USING btree (user_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on retired_emails to application;
