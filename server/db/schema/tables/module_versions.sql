create table module_versions (
  id integer generated always as identity,
  module_id integer not null,
  number integer not null,
  status text default 'draft'::text not null,
  content text,
  content_url text,
  change_note text,
  effective_from timestamp with time zone,
  content_hash text,
  created_by text,
  published_by text,
  published_at timestamp with time zone,
  revision integer default 1 not null,
  created_at timestamp with time zone default app_now() not null,
  updated_at timestamp with time zone default app_now() not null,
  retraining text default 'none'::text not null,
  retraining_days integer,
  based_on_id integer,
  constraint module_versions_pkey PRIMARY KEY (id),
  constraint module_versions_id_module_id_key UNIQUE (id, module_id),
  constraint module_versions_module_id_number_key UNIQUE (module_id, number),
  constraint module_versions_based_on_id_module_id_fkey FOREIGN KEY (based_on_id, module_id) REFERENCES module_versions(id, module_id),
  constraint module_versions_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id),
  constraint module_versions_module_id_fkey FOREIGN KEY (module_id) REFERENCES training_modules(id) ON DELETE CASCADE,
  constraint module_versions_published_by_fkey FOREIGN KEY (published_by) REFERENCES users(id),
  constraint module_versions_check CHECK (((status = 'draft'::text) OR ((content_hash IS NOT NULL) AND (published_at IS NOT NULL) AND (effective_from IS NOT NULL)))),
  constraint module_versions_check1 CHECK (((retraining = 'none'::text) OR (retraining_days IS NOT NULL))),
  constraint module_versions_content_hash_check CHECK ((content_hash ~ '^[0-9a-f]{64}$'::text)),
  constraint module_versions_number_check CHECK ((number >= 1)),
  constraint module_versions_retraining_check CHECK ((retraining = ANY (ARRAY['none'::text, 'completed'::text, 'all'::text]))),
  constraint module_versions_retraining_days_check CHECK (((retraining_days >= 0) AND (retraining_days <= 3650))),
  constraint module_versions_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text])))
);
comment on column module_versions.content_hash is 'SHA-256 over the text and the hashes of the files in their order.';
comment on column module_versions.retraining is 'Who trains again when the version takes effect: nobody, who completed, or all.';
comment on column module_versions.retraining_days is 'Days from the effective date until that training is due.';
comment on column module_versions.based_on_id is 'The version in force from which the content was begun; null: the first one, or not kept.';
CREATE INDEX module_versions_based_on_index ON public.module_versions USING btree (based_on_id, module_id);
CREATE INDEX module_versions_created_by_index ON public.module_versions USING btree (created_by);
CREATE UNIQUE INDEX module_versions_draft_key ON public.module_versions USING btree (module_id) WHERE (status = 'draft'::text);
CREATE INDEX module_versions_published_by_index ON public.module_versions USING btree (published_by);
CREATE INDEX module_versions_waiting_index ON public.module_versions USING btree (effective_from) WHERE ((status = 'published'::text) AND (effective_from > published_at));
CREATE TRIGGER touch BEFORE UPDATE ON public.module_versions FOR EACH ROW EXECUTE FUNCTION touch_row();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on module_versions to application;
