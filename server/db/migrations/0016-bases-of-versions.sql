-- MOD-11: a draft that was begun before another version took effect can be told from one that holds its changes.

-- A draft outlives what it was begun from; of versions made before this nobody has kept it.
alter table module_versions
  add column based_on_id integer,
  add foreign key (based_on_id, module_id) references module_versions (id, module_id);
comment on column module_versions.based_on_id is 'The version in force from which the content was begun; null: the first one, or not kept.';
create index module_versions_based_on_index on module_versions (based_on_id, module_id);

--! attach audit
