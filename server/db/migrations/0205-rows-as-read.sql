-- USR-09: what the check read in a row of a past completion, so that it is seen before anybody confirms it.

alter table people_import_rows add column read_as jsonb;
comment on column people_import_rows.read_as is 'The module, version, day and source that the check read in a row of a completion; null for other rows, and once the import has ended.';
