create table matrix_members (
  id integer generated always as identity,
  matrix_id integer not null,
  user_id text not null,
  added_by text,
  added_at timestamp with time zone default app_now() not null,
  removed_at timestamp with time zone,
  removed_by text,
  constraint matrix_members_pkey PRIMARY KEY (id),
  constraint matrix_members_added_by_fkey FOREIGN KEY (added_by) REFERENCES users(id),
  constraint matrix_members_matrix_id_fkey FOREIGN KEY (matrix_id) REFERENCES training_matrices(id),
  constraint matrix_members_removed_by_fkey FOREIGN KEY (removed_by) REFERENCES users(id),
  constraint matrix_members_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on table matrix_members is 'Explicit membership (MTX-06): ends only by removal.';
CREATE INDEX matrix_members_added_by_index ON public.matrix_members USING btree (added_by);
CREATE INDEX matrix_members_matrix_index ON public.matrix_members USING btree (matrix_id);
CREATE UNIQUE INDEX matrix_members_open_key ON public.matrix_members USING btree (matrix_id, user_id) WHERE (removed_at IS NULL);
CREATE INDEX matrix_members_removed_by_index ON public.matrix_members USING btree (removed_by);
CREATE INDEX matrix_members_user_index ON public.matrix_members USING btree (user_id);
CREATE TRIGGER figures_delete AFTER DELETE ON public.matrix_members REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_gone_figures();
CREATE TRIGGER figures_insert AFTER INSERT ON public.matrix_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_figures();
CREATE TRIGGER figures_update AFTER UPDATE ON public.matrix_members REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION mark_new_figures();
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant insert, select, update on matrix_members to application;
