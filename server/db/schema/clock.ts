/**
 * DESIGN rule 11: the one clock of the product. `app_now()` is the instant of the transaction, `today_in(zone)` the calendar
 * date there. Both are plain SQL so that the planner inlines them.
 */
export const clockSql = `
create function app_now() returns timestamptz language sql stable parallel safe as 'select now()';
comment on function app_now() is 'The clock of the product: the instant at which the transaction began.';

create function today_in(zone text) returns date language sql stable parallel safe
  as 'select (app_now() at time zone zone)::date';
comment on function today_in(text) is 'Calendar date in an IANA time zone.';

create function is_time_zone(zone text) returns boolean language plpgsql immutable strict as $$
begin
  perform timestamptz '2000-01-01 00:00+00' at time zone zone;
  return zone !~ '^[+-]?[0-9]' and zone !~* '^posix|^right';
exception when invalid_parameter_value then
  return false;
end $$;
comment on function is_time_zone(text) is 'True for a named time zone that this server knows.';

-- If-Match compares revisions: an instant would not do, because several changes of one transaction share it.
create function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := app_now();
  new.revision := old.revision + 1;
  return new;
end $$;
`;

/**
 * Statement by which the superuser of a throw-away cluster moves the clock of one database (tests and demonstrations only);
 * the application's role may not run it, and `verify` names a database whose clock has been moved.
 */
export const moveClockSql = (offsetMilliseconds: number): string =>
  offsetMilliseconds === 0
    ? `create or replace function app_now() returns timestamptz language sql stable parallel safe as 'select now()'`
    : `create or replace function app_now() returns timestamptz language sql stable parallel safe
         as $clock$ select now() + interval '${String(Math.trunc(offsetMilliseconds))} milliseconds' $clock$`;
