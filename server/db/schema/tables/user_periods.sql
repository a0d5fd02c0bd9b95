create table user_periods (
  id integer generated always as identity,
  user_id text not null,
  organization_id integer,
  department_id integer,
  manager_id text,
  job_title text,
  role text not null,
  is_active boolean not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone,
  constraint user_periods_pkey PRIMARY KEY (id),
  constraint user_periods_user_id_valid_from_key UNIQUE (user_id, valid_from),
  constraint user_periods_department_id_fkey FOREIGN KEY (department_id) REFERENCES departments(id),
  constraint user_periods_manager_id_fkey FOREIGN KEY (manager_id) REFERENCES users(id),
  constraint user_periods_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id),
  constraint user_periods_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint user_periods_check CHECK ((valid_to > valid_from)),
  constraint user_periods_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'manager'::text, 'learner'::text])))
);
comment on table user_periods is 'Where a person stood, half-open from valid_from to valid_to; written by a trigger on users only.';
CREATE INDEX user_periods_department_index ON public.user_periods USING btree (department_id);
CREATE INDEX user_periods_manager_index ON public.user_periods USING btree (manager_id);
CREATE UNIQUE INDEX user_periods_open_key ON public.user_periods USING btree (user_id) WHERE (valid_to IS NULL);
CREATE INDEX user_periods_organization_index ON public.user_periods USING btree (organization_id, valid_from);
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant select on user_periods to application;
