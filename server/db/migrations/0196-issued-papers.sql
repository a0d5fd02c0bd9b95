-- INS-03: which papers the product has issued, to whom, as of when, and what they cover. The page for checking papers answers from here.
create table issued_papers (
  id integer generated always as identity primary key,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  kind text not null check (kind in (
    'people', 'assignments', 'completions', 'training', 'matrix', 'audit', 'report', 'trail_bundle',
    'training_file', 'signature_sheet', 'binder', 'qualified', 'certificate', 'agreement', 'compliance', 'access_review'
  )),
  format text not null check (format in ('pdf', 'csv', 'xlsx', 'zip')),
  issued_to text not null references users,
  organization_id integer references organizations,
  as_of timestamptz not null,
  time_zone text not null,
  scope jsonb not null default '{}',
  issued_at timestamptz not null default app_now(),
  unique (sha256, issued_to)
);
create index issued_papers_issued_to_index on issued_papers (issued_to, id);
create index issued_papers_organization_index on issued_papers (organization_id);
comment on table issued_papers is 'Papers that were handed out, by their SHA-256 (INS-03). Rows are only inserted.';
--! attach audit
