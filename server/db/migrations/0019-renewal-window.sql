-- MTX-08: how long ahead a renewal opens, and from which day periods are counted.

alter table training_matrix add column renewal_window integer not null default 30 check (renewal_window between 0 and 365);
comment on column training_matrix.renewal_window is 'Days before the end of validity in which the renewal is open (MTX-08).';
alter table training_assignments
  add column renewal_window integer check (renewal_window between 0 and 365),
  add column renewal_anchor date;
comment on column training_assignments.renewal_window is 'Days; null: 30.';
comment on column training_assignments.renewal_anchor is 'The day from which the periods of a completion are counted (MTX-08).';
