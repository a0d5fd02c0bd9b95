import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';

/** The meaning of each kind of finding, in plain words (AUD-04); a kind that is missing here is named by {@link unknownFinding}. */
export const findingLabels: Readonly<Record<string, MessageDescriptor>> = {
  event_changed: msg`An audit trail entry was changed`,
  event_columns_changed: msg`Search fields of an audit trail entry were changed`,
  event_payload_changed: msg`The content of an audit trail entry was changed`,
  event_payload_removed: msg`The content of an audit trail entry was removed`,
  event_missing: msg`An audit trail entry is missing`,
  event_inserted: msg`An audit trail entry was inserted`,
  events_reordered: msg`Audit trail entries were reordered`,
  seal_changed: msg`A seal of the audit trail was changed`,
  seal_missing: msg`A seal of the audit trail is missing`,
  seal_signature: msg`A seal of the audit trail is not valid`,
  anchor_changed: msg`A copy of a seal outside the database was changed`,
  anchor_missing: msg`The copies of the seals outside the database are missing`,
  command_unproven: msg`A change was not made by this product`,
  record_changed: msg`A record was changed outside the product`,
  record_missing: msg`A record was deleted outside the product`,
  record_inserted: msg`A record was inserted outside the product`,
  history_broken: msg`The history of a record has a gap`,
  signature_invalid: msg`A signature is not valid`,
  file_changed: msg`A stored file was changed`,
  file_missing: msg`A stored file is missing`,
  guard_missing: msg`A safeguard of the database is missing`,
  guard_changed: msg`A safeguard of the database was changed`,
  guard_added: msg`The database contains something this product did not create`,
  clock_moved: msg`The clock of the database was changed`,
  key_changed: msg`The keys of the installation have changed`,
  history_changed: msg`Stored history differs from the audit trail`,
  figure_changed: msg`Stored figures differ from the audit trail`,
  more_findings: msg`There are more findings than can be listed`,
  check_failed: msg`The check could not be completed`,
};

/** The label of kinds that have no own label. */
export const unknownFinding = msg`Something is not as it was stored`;

/** The names of the objects that findings concern. */
export const objectLabels: Readonly<Record<string, MessageDescriptor>> = {
  users: msg`Person`,
  training_records: msg`Completion`,
  training_assignments: msg`Assignment`,
  signatures: msg`Signature`,
  public_signatures: msg`Public-key signature`,
  certificates: msg`Certificate`,
  training_modules: msg`Training module`,
  organizations: msg`Organization`,
  file: msg`File`,
  event: msg`Audit trail entry`,
  seal: msg`Seal`,
};
