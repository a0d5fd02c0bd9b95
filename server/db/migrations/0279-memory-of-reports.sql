-- PERF-03: the planner expects 240,000 reports of everybody, and for each a place in a table of many megabytes is cleared at every call.
-- The table starts small now, and grows where there are so many.

alter function reports_of(text) set work_mem = '1MB';
