-- The published versions of the module $1, which decide about retraining and which the answer names, with the content that each signature covers.
select v.id, v.number, v.effective_from, v.retraining, v.retraining_days, v.content, v.content_url,
  (select json_agg(json_build_object('id', f.id, 'sha256', f.sha256, 'size', f.size, 'checked', c.fingerprint) order by vf.position)
    from module_version_files vf join files f on f.id = vf.file_id left join file_checks c on c.file_id = f.id
    where vf.version_id = v.id) as files
from module_versions v where v.module_id = $1::int and v.status = 'published' order by v.number
