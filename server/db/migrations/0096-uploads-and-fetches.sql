-- SEC-05, VIEW-03: how much a person uploads in a day, and which files they were sent.

create table upload_counts (
  user_id text primary key references users,
  day date not null,
  files integer not null check (files >= 0),
  bytes bigint not null check (bytes >= 0)
);
comment on table upload_counts is 'What a person has uploaded on the last day on which they did (SEC-05).';
comment on column upload_counts.day is 'Day in UTC.';

create table file_fetches (
  user_id text not null references users,
  file_id integer not null references files on delete cascade,
  fetched_at timestamptz not null default app_now(),
  primary key (user_id, file_id)
);
comment on table file_fetches is 'When a person was last sent bytes of a file: pages count only in a viewer session that fetched it (VIEW-03).';
create index file_fetches_file_index on file_fetches (file_id);
create index file_fetches_age_index on file_fetches (fetched_at);

-- Who is reading now has the file already.
insert into file_fetches (user_id, file_id, fetched_at)
select a.user_id, coalesce(made.pdf_id, mvf.file_id), app_now()
from viewer_sessions s
join training_assignments a on a.id = s.assignment_id and a.status = 'in_progress'
join module_version_files mvf on mvf.version_id = s.module_version_id
left join file_conversions made on made.file_id = mvf.file_id
where s.ended_at is null and s.last_seen_at > app_now() - interval '1 day'
union
select s.user_id, coalesce(made.pdf_id, v.file_id), app_now()
from hr_view_sessions s
join hr_document_versions v on v.id = s.version_id
left join file_conversions made on made.file_id = v.file_id
where s.last_seen_at > app_now() - interval '1 day'
on conflict do nothing;
