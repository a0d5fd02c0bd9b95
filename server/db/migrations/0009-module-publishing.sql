-- MOD-11: retraining is chosen when a version is published.

-- What a publisher chose for the people of a module (MOD-11); it waits with the version until its day.
alter table module_versions
  add column retraining text not null default 'none' check (retraining in ('none', 'completed', 'all')),
  add column retraining_days integer check (retraining_days between 0 and 3650),
  add check (retraining = 'none' or retraining_days is not null);
comment on column module_versions.retraining is 'Who trains again when the version takes effect: nobody, who completed, or all.';
comment on column module_versions.retraining_days is 'Days from the effective date until that training is due.';
create index module_versions_waiting_index on module_versions (effective_from)
  where status = 'published' and effective_from > published_at;
