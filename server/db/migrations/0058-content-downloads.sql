-- VIEW-04, VIEW-07: what is only downloaded is completed once it was downloaded, and course packages are known as such.

alter table files add column package text check (package in ('scorm', 'cmi5', 'aicc'));
comment on column files.package is 'Kind of a course package that was kept as a plain download.';

create table content_downloads (
  assignment_id integer not null references training_assignments,
  file_id integer not null references files,
  downloaded_at timestamptz not null default app_now(),
  primary key (assignment_id, file_id)
);
comment on table content_downloads is 'Files of an open assignment that its person has downloaded: what is only downloaded counts as seen by it (VIEW-04).';
create index content_downloads_file_index on content_downloads (file_id);

-- What was downloaded before is in the trail.
insert into content_downloads (assignment_id, file_id, downloaded_at)
select a.id, mvf.file_id, min(e.at)
from training_assignments a
join module_version_files mvf on mvf.version_id = a.module_version_id
join files f on f.id = mvf.file_id and f.pages is null and f.duration_seconds is null
join audit.events e on e.object_type = 'files' and e.object_id = f.id::text and e.kind = 'access' and e.actor_id = a.user_id
  and e.at >= a.started_at
where a.status = 'in_progress'
group by a.id, mvf.file_id;

--! attach audit
