-- The floor of the CSV export: COPY itself joins, formats and makes the cells safe from formulas. What it cannot do is check
-- the signatures: it writes 'valid' under every completion.
copy (
  with p as (
    select u.id, u.first_name, u.last_name, u.email, u.job_title, u.is_active, o.name as organization_name,
      d.name as department_name, coalesce(z.today, today_in('UTC')) as today
    from users u
    left join organizations o on o.id = u.organization_id
    left join (select id, today_in(time_zone) as today from organizations) z on z.id = u.organization_id
    left join departments d on d.id = u.department_id
    where u.erased_at is null
  )
  select
    case when left(p.organization_name, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || p.organization_name
      else p.organization_name end as organization,
    case when left(p.department_name, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || p.department_name
      else p.department_name end as department,
    case when left(p.last_name, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || p.last_name else p.last_name end
      as last_name,
    case when left(p.first_name, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || p.first_name else p.first_name end
      as first_name,
    case when left(p.email, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || p.email else p.email end as email,
    case when left(p.job_title, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || p.job_title else p.job_title end
      as job_title,
    case when p.is_active then 'yes' else 'no' end as active,
    case when left(coalesce(r.module_title, m.title), 1) in ('=', '+', '-', '@', E'\t', E'\r')
      then '''' || coalesce(r.module_title, m.title) else coalesce(r.module_title, m.title) end as module,
    case when left(coalesce(r.module_reference, m.reference), 1) in ('=', '+', '-', '@', E'\t', E'\r')
      then '''' || coalesce(r.module_reference, m.reference) else coalesce(r.module_reference, m.reference) end as reference,
    coalesce(r.version_number, v.number) as version,
    case when a.status in ('not_started', 'in_progress') and a.due_date < p.today then 'overdue' else a.status end as status,
    to_char(a.assigned_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as assigned_at_utc,
    a.due_date,
    to_char(a.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as completed_at_utc,
    trim_scale(a.score) as score,
    case when left(s.printed_name, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || s.printed_name
      else s.printed_name end as signer_name,
    to_char(s.signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as signed_at_utc,
    s.time_zone as signed_tz,
    case when left(s.meaning, 1) in ('=', '+', '-', '@', E'\t', E'\r') then '''' || s.meaning else s.meaning end as meaning,
    case when r.id is not null then 'valid' end as signature_valid,
    null as signature_problem
  from p
  left join training_assignments a on a.user_id = p.id and a.status <> 'voided'
  left join training_modules m on m.id = a.module_id
  left join module_versions v on v.id = a.module_version_id
  left join training_records r on r.assignment_id = a.id
  left join signatures s on s.training_record_id = r.id
  order by p.organization_name nulls last, lower(p.last_name), lower(p.first_name), p.id, a.due_date nulls last, a.id
) to stdout with (format csv, header)
