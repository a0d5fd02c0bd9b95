-- The library of modules. One page of those that are not retired, in the order of SPEC §9, with the family of each: $1 is the
-- length of the page, $2 where it begins; a filter stands where it says so, its value is $3.
select m.id, m.title, m.description, m.reference, m.content_type, cat.name as training_category, m.category_id,
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
  m.family as set_family, m.duration, m.passing_score, m.is_active, m.content_creator, m.completion_policy,
  coalesce((select quiz.question_count from quizzes quiz where quiz.module_id = m.id), 0) as quiz_questions, m.organization_id,
  m.created_by, m.created_at, m.updated_at, m.retired_at, m.revision, v.id as version_id, v.number as version_number, v.content,
  v.content_url as link, v.content_hash, v.effective_from
from (
  select m.id, v.id as version_id, row_number() over (order by
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
  left join module_versions v on v.id = m.current_version_id
  left join module_categories cat on cat.id = m.category_id
  where m.content_type <> 'placeholder' and (m.retired_at is not null) = false --narrowed
  order by place limit $1 offset $2
) page
join training_modules m on m.id = page.id
left join module_versions v on v.id = page.version_id
left join module_categories cat on cat.id = m.category_id
order by page.place
