create table person_matrix_figures (
  user_id text not null,
  matrix_id integer not null,
  organization_id integer,
  is_assigned boolean not null,
  is_member boolean not null,
  is_waiting boolean not null,
  constraint person_matrix_figures_pkey PRIMARY KEY (user_id, matrix_id)
);
comment on table person_matrix_figures is 'What a person and a matrix have to do with each other, as the fold found it; there is no row if it is nothing.';
comment on column person_matrix_figures.is_assigned is 'A member, or somebody with a training of the matrix that is not voided.';
comment on column person_matrix_figures.is_waiting is 'In the matrix, without something that it requires.';
CREATE INDEX person_matrix_figures_matrix_index ON public.person_matrix_figures USING btree (matrix_id, organization_id, user_id);
grant delete, insert, select, update on person_matrix_figures to application;
