-- HR-01, HR-02, PERF-03: how many people have a CV in each state, without looking at all of them.

create table person_cvs (
  user_id text primary key,
  organization_id integer,
  is_uploaded boolean not null,
  valid_until date
);
comment on table person_cvs is 'The CV of each active person, as the fold found it.';
comment on column person_cvs.valid_until is 'Last day of the newest signed version.';

create table cv_figures (
  organization_id integer,
  is_uploaded boolean not null,
  valid_until date,
  people integer not null
);
comment on table cv_figures is 'Sums over person_cvs by organization and last day; written by the fold only. The state of a CV follows from its last day.';
create unique index cv_figures_key on cv_figures (organization_id, is_uploaded, valid_until) nulls not distinct;
create index cv_figures_empty_index on cv_figures (people) where people = 0;

-- A version gets its last day with the signature, which its document points to in the same transaction.
create function mark_changed_cvs() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into figure_changes (user_id) select person_id from new_rows where person_id is not null;
  return null;
end $$;
create trigger figures_insert after insert on hr_documents referencing new table as new_rows
  for each statement execute function mark_changed_cvs();
create trigger figures_update after update on hr_documents referencing new table as new_rows
  for each statement execute function mark_changed_cvs();

insert into person_cvs (user_id, organization_id, is_uploaded, valid_until)
select u.id, u.organization_id, d.current_version_id is not null, v.valid_until
from users u left join hr_documents d on d.person_id = u.id left join hr_document_versions v on v.id = d.signed_version_id
where u.is_active and u.erased_at is null;
insert into cv_figures (organization_id, is_uploaded, valid_until, people)
select organization_id, is_uploaded, valid_until, count(*) from person_cvs group by 1, 2, 3;
