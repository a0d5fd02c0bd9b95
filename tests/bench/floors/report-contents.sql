-- The completion report. The versions that the completions name, with what was last measured of their files: $1 are the ids.
select v.id, v.content as text, v.content_url as link, coalesce((
  select json_agg(json_build_object('id', f.id, 'sha256', f.sha256, 'size', f.size, 'checkedSize', c.size,
    'fingerprint', c.fingerprint, 'isIntact', c.is_intact) order by vf.position)
  from module_version_files vf join files f on f.id = vf.file_id left join file_checks c on c.file_id = f.id
  where vf.version_id = v.id), '[]') as files
from module_versions v where v.id = any($1::int[])
