create table authenticator_steps (
  user_id text not null,
  last_step integer not null,
  constraint authenticator_steps_pkey PRIMARY KEY (user_id),
  constraint authenticator_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint authenticator_steps_last_step_check CHECK ((last_step >= 0))
);
comment on column authenticator_steps.last_step is 'Time step of the last code that was taken: it and all before it count no more.';
grant delete, insert, select, update on authenticator_steps to application;
