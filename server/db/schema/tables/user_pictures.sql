create table user_pictures (
  user_id text not null,
  file_id integer not null,
  uploaded_at timestamp with time zone default app_now() not null,
  constraint user_pictures_pkey PRIMARY KEY (user_id),
  constraint user_pictures_file_id_fkey FOREIGN KEY (file_id) REFERENCES files(id),
  constraint user_pictures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table user_pictures is 'The picture that a person gave of themselves; users.profile_image_url says where it is read.';
CREATE INDEX user_pictures_file_index ON public.user_pictures USING btree (file_id);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on user_pictures to application;
