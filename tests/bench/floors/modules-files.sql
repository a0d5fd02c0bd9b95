-- The library of modules. The files of the versions $1 in their order.
select mvf.version_id, mvf.name, mvf.original_name, f.size, f.mime as content_type, f.sha256, f.pages, f.duration_seconds,
  mvf.uploaded_at, nullif(concat_ws(' ', u.first_name, u.last_name), '') as uploaded_by
from module_version_files mvf
join files f on f.id = mvf.file_id
left join users u on u.id = mvf.uploaded_by
where mvf.version_id = any($1::int[])
order by mvf.version_id, mvf.position
