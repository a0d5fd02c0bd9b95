CREATE OR REPLACE FUNCTION audit.pattern_of(texts text[], whole_words boolean)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select coalesce(string_agg(case when whole_words then '(?<!\w)' || escaped || '(?!\w)' else escaped end, '|' order by length(escaped) desc), '(?!)')
  from (
    -- The names of a person are written with other things between them too, as in names of files.
    select distinct regexp_replace(regexp_replace(form, '([.^$*+?()\[\]{}|\\])', '\\\1', 'g'), ' +', '(?:[ _.+-]|%20)+', 'g') as escaped
    from unnest(texts) value cross join lateral (values (value), (substr(to_json(value)::text, 2, length(to_json(value)::text) - 2))) v (form)
  ) e
$function$;
