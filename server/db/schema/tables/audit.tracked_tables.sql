create table audit.tracked_tables (
  name text not null,
  key_column text not null,
  person_column text,
  secret_columns text[] not null,
  personal_columns text[] not null,
  append_only boolean not null,
  constraint tracked_tables_pkey PRIMARY KEY (name)
);
comment on table audit.tracked_tables is 'The tables with triggers of the trail, as the migrations attached them.';
grant select on audit.tracked_tables to application;
