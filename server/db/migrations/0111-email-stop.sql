-- AUTH-16: a link to the former address stops the change of an email.

-- AUTH-16: links to the former address, which is in their payload.
alter table one_time_tokens drop constraint one_time_tokens_kind_check;
alter table one_time_tokens add constraint one_time_tokens_kind_check
  check (kind in ('password_reset', 'email_confirmation', 'email_stop', 'invitation', 'cv_request'));
comment on column one_time_tokens.payload is 'Of a link that stops the change of an email, the address that comes back.';
