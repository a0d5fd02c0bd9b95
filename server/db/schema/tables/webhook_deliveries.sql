create table webhook_deliveries (
  id integer generated always as identity,
  webhook_id integer not null,
  message_id text not null,
  event text not null,
  data jsonb not null,
  created_at timestamp with time zone default app_now() not null,
  state text default 'waiting'::text not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone default app_now() not null,
  give_up_at timestamp with time zone default (app_now() + '3 days'::interval) not null,
  claimed_at timestamp with time zone,
  answered_at timestamp with time zone,
  answer_code integer,
  answer_ms integer,
  problem text,
  constraint webhook_deliveries_pkey PRIMARY KEY (id),
  constraint webhook_deliveries_message_id_key UNIQUE (message_id),
  constraint webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks(id) ON DELETE CASCADE,
  constraint webhook_deliveries_problem_check CHECK ((problem = ANY (ARRAY['timeout'::text, 'unreachable'::text, 'refused_address'::text, 'redirect'::text, 'answer'::text, 'gone'::text]))),
  constraint webhook_deliveries_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'sending'::text, 'delivered'::text, 'failed'::text])))
);
comment on table webhook_deliveries is 'Events that are sent or were sent to a webhook: the row is written in the transaction of its event.';
comment on column webhook_deliveries.message_id is 'The same in each attempt: a receiver recognizes a repeated one by it.';
comment on column webhook_deliveries.answered_at is 'When the last attempt ended.';
comment on column webhook_deliveries.answer_ms is 'How long the last attempt took.';
CREATE INDEX webhook_deliveries_due_index ON public.webhook_deliveries USING btree (webhook_id, next_attempt_at) WHERE (state = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX webhook_deliveries_list_index ON public.webhook_deliveries USING btree (webhook_id, id DESC);
CREATE INDEX webhook_deliveries_old_index ON public.webhook_deliveries USING btree (answered_at) WHERE (state = ANY (ARRAY['delivered'::text, 'failed'::text]));
CREATE INDEX webhook_deliveries_state_index ON public.webhook_deliveries USING btree (webhook_id, state, id DESC);
grant delete, insert, select, update on webhook_deliveries to application;
