create table expiry_sends (
  id integer generated always as identity,
  kind text not null,
  subject_id integer not null,
  rule_id integer not null,
  audience text not null,
  day date not null,
  step_day date not null,
  created_at timestamp with time zone default app_now() not null,
  constraint expiry_sends_pkey PRIMARY KEY (id),
  constraint expiry_sends_kind_subject_id_rule_id_day_key UNIQUE (kind, subject_id, rule_id, day),
  constraint expiry_sends_rule_id_fkey FOREIGN KEY (rule_id) REFERENCES reminder_rules(id),
  constraint expiry_sends_audience_check CHECK ((audience = ANY (ARRAY['person'::text, 'hr'::text, 'admins'::text]))),
  constraint expiry_sends_kind_check CHECK ((kind = ANY (ARRAY['cv'::text, 'notice'::text, 'agreement'::text, 'review'::text, 'registration'::text, 'reading'::text]))),
  constraint expiry_sends_match_check CHECK (((kind <> 'registration'::text) OR (audience <> 'person'::text)))
);
comment on table expiry_sends is 'Steps of the schedule that were told of documents that expire; also to who has switched mails off.';
comment on column expiry_sends.subject_id is 'The document, agreement or registration, as kind says; it may be gone since.';
comment on column expiry_sends.step_day is 'The day on which it was to go.';
CREATE INDEX expiry_sends_rule_index ON public.expiry_sends USING btree (rule_id);
CREATE INDEX expiry_sends_told_index ON public.expiry_sends USING btree (kind, subject_id, audience, day, step_day);
grant insert, select on expiry_sends to application;
