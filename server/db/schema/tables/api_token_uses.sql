create table api_token_uses (
  token_id integer not null,
  minute timestamp with time zone not null,
  calls integer not null,
  last_used_at timestamp with time zone not null,
  constraint api_token_uses_pkey PRIMARY KEY (token_id),
  constraint api_token_uses_token_id_fkey FOREIGN KEY (token_id) REFERENCES api_tokens(id)
);
comment on table api_token_uses is 'How many calls the servers have taken for a token in this minute, and when it was last used.';
grant delete, insert, select, update on api_token_uses to application;
