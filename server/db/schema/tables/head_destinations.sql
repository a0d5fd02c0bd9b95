create table head_destinations (
  kind text not null,
  place text not null,
  created_at timestamp with time zone default app_now() not null,
  sent_number bigint,
  sent_head bytea,
  sent_at timestamp with time zone,
  attempts integer default 0 not null,
  last_error text,
  failed_at timestamp with time zone,
  next_attempt_at timestamp with time zone default now() not null,
  constraint head_destinations_pkey PRIMARY KEY (kind),
  constraint head_destinations_check CHECK (((sent_number IS NULL) = (sent_head IS NULL))),
  constraint head_destinations_check1 CHECK (((sent_number IS NULL) = (sent_at IS NULL))),
  constraint head_destinations_check2 CHECK (((last_error IS NULL) = (failed_at IS NULL))),
  constraint head_destinations_kind_check CHECK ((kind = ANY (ARRAY['folder'::text, 'object_store'::text, 'email'::text, 'syslog'::text, 'time_stamp'::text]))),
  constraint head_destinations_sent_number_check CHECK ((sent_number > 0))
);
comment on table head_destinations is 'Where heads are sent, as the configuration says, and how far that is; what was sent is said by the seals that follow.';
comment on column head_destinations.attempts is 'Failed attempts in a row.';
comment on column head_destinations.next_attempt_at is 'By the clock of the database itself.';
grant delete, insert, select, update on head_destinations to application;
