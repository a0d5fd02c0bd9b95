-- INS-01: an inspection can include the bundle of the trail of its organizations, for an offline check.

alter table inspections add column sees_bundle boolean not null default false;
comment on column inspections.sees_bundle is 'Whether its inspectors may take the bundle of the trail of its organizations.';

--! attach audit
