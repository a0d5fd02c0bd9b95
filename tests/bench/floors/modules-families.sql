-- The library of modules. The families with their patterns, those of organizations among them.
select code, group_name, group_position, match_order, patterns
from (
  select code, group_name, group_position::float8, match_order::float8, patterns from module_families
  union all
  select 'org-' || o.slug, o.name, rest.group_position - 0.5, rest.match_order - 0.5,
    jsonb_build_array(jsonb_build_object('kind', 'contains', 'text', o.title_pattern))
  from organizations o, (
    select f.group_position, min(f.match_order) as match_order
    from module_families f join module_families other on other.code = 'other' and other.group_position = f.group_position
    group by f.group_position
  ) rest
  where btrim(o.title_pattern) <> ''
) families
order by match_order, code collate "C"
