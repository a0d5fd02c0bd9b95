-- AUTH-16, T5: what a changed own job title must not take away is known until an administrator has decided.

alter table users add column own_title_before text check (length(own_title_before) <= 200);
       comment on column users.own_title_before is 'Job title before the person changed it, empty for none; null once an administrator has set one.';
