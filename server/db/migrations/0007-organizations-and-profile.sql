-- USR-02: pictures that people upload of themselves.

create table user_pictures (
  user_id text primary key references users,
  file_id integer not null references files,
  uploaded_at timestamptz not null default app_now()
);
comment on table user_pictures is 'The picture that a person gave of themselves; users.profile_image_url says where it is read.';
create index user_pictures_file_index on user_pictures (file_id);

-- T10: a picture is one of our own files, never an address of somewhere else.
alter table users add constraint users_profile_image_url_check
  check (profile_image_url ~ '^/api/users/[A-Za-z0-9_-]+/picture[?]v=[0-9a-f]{12}$');

--! attach audit
