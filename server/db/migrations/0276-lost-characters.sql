-- USR-06: a file may contain U+FFFD, which another program wrote in the place of a character that it could not read. It is imported with a warning.
alter table people_imports
  add column lost_line integer,
  add column lost_column integer,
  add constraint people_imports_lost_check check ((lost_line is null) = (lost_column is null));
comment on column people_imports.lost_line is 'Where the first U+FFFD of the file is: a character that another program lost before. Null: there is none.';
comment on column people_imports.lost_column is 'The column of it, in characters of the line; of a workbook, the column of the sheet.';
