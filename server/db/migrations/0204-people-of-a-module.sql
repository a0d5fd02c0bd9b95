-- PERF-03: the people of one module are read from what is kept of them; only late ones had an index by module.
create index person_module_figures_module_index on person_module_figures (module_id, user_id);
