-- The library of modules. How many there are that are not retired; a filter stands where it says so, its value is $1.
select count(*) as total
from training_modules m
left join module_versions v on v.id = m.current_version_id
left join module_categories cat on cat.id = m.category_id
where m.content_type <> 'placeholder' and (m.retired_at is not null) = false --narrowed
