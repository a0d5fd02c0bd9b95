create table person_history (
  user_id text not null,
  replaced_at timestamp with time zone not null,
  email text not null,
  first_name text,
  last_name text,
  erased_at timestamp with time zone,
  constraint person_history_pkey PRIMARY KEY (user_id, replaced_at),
  constraint person_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table person_history is 'How people were called until a change; written by a trigger of users only. An erasure replaces the names here too.';
comment on column person_history.replaced_at is 'When it stopped to be so.';
grant select on person_history to application;
