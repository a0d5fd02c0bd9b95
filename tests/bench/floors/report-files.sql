-- The completion report. The stored files of those versions: $1 are the ids.
select f.id, f.sha256, f.size, c.size as checked_size, c.fingerprint, c.is_intact from files f left join file_checks c on c.file_id = f.id
where f.id = any($1::int[])
