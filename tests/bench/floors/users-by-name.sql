order by lower(u.last_name), lower(u.first_name), u.id
