-- USR-10: absences from the file of another system. A file of them is an import like a file of people.
alter table people_imports
  drop constraint people_imports_subject_check,
  add constraint people_imports_subject_check check (subject in ('people', 'completions', 'absences'));
comment on table people_imports is 'Files of people, of completions of the past, or of absences: what was uploaded, what it would change, and what it changed. The bytes are never kept.';
comment on column people_imports.file_sha256 is 'Of absences keyed with the secret of the installation: otherwise a short file could be guessed, and why somebody is away with it.';
comment on column people_import_rows.read_as is 'What the check read in a row of a completion or an absence; null for other rows, and once the import has ended.';
