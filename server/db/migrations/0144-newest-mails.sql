-- NOT-02, PERF-03: the outbox is read along the order of its screen, the newest first, also of one state.

drop index mail_outbox_list_index;

create index mail_outbox_list_index on mail_outbox (created_at desc nulls last, id desc);

drop index mail_outbox_state_index;

create index mail_outbox_state_index on mail_outbox (state, created_at desc nulls last, id desc);
