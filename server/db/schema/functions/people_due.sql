CREATE OR REPLACE FUNCTION public.people_due()
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 10
AS $function$
begin
  return query select due.user_id from organizations o cross join lateral (
    select p.user_id from person_figures p where p.organization_id = o.id and p.next_change_on <= today_in(o.time_zone) offset 0) due;
  return query select p.user_id from person_figures p
    where p.organization_id is null and p.next_change_on <= today_in('UTC');
end $function$;

comment on function people_due() is 'Ids of people whose stored figures are of a day before a change that has come where they are.';
