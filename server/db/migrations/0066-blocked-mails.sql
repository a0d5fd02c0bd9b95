-- NOT-02: mails that only wait for the way to the mail server go soon after it is free.

alter table mail_outbox add column blocked_at timestamptz;
comment on column mail_outbox.blocked_at is 'When the mail server last could not be reached or let nothing in, while this mail was to go.';
create index mail_outbox_blocked_index on mail_outbox (blocked_at) where blocked_at is not null;
