-- MTX-09, PERF-03: the states of a module's people are read from the index alone.
drop index person_module_figures_module_index;
create index person_module_figures_module_index on person_module_figures (module_id, user_id) include (open, started, late, expired);
