create table absences (
  id integer generated always as identity,
  user_id text not null,
  follows integer,
  first_day date not null,
  last_day date,
  return_days integer not null,
  recorded_at timestamp with time zone default app_now() not null,
  recorded_by text not null,
  ended_at timestamp with time zone,
  ended_as text,
  constraint absences_pkey PRIMARY KEY (id),
  constraint absences_follows_key UNIQUE (follows),
  constraint absences_follows_fkey FOREIGN KEY (follows) REFERENCES absences(id),
  constraint absences_recorded_by_fkey FOREIGN KEY (recorded_by) REFERENCES users(id),
  constraint absences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint absences_check CHECK ((last_day >= first_day)),
  constraint absences_check1 CHECK (((ended_at IS NULL) = (ended_as IS NULL))),
  constraint absences_ended_as_check CHECK ((ended_as = ANY (ARRAY['changed'::text, 'voided'::text]))),
  constraint absences_return_days_check CHECK (((return_days >= 0) AND (return_days <= 90)))
);
comment on table absences is 'Absences of people as they were recorded, changed and voided (USR-10). Why somebody is away is in absence_details.';
comment on column absences.follows is 'The version that this one replaced.';
comment on column absences.first_day is 'Calendar date where the person works.';
comment on column absences.last_day is 'The last day away; null: the return is not known yet.';
comment on column absences.return_days is 'The days of the organization when this version was recorded.';
comment on column absences.ended_at is 'From when on this version was no longer what is known.';
CREATE INDEX absences_days_index ON public.absences USING btree (last_day, first_day) WHERE (ended_at IS NULL);
CREATE INDEX absences_history_index ON public.absences USING btree (user_id, recorded_at);
CREATE INDEX absences_recorded_by_index ON public.absences USING btree (recorded_by);
CREATE INDEX absences_user_index ON public.absences USING btree (user_id, first_day) WHERE (ended_at IS NULL);
CREATE TRIGGER expiry_change AFTER INSERT OR UPDATE ON public.absences FOR EACH STATEMENT EXECUTE FUNCTION mark_expiry();
CREATE TRIGGER reminders_insert AFTER INSERT ON public.absences REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_reminders_of_absences();
CREATE TRIGGER reminders_update AFTER UPDATE ON public.absences REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_reminders_of_absences();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on absences to application;
