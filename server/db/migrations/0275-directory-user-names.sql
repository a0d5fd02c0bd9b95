-- A userName is unique within one directory: a refusal must not say that another organization has a person of this name.
drop index directory_people_user_name_key;
create unique index directory_people_user_name_key on directory_people (lower(user_name), organization_id) nulls not distinct;
