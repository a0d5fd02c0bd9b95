-- MOD-09: what converts to nothing is said to the author.

-- MOD-09: a file whose pages show nothing is known as such, and an office file that becomes one has no PDF.
alter table files add column is_blank boolean not null default false;
comment on column files.is_blank is 'A PDF whose pages have neither text nor pictures nor drawings.';
alter table file_conversions drop constraint file_conversions_reason_check;
alter table file_conversions add constraint file_conversions_reason_check
  check (reason in ('unreadable', 'too_slow', 'too_large', 'interrupted', 'empty'));
