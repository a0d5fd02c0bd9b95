/** Stored files by SHA-256 (DESIGN rule 9), what was last checked of them (SEC-04), and uploads under way (DESIGN rule 8). */
export const filesSql = `
create table files (
  id integer generated always as identity primary key,
  sha256 text not null unique check (sha256 ~ '^[0-9a-f]{64}$'),
  size bigint not null check (size >= 0),
  mime text not null,
  pages integer check (pages > 0),
  duration_seconds numeric check (duration_seconds >= 0),
  created_by text references users,
  created_at timestamptz not null default app_now()
);
comment on column files.pages is 'Number of pages of a PDF, null where it has none.';
create index files_created_by_index on files (created_by);

create table file_checks (
  file_id integer primary key references files,
  size bigint,
  fingerprint text,
  checked_at timestamptz not null default app_now(),
  is_intact boolean not null,
  problem text
);
comment on column file_checks.fingerprint is 'Inode and times, or the ETag, as the file store states them.';
comment on table file_checks is 'The facts of the stored object when its hash was last computed (SEC-04).';
create index file_checks_age_index on file_checks (checked_at);
create index file_checks_broken_index on file_checks (file_id) where not is_intact;

create table uploads (
  id text primary key default replace(gen_random_uuid()::text, '-', ''),
  user_id text references users,
  purpose text not null,
  original_name text not null,
  temporary_name text not null unique,
  received_bytes bigint not null default 0 check (received_bytes >= 0),
  state text not null default 'receiving' check (state in ('receiving', 'stored', 'refused', 'abandoned')),
  file_id integer references files,
  problem text,
  created_at timestamptz not null default app_now(),
  expires_at timestamptz not null default app_now() + interval '1 day'
);
create index uploads_user_index on uploads (user_id);
create index uploads_file_index on uploads (file_id);
create index uploads_expiry_index on uploads (expires_at) where state <> 'stored';
`;
