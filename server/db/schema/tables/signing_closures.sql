create table signing_closures (
  id integer generated always as identity,
  user_id text not null,
  cause text not null,
  caused_by text,
  caused_at timestamp with time zone default app_now() not null,
  mailbox_proved_at timestamp with time zone,
  opened_at timestamp with time zone,
  opening text,
  confirmation_id integer,
  constraint signing_closures_pkey PRIMARY KEY (id),
  constraint signing_closures_caused_by_fkey FOREIGN KEY (caused_by) REFERENCES users(id),
  constraint signing_closures_confirmation_id_fkey FOREIGN KEY (confirmation_id) REFERENCES signing_confirmations(id),
  constraint signing_closures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint signing_closures_cause_check CHECK ((cause = ANY (ARRAY['account_created'::text, 'credential_issued'::text, 'email_changed'::text, 'authenticator_reset'::text, 'link_elsewhere'::text, 'name_changed'::text]))),
  constraint signing_closures_check CHECK (((opened_at IS NULL) = (opening IS NULL))),
  constraint signing_closures_check1 CHECK ((COALESCE((opening = 'second_person'::text), false) = (confirmation_id IS NOT NULL))),
  constraint signing_closures_opening_check CHECK ((opening = ANY (ARRAY['mailbox'::text, 'authenticator'::text, 'provider'::text, 'passkey'::text, 'second_person'::text, 'new_account'::text])))
);
comment on table signing_closures is 'Acts of others after which a person could not sign, and by what the person proved who they are (SIG-05).';
comment on column signing_closures.caused_by is 'Who acted; null where that is not known.';
CREATE INDEX signing_closures_caused_by_index ON public.signing_closures USING btree (caused_by);
CREATE INDEX signing_closures_confirmation_index ON public.signing_closures USING btree (confirmation_id);
CREATE INDEX signing_closures_open_index ON public.signing_closures USING btree (user_id) WHERE (opened_at IS NULL);
CREATE INDEX signing_closures_user_index ON public.signing_closures USING btree (user_id, id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on signing_closures to application;
