-- My Training: the page of one person with its families and the evidence of its completions. $1 the person, $2 limit, $3 offset.
with page as materialized (
      select a.id, row_number() over (order by (a.status in ('not_started', 'in_progress')) desc, case when (a.status in ('not_started', 'in_progress')) then a.due_date end asc nulls last,
      a.completed_at desc nulls last, lower(t.title) asc, a.id) as place, count(*) over ()::int as total
      from
  training_assignments a
  join users u on u.id = a.user_id
  join training_modules t on t.id = a.module_id
  left join organizations o on o.id = u.organization_id where (u.id = $1) and a.status <> 'voided'
      order by place limit $2 offset $3
    )
    select a.id, a.user_id, a.module_id, case when (a.status in ('not_started', 'in_progress') and a.due_date < today_in(coalesce(o.time_zone, 'UTC'))) then 'overdue' else a.status end as status, a.status as stored_status, a.progress, a.score, a.due_date,
      a.assigned_date, a.started_at, a.completed_at, a.assignment_type, a.assigned_by_user_id,
      nullif(concat_ws(' ', giver.first_name, giver.last_name), '') as assigned_by_name, x.name as matrix_name,
      a.is_required, a.is_onboarding_required, a.no_longer_required_at is not null as no_longer_required,
      a.renewal_frequency, a.next_renewal_date, a.cycle, a.voided_at, a.voided_reason, a.created_at, a.updated_at,
      a.revision, t.title, t.description, t.reference, t.content_type, k.name as training_category, t.family, t.duration,
      t.passing_score, t.completion_policy, exists (select 1 from quizzes quiz where quiz.module_id = t.id) as has_quiz, v.number as version_number, left(v.content, 400) as content_head,
      v.content_url as link, seen.list as files, r.id as record_id, c.number as certificate_number,
      u.first_name, u.last_name, u.email, u.organization_id, o.name as organization_name, u.department_id,
      d.name as department_name, page.total, case when page.place = $3 + 1 then (
  select json_agg(json_build_object('code', code, 'groupName', group_name, 'groupPosition', group_position,
    'matchOrder', match_order, 'patterns', patterns) order by match_order, code collate "C")
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
  where btrim(o.title_pattern) <> '') families) end as families,
      case when page.place = $3 + 1 then json_build_object(
  'records', coalesce((select json_agg(x) from (select r.id, r.organization_id as "organizationId", r.assignment_id as "assignmentId", r.cycle, r.user_id as "userId",
    r.module_id as "moduleId", r.module_title as "moduleTitle", r.module_reference as "moduleReference",
    r.version_number as "versionNumber", r.version_hash as "versionHash", r.completion_policy as "completionPolicy",
    r.score, r.passing_score as "passingScore", r.completed_at as "completedAt", r.time_zone as "timeZone",
    r.expires_on as "expiresOn", r.kind, r.module_version_id as "moduleVersionId",
    encode(sha256(convert_to(r.record_bytes, 'UTF8')), 'hex') as "bytesHash", r.record_hash as "recordHash",
    (a.user_id, a.module_id, a.cycle, a.completed_at) = (r.user_id, r.module_id, r.cycle, r.completed_at)
      and a.score is not distinct from r.score and a.status in ('completed', 'voided') as "assignmentAgrees",
    t.title = r.module_title or exists (
      select 1 from audit.events e
      cross join lateral (select coalesce(e.payload, e.residual)::jsonb -> 'after' ->> 'title' as title) known
      where e.object_type = 'training_modules' and e.object_id = t.id::text and e.kind in ('insert', 'update')
        and (known.title = t.title or (e.payload is null and t.title like replace(regexp_replace(known.title, '([\\%_])', '\\\1', 'g'), '[erased]', '%')))) as "titleExplained"
  from training_records r
  join training_assignments a on a.id = r.assignment_id
  join training_modules t on t.id = r.module_id
  where r.assignment_id in (select id from page)) x), '[]'),
  'signatures', coalesce((select json_agg(x) from (select id, training_record_id as "trainingRecordId", record_type as "recordType", record_id as "recordId",
    record_hash as "recordHash", content_hash as "contentHash", signer_id as "signerId", printed_name as "printedName",
    signed_at as "signedAt", time_zone as "timeZone", meaning_code as "meaningCode",
    statement_version as "statementVersion", meaning, auth_method as "authMethod",
    agreement_version as "agreementVersion", signature_hash as "signatureHash", signature_mac as "signatureMac",
    key_id as "keyId"
  from signatures where training_record_id in (select id from training_records where assignment_id in (select id from page)) order by id) x), '[]'),
  'versions', coalesce((select json_agg(x) from (
  select v.id, v.content as text, v.content_url as link, coalesce((
    select json_agg(json_build_object('id', f.id, 'sha256', f.sha256, 'size', f.size, 'checkedSize', c.size,
      'fingerprint', c.fingerprint, 'isIntact', c.is_intact) order by vf.position)
    from module_version_files vf join files f on f.id = vf.file_id left join file_checks c on c.file_id = f.id
    where vf.version_id = v.id), '[]') as files
  from module_versions v where v.id in (select module_version_id from training_records where assignment_id in (select id from page))) x), '[]')) end as evidence
    from page
    join (
  training_assignments a
  join users u on u.id = a.user_id
  join training_modules t on t.id = a.module_id
  left join organizations o on o.id = u.organization_id) on a.id = page.id
    left join module_categories k on k.id = t.category_id
    left join departments d on d.id = u.department_id
    left join users giver on giver.id = a.assigned_by_user_id
    left join training_matrices x on x.id = a.matrix_id
    left join module_versions v on v.id =
      case when a.status = 'not_started' then coalesce(t.current_version_id, a.module_version_id)
        else coalesce(a.module_version_id, t.current_version_id) end
    cross join lateral (
  select coalesce(json_agg(json_build_object(
    'name', vf.name, 'contentType', f.mime, 'size', f.size, 'pages', coalesce(pdf.pages, f.pages),
    'seenPages', (select count(*) from page_views pv where pv.assignment_id = a.id and pv.file_id = f.id),
    'durationSeconds', f.duration_seconds,
    'watchedSeconds', coalesce((
      select sum(upper(part) - lower(part)) from video_ranges vr, unnest(vr.watched) part
      where vr.assignment_id = a.id and vr.file_id = f.id), 0)) order by vf.position), '[]') as list
  from module_version_files vf join files f on f.id = vf.file_id
  left join file_conversions made on made.file_id = f.id left join files pdf on pdf.id = made.pdf_id
  where vf.version_id = v.id) seen
    left join training_records r on r.assignment_id = a.id
    left join certificates c on c.training_record_id = r.id and a.status = 'completed'
    order by page.place
