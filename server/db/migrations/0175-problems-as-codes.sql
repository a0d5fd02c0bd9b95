-- SHELL-09: what stopped an export or a run is a code, which each reader gets in their own language.
-- Not valid at first: no table can be altered once its rows were written in the same transaction, and rows of before are mended below.
alter table exports add constraint exports_problem_check
  check (problem in ('access_lost', 'export_stopped')) not valid;
alter table assigning_runs add constraint assigning_runs_problem_check
  check (problem in ('access_lost', 'training_gone', 'assigning_stopped')) not valid;
--! command: problems of exports and runs as codes
update exports set problem = case problem
    when 'The account that requested this no longer has access to it.' then 'access_lost'
    else 'export_stopped'
  end
where problem is not null;
update assigning_runs set problem = case problem
    when 'The account that requested this no longer has access to it.' then 'access_lost'
    when 'The training no longer exists or is inactive.' then 'training_gone'
    else 'assigning_stopped'
  end
where problem is not null;
