create table signing_confirmations (
  id integer generated always as identity,
  user_id text not null,
  reason text not null,
  confirmed_by text not null,
  confirmed_at timestamp with time zone not null,
  constraint signing_confirmations_pkey PRIMARY KEY (id),
  constraint signing_confirmations_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  constraint signing_confirmations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint signing_confirmations_check CHECK ((confirmed_by <> user_id)),
  constraint signing_confirmations_reason_check CHECK ((btrim(reason) <> ''::text))
);
comment on table signing_confirmations is 'Somebody else signed for who a person is, so that the person may sign again (SIG-05).';
CREATE INDEX signing_confirmations_confirmed_by_index ON public.signing_confirmations USING btree (confirmed_by);
CREATE INDEX signing_confirmations_user_index ON public.signing_confirmations USING btree (user_id);
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON public.signing_confirmations FOR EACH ROW EXECUTE FUNCTION audit.refuse_change();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select on signing_confirmations to application;
