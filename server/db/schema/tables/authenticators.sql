create table authenticators (
  user_id text not null,
  ciphertext text not null,
  key_id text not null,
  created_at timestamp with time zone default app_now() not null,
  confirmed_at timestamp with time zone,
  constraint authenticators_pkey PRIMARY KEY (user_id),
  constraint authenticators_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
comment on column authenticators.ciphertext is 'The shared secret, AES-256-GCM under a key outside the database.';
comment on column authenticators.confirmed_at is 'Null until a first code was right: only then it counts.';
-- Audited: triggers of server/db/schema/audit-capture.ts write every change to the trail.
grant delete, insert, select, update on authenticators to application;
