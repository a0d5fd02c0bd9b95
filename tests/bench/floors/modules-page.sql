-- The library of modules. One page of those that are not retired, in the order of SPEC §9, as their cards show them, and how many
-- there are: $1 is the length of the page; a filter stands where it says so, its value is $2. The patterns of the families are
-- those of the world; the product reads them.
select m.id, m.title, m.description, m.reference, m.content_type as "contentType", cat.name as "trainingCategory",
  case m.family when 'tp-qms' then 'tp-qms' when 'tp-cro' then 'tp-cro' when 'axonx' then 'axonx' when 'cmo-pro' then 'cmo-pro'
    when 'clinpro-gcp' then 'clinpro-gcp' when 'trialspro' then 'trialspro' when 'other' then 'other' else (
      select case when starts_with(t.title, lower('TP-QMS')) then 'tp-qms' when starts_with(t.title, lower('TP QMS')) then 'tp-qms'
        when starts_with(t.title, lower('TP-CRO')) then 'tp-cro' when starts_with(t.title, lower('TP CRO')) then 'tp-cro'
        when starts_with(t.title, lower('AX-')) then 'axonx' when strpos(t.title, lower('axonx')) > 0 then 'axonx'
        when starts_with(t.title, lower('CMO-')) then 'cmo-pro' when strpos(t.title, lower('cmo pro')) > 0 then 'cmo-pro'
        when starts_with(t.title, lower('CP-')) then 'clinpro-gcp' when strpos(t.title, lower('clinpro')) > 0 then 'clinpro-gcp'
        when strpos(t.title, lower('gcp')) > 0 then 'clinpro-gcp' when strpos(t.title, lower('trialspro')) > 0 then 'trialspro'
        when strpos(t.title, lower('trialpro')) > 0 then 'trialspro' else 'other' end
      from (select lower(btrim(m.title)) as title offset 0) t) end as family,
  m.duration, m.is_active as "isActive", m.retired_at as "retiredAt", v.number as "versionNumber", v.content_url as link,
  coalesce(v.content, '') <> '' as "hasText", coalesce(q.question_count, 0) as "quizQuestions", f.size, f.types, page.total
from (
  select m.id, count(*) over ()::int as total, row_number() over (order by
    case m.family when 'tp-qms' then 0 when 'tp-cro' then 1 when 'axonx' then 3 when 'cmo-pro' then 4 when 'clinpro-gcp' then 2
      when 'trialspro' then 5 when 'other' then 5 else (
        select case when starts_with(t.title, lower('TP-QMS')) then 0 when starts_with(t.title, lower('TP QMS')) then 0
          when starts_with(t.title, lower('TP-CRO')) then 1 when starts_with(t.title, lower('TP CRO')) then 1
          when starts_with(t.title, lower('AX-')) then 3 when strpos(t.title, lower('axonx')) > 0 then 3
          when starts_with(t.title, lower('CMO-')) then 4 when strpos(t.title, lower('cmo pro')) > 0 then 4
          when starts_with(t.title, lower('CP-')) then 2 when strpos(t.title, lower('clinpro')) > 0 then 2
          when strpos(t.title, lower('gcp')) > 0 then 2 when strpos(t.title, lower('trialspro')) > 0 then 5
          when strpos(t.title, lower('trialpro')) > 0 then 5 else 5 end
        from (select lower(btrim(m.title)) as title offset 0) t) end,
    coalesce((
      select n[1]::numeric * 10000 + coalesce(n[2]::numeric, 0) * 100 + coalesce(ascii(lower(n[3])) - 96, 0)
      from regexp_match(case when m.title ilike '%tp_cro%' then m.title end,
        'TP[-[:space:]]CRO[-[:space:]_]*([0-9]+)(?:[.-]([0-9]+))?([a-zA-Z](?![a-zA-Z]))?', 'i') n
    ), substring(m.title from '[0-9]+')::numeric) nulls last, lower(m.title), m.id) as place
  from training_modules m
  where m.content_type <> 'placeholder' and m.retired_at is null --narrowed
  order by place limit $1
) page
join training_modules m on m.id = page.id
left join module_versions v on v.id = m.current_version_id
left join module_categories cat on cat.id = m.category_id
left join quizzes q on q.module_id = m.id
left join lateral (
  select sum(f.size)::int as size, array_agg(f.mime order by vf.position) as types
  from module_version_files vf join files f on f.id = vf.file_id where vf.version_id = v.id
) f on true
order by page.place
