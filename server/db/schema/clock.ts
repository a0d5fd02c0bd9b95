/**
 * Statement by which the superuser of a throw-away cluster moves the clock of one database (tests and demonstrations only);
 * the application's role may not run it, and `verify` names a database whose clock has been moved.
 */
export const moveClockSql = (offsetMilliseconds: number): string =>
  offsetMilliseconds === 0
    ? `create or replace function app_now() returns timestamptz language sql stable parallel safe as 'select now()'`
    : `create or replace function app_now() returns timestamptz language sql stable parallel safe
         as $clock$ select now() + interval '${String(Math.trunc(offsetMilliseconds))} milliseconds' $clock$`;
