create table upload_counts (
  user_id text not null,
  day date not null,
  files integer not null,
  bytes bigint not null,
  constraint upload_counts_pkey PRIMARY KEY (user_id),
  constraint upload_counts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint upload_counts_bytes_check CHECK ((bytes >= 0)),
  constraint upload_counts_files_check CHECK ((files >= 0))
);
comment on table upload_counts is 'What a person has uploaded on the last day on which they did (SEC-05).';
comment on column upload_counts.day is 'Day in UTC.';
grant delete, insert, select, update on upload_counts to application;
