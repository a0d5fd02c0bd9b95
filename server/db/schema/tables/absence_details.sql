create table absence_details (
  absence_id integer not null,
  user_id text not null,
  kind text not null,
  note text,
  constraint absence_details_pkey PRIMARY KEY (absence_id),
  constraint absence_details_absence_id_fkey FOREIGN KEY (absence_id) REFERENCES absences(id),
  constraint absence_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint absence_details_kind_check CHECK ((kind = ANY (ARRAY['leave'::text, 'parental'::text, 'sick'::text]))),
  constraint absence_details_note_check CHECK ((length(note) <= 500))
);
comment on table absence_details is 'Why somebody is away: data about health may be among it, so that it is never in the trail, and an erasure deletes it.';
CREATE INDEX absence_details_user_index ON public.absence_details USING btree (user_id);
grant delete, insert, select, update on absence_details to application;
