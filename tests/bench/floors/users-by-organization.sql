order by lower(o.name), o.id, lower(u.last_name), lower(u.first_name), u.id
