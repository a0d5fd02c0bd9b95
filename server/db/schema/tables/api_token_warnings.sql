create table api_token_warnings (
  token_id integer not null,
  warned_at timestamp with time zone default app_now() not null,
  constraint api_token_warnings_pkey PRIMARY KEY (token_id),
  constraint api_token_warnings_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id)
);
comment on table api_token_warnings is 'Tokens about whose last day the administrators got an email.';
grant delete, insert, select, update on api_token_warnings to application;
