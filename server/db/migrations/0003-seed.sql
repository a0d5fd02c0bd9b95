-- ORG-04, MOD-02: families, Training Categories and matrix templates that every installation starts with.

--! command: seed

-- What every installation starts with: families and order of SPEC §9, the Training Categories of SPEC §3.
insert into module_families (code, group_name, group_position, match_order, patterns) values
  ('tp-qms', 'QMS', 1, 1, '[{"kind": "prefix", "text": "TP-QMS"}, {"kind": "prefix", "text": "TP QMS"}]'),
  ('tp-cro', 'CRO', 2, 2, '[{"kind": "prefix", "text": "TP-CRO"}, {"kind": "prefix", "text": "TP CRO"}]'),
  ('axonx', 'AxonX', 4, 3, '[{"kind": "prefix", "text": "AX-"}, {"kind": "contains", "text": "axonx"}]'),
  ('cmo-pro', 'CMO', 5, 4, '[{"kind": "prefix", "text": "CMO-"}, {"kind": "contains", "text": "cmo pro"}]'),
  ('clinpro-gcp', 'GCP', 3, 5,
    '[{"kind": "prefix", "text": "CP-"}, {"kind": "contains", "text": "clinpro"}, {"kind": "contains", "text": "gcp"}]'),
  ('trialspro', 'Other', 6, 6, '[{"kind": "contains", "text": "trialspro"}, {"kind": "contains", "text": "trialpro"}]'),
  ('other', 'Other', 6, 7, '[]');

insert into module_categories (name, color_index, position)
select name, (position - 1) % 6, position from (values ('Clinical Research', 1), ('Data Management', 2), ('Healthcare Specialist', 3),
  ('Administration', 4), ('Quality Affairs', 5), ('Medical Affairs', 6), ('Project Manager', 7)) as seed (name, position);

-- The templates of every new installation: one for each Training Category of SPEC §3.
insert into matrix_templates (key, name, job_title, family_codes, renewal_period, position) values
  ('clinical-research', 'Clinical Research', 'Clinical Research', '{tp-qms,tp-cro,clinpro-gcp}', 24, 1),
  ('data-management', 'Data Management', 'Data Management', '{tp-qms,clinpro-gcp}', 24, 2),
  ('healthcare-specialist', 'Healthcare Specialist', 'Healthcare Specialist', '{tp-qms,clinpro-gcp}', 24, 3),
  ('administration', 'Administration', 'Administration', '{tp-qms}', null, 4),
  ('quality-affairs', 'Quality Affairs', 'Quality Affairs', '{tp-qms,clinpro-gcp}', 24, 5),
  ('medical-affairs', 'Medical Affairs', 'Medical Affairs', '{tp-qms,cmo-pro,clinpro-gcp}', 24, 6),
  ('project-manager', 'Project Manager', 'Project Manager', '{tp-qms,tp-cro,clinpro-gcp}', 24, 7);
