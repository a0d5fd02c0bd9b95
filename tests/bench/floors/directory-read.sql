-- The floor of the answer to creating a person of a directory ($1): what it says about the person.
select d.user_id, d.user_name, d.external_id, d.attributes, u.is_active, u.first_name, u.last_name, u.job_title, d.created_at,
  d.updated_at, u.updated_at as account_updated_at, d.revision + u.revision as version
from directory_people d join users u on u.id = d.user_id where d.user_id = $1
