create table webhook_pauses (
  webhook_id integer not null,
  failures integer not null,
  until timestamp with time zone not null,
  constraint webhook_pauses_pkey PRIMARY KEY (webhook_id),
  constraint webhook_pauses_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE
);
comment on table webhook_pauses is 'Receivers that took nothing lately: how often in a row, and until when they are left alone.';
grant delete, insert, select, update on webhook_pauses to application;
