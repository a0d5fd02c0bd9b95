create table expiry_looks (
  id integer default 1 not null,
  looked_at timestamp with time zone not null,
  constraint expiry_looks_pkey PRIMARY KEY (id),
  constraint expiry_looks_id_check CHECK ((id = 1))
);
comment on table expiry_looks is 'When everything that expires was last looked at.';
grant insert, select, update on expiry_looks to application;
