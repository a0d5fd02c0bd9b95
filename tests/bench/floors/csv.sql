-- The floor of the CSV export: the same columns of the same rows, sorted as the export is, as plain as COPY writes them. It formats
-- no date, makes no cell safe from formulas and checks nothing: under every completion it writes 'valid' unseen.
copy (
  select o.name as organization, d.name as department, u.last_name, u.first_name, u.email, u.job_title, u.is_active as active,
    coalesce(r.module_title, m.title) as module, coalesce(r.module_reference, m.reference) as reference,
    coalesce(r.version_number, v.number) as version, ev.number as effective_version, a.status, a.assigned_date as assigned_at,
    'UTC' as reader_tz, a.due_date, k.first_due_date, k.due_moved_at, k.due_moved_by, k.due_moved_reason,
    a.completed_at, coalesce(r.time_zone, 'UTC') as completed_tz, a.score,
    s.printed_name as signer_name, s.signed_at, s.time_zone as signed_tz, s.meaning,
    case when r.id is not null then 'valid' end as signature_valid, null as signature_problem
  from users u
  left join organizations o on o.id = u.organization_id
  left join departments d on d.id = u.department_id
  left join training_assignments a on a.user_id = u.id and a.status <> 'voided'
  left join training_modules m on m.id = a.module_id
  left join module_versions ev on ev.id = m.current_version_id
  left join module_versions v on v.id = a.module_version_id
  left join training_records r on r.assignment_id = a.id
  left join signatures s on s.training_record_id = r.id
  left join (
    select distinct on (h.assignment_id) h.assignment_id,
      first_value(h.due_date) over (partition by h.assignment_id order by h.replaced_at) as first_due_date,
      h.replaced_at as due_moved_at, concat_ws(' ', w.first_name, w.last_name) as due_moved_by,
      c.payload::jsonb ->> 'reason' as due_moved_reason
    from assignment_history h
    left join audit.events c on c.id = h.due_command_id
    left join users w on w.id = c.actor_id
    where h.due_command_id is not null
    order by h.assignment_id, h.replaced_at desc
  ) k on k.assignment_id = a.id
  where u.erased_at is null
  order by o.name nulls last, lower(u.last_name), lower(u.first_name), u.id, a.due_date nulls last, a.id
) to stdout with (format csv, header)
