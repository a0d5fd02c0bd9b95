create table matrix_figures (
  matrix_id integer not null,
  organization_id integer,
  people integer not null,
  members integer not null,
  waiting integer not null
);
comment on table matrix_figures is 'Sums over person_matrix_figures by matrix and organization of the people; written by the fold only.';
comment on column matrix_figures.people is 'People to whom the matrix is assigned.';
CREATE INDEX matrix_figures_empty_index ON public.matrix_figures USING btree (matrix_id) WHERE ((people = 0) AND (waiting = 0));
CREATE UNIQUE INDEX matrix_figures_key ON public.matrix_figures USING btree (matrix_id, organization_id) NULLS NOT DISTINCT;
grant delete, insert, select, update on matrix_figures to application;
