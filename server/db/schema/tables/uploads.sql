create table uploads (
  id text default replace((gen_random_uuid())::text, '-'::text, ''::text) not null,
  user_id text,
  purpose text not null,
  original_name text not null,
  temporary_name text not null,
  received_bytes bigint default 0 not null,
  state text default 'receiving'::text not null,
  file_id integer,
  problem text,
  created_at timestamp with time zone default app_now() not null,
  expires_at timestamp with time zone default (app_now() + '1 day'::interval) not null,
  constraint uploads_pkey PRIMARY KEY (id),
  constraint uploads_temporary_name_key UNIQUE (temporary_name),
  constraint uploads_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint uploads_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint uploads_received_bytes_check CHECK ((received_bytes >= 0)),
  constraint uploads_state_check CHECK ((state = ANY (ARRAY['receiving'::text, 'stored'::text, 'refused'::text, 'abandoned'::text])))
);
CREATE INDEX uploads_expiry_index ON public.uploads USING btree (expires_at) WHERE (state <> 'stored'::text);
CREATE INDEX uploads_file_index ON public.uploads USING btree (file_id);
CREATE INDEX uploads_user_index ON public.uploads USING btree (user_id);
grant delete, insert, select, update on uploads to application;
