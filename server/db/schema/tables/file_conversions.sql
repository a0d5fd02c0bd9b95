create table file_conversions (
  file_id integer not null,
  state text default 'pending'::text not null,
  pdf_id integer,
  reason text,
  attempts integer default 0 not null,
  planned_at timestamp with time zone default app_now() not null,
  ended_at timestamp with time zone,
  constraint file_conversions_pkey PRIMARY KEY (file_id),
  constraint file_conversions_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint file_conversions_pdf_id_fkey FOREIGN KEY (pdf_id) REFERENCES files(id),
  constraint file_conversions_attempts_check CHECK ((attempts >= 0)),
  constraint file_conversions_check CHECK (((state = 'converted'::text) = (pdf_id IS NOT NULL))),
  constraint file_conversions_check1 CHECK (((state = 'failed'::text) = (reason IS NOT NULL))),
  constraint file_conversions_check2 CHECK (((state = 'pending'::text) = (ended_at IS NULL))),
  constraint file_conversions_check3 CHECK ((pdf_id <> file_id)),
  constraint file_conversions_reason_check CHECK ((reason = ANY (ARRAY['unreadable'::text, 'too_slow'::text, 'too_large'::text, 'interrupted'::text, 'empty'::text]))),
  constraint file_conversions_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'converted'::text, 'failed'::text])))
);
comment on table file_conversions is 'Office files that are to be, are, or cannot be converted to PDF; a file without a row was never planned.';
comment on column file_conversions.attempts is 'How often a conversion was begun.';
CREATE INDEX file_conversions_pdf_index ON public.file_conversions USING btree (pdf_id);
CREATE INDEX file_conversions_pending_index ON public.file_conversions USING btree (planned_at) WHERE (state = 'pending'::text);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on file_conversions to application;
