-- HR-03, HR-04: a document whose pages cannot be counted is signed once all of it was downloaded.

create table hr_document_downloads (
  version_id integer not null references hr_document_versions on delete cascade,
  user_id text not null references users,
  downloaded_at timestamptz not null default app_now(),
  primary key (version_id, user_id)
);
comment on table hr_document_downloads is 'Whole downloads of documents whose pages cannot be counted: they count as seen before a signature (HR-03, HR-04).';
create index hr_document_downloads_user_index on hr_document_downloads (user_id);

--! attach audit
