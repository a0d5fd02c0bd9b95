create table sign_in_history (
  user_id text not null,
  at timestamp with time zone not null,
  constraint sign_in_history_pkey PRIMARY KEY (user_id, at),
  constraint sign_in_history_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table sign_in_history is 'When people signed in; written by a trigger of users only.';
grant select on sign_in_history to application;
