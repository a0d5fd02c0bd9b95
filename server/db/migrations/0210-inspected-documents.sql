-- INS-01: an inspection can include the documents of its organizations.

alter table inspections add column sees_documents boolean not null default false;
comment on column inspections.sees_documents is 'Whether its inspectors may open the documents of its organizations.';

--! attach audit
