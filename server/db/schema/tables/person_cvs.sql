create table person_cvs (
  user_id text not null,
  organization_id integer,
  is_uploaded boolean not null,
  valid_until date,
  constraint person_cvs_pkey PRIMARY KEY (user_id)
);
comment on table person_cvs is 'The CV of each active person, as the fold found it.';
comment on column person_cvs.valid_until is 'Last day of the newest signed version.';
grant delete, insert, select, update on person_cvs to application;
