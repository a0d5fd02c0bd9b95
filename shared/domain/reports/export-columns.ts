/** The type of a column's values; instants carry the offset of their zone. */
export type ColumnKind = 'text' | 'number' | 'date' | 'instant';

/** The columns of all data sets, by their names for machines, which are the same in every language (RPT-03). */
export const exportColumns = {
  about: 'text',
  acted_by: 'text',
  action: 'text',
  active: 'text',
  address: 'text',
  actor: 'text',
  assigned: 'number',
  assigned_at: 'instant',
  assignment_id: 'number',
  at: 'instant',
  at_utc: 'instant',
  came_from: 'text',
  certificate: 'text',
  changed: 'text',
  changes: 'text',
  command: 'number',
  completed: 'number',
  completed_at: 'instant',
  completed_tz: 'text',
  completion_kind: 'text',
  completion_rate: 'number',
  days_to_due: 'number',
  department: 'text',
  done: 'text',
  due_date: 'date',
  due_moved_at: 'instant',
  due_moved_by: 'text',
  due_moved_reason: 'text',
  effective_version: 'number',
  email: 'text',
  event_id: 'number',
  first_due_date: 'date',
  expired: 'number',
  first_name: 'text',
  job_title: 'text',
  kind: 'text',
  last_activity: 'instant',
  last_name: 'text',
  manager: 'text',
  matrix: 'text',
  meaning: 'text',
  module: 'text',
  organization: 'text',
  origin: 'text',
  outcome: 'text',
  overdue: 'number',
  /** The time zone of every instant of the row that is not evidence: the reader's setting (RPT-05). */
  reader_tz: 'text',
  reason: 'text',
  record: 'text',
  record_id: 'number',
  record_key: 'text',
  record_name: 'text',
  recorded_at: 'instant',
  reference: 'text',
  renewal_months: 'number',
  request: 'text',
  required: 'text',
  role: 'text',
  score: 'number',
  signature_problem: 'text',
  signature_valid: 'text',
  signed_at: 'instant',
  signed_tz: 'text',
  signer_name: 'text',
  source: 'text',
  started_at: 'instant',
  status: 'text',
  subject: 'text',
  user_agent: 'text',
  user_id: 'text',
  valid_until: 'date',
  version: 'number',
} as const satisfies Record<string, ColumnKind>;

/** Name of a column. */
export type ExportColumn = keyof typeof exportColumns;

/**
 * The column that names the zone in which an instant is written (RPT-05). Evidence has the zone of its record, and the trail has
 * UTC, in which it is sealed. Every other instant has the zone of the reader, which `reader_tz` names. One row can therefore have
 * several offsets, and each of its times has a column with its zone.
 */
export const evidenceZones: Readonly<Partial<Record<ExportColumn, ExportColumn | 'UTC'>>> = {
  at_utc: 'UTC',
  completed_at: 'completed_tz',
  recorded_at: 'completed_tz',
  signed_at: 'signed_tz',
};

/** The trail as people read it: one row a command (AUD-03). */
export const trailForPeople = [
  'at',
  'reader_tz',
  'acted_by',
  'done',
  'about',
  'record_name',
  'changed',
  'reason',
  'came_from',
] as const;

/** Returns whether the trail has one row per command, for people; with a column of stored values it has one row per event. */
export const isForPeople = (columns: readonly ExportColumn[]): boolean =>
  columns.every((column) => (trailForPeople as readonly ExportColumn[]).includes(column));
