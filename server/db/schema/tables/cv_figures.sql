create table cv_figures (
  organization_id integer,
  is_uploaded boolean not null,
  valid_until date,
  people integer not null
);
comment on table cv_figures is 'Sums over person_cvs by organization and last day; written by the fold only. The state of a CV follows from its last day.';
CREATE INDEX cv_figures_empty_index ON public.cv_figures USING btree (people) WHERE (people = 0);
CREATE UNIQUE INDEX cv_figures_key ON public.cv_figures USING btree (organization_id, is_uploaded, valid_until) NULLS NOT DISTINCT;
grant delete, insert, select, update on cv_figures to application;
