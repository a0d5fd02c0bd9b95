-- MTX-06, MOD-13, SHELL-09: why the product itself withdrew a training or revoked its certificate is a code beside the words of people.
alter table training_assignments add column voided_code text
  check (voided_code in ('matrix_no_longer_requires', 'removed_from_matrix', 'module_was_retired'));
comment on column training_assignments.voided_code is 'Why the product itself withdrew it; null where a person did, whose words are in voided_reason.';
alter table certificates add column revoked_code text
  check (revoked_code in ('matrix_no_longer_requires', 'removed_from_matrix', 'module_was_retired', 'training_withdrawn'));
comment on column certificates.revoked_code is 'Why the product itself revoked it; null where a person withdrew the training, whose words are in revoked_reason.';
alter table certificates drop constraint certificates_check;
alter table certificates add constraint certificates_revoked_check
  check (revoked_at is null or revoked_code is not null or btrim(revoked_reason) <> '');
--! attach audit
--! command: reasons of withdrawals as codes
-- Events of before keep the sentence, which the trail has sealed.
with codes (sentence, code) as (values
  ('No training matrix of the person requires it any more.', 'matrix_no_longer_requires'),
  ('The module was removed from the training matrix.', 'removed_from_matrix'),
  ('The module was retired.', 'module_was_retired'))
update training_assignments a set voided_code = c.code, voided_reason = null
from codes c where a.voided_reason = c.sentence;
with codes (sentence, code) as (values
  ('No training matrix of the person requires it any more.', 'matrix_no_longer_requires'),
  ('The module was removed from the training matrix.', 'removed_from_matrix'),
  ('The module was retired.', 'module_was_retired'),
  ('The training was withdrawn.', 'training_withdrawn'))
update certificates a set revoked_code = c.code, revoked_reason = null
from codes c where a.revoked_reason = c.sentence;
