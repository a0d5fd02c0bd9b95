-- The completion report. The versions that the completions name: $1 are the ids.
select v.id, v.content as text, v.content_url as link, coalesce((
  select json_agg(json_build_object('id', f.id, 'sha256', f.sha256) order by vf.position)
  from module_version_files vf join files f on f.id = vf.file_id where vf.version_id = v.id), '[]') as files
from module_versions v where v.id = any($1::int[])
