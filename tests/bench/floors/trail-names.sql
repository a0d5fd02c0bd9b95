-- How the people of a page are called.
select id, btrim(concat_ws(' ', first_name, last_name)) as name from users where id = any($1)
