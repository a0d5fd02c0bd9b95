create table reminder_waiting (
  recipient_id text not null,
  send_id integer not null,
  constraint reminder_waiting_pkey PRIMARY KEY (recipient_id, send_id)
);
comment on table reminder_waiting is 'Steps of the schedule that were recorded and are not in a mail of this recipient yet.';
grant delete, insert, select, update on reminder_waiting to application;
