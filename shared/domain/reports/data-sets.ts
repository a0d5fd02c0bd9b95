import type { Permission } from '../access/permissions.ts';

/** How a column's values are meant; instants carry the offset of their zone. */
export type ColumnKind = 'text' | 'number' | 'date' | 'instant';

/** The columns of all data sets, by their names for machines, which are the same in every language (RPT-03). */
export const exportColumns = {
  action: 'text',
  active: 'text',
  address: 'text',
  actor: 'text',
  assigned: 'number',
  assigned_at: 'instant',
  assignment_id: 'number',
  at_utc: 'instant',
  certificate: 'text',
  changes: 'text',
  command: 'number',
  completed: 'number',
  completed_at: 'instant',
  completed_tz: 'text',
  completion_rate: 'number',
  days_to_due: 'number',
  department: 'text',
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
  /** The zone of every instant of the row that is no evidence: the reader's setting (RPT-05). */
  reader_tz: 'text',
  reason: 'text',
  record: 'text',
  record_id: 'number',
  record_key: 'text',
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
 * In which zone an instant is written (RPT-05): evidence in that of its record, which another column names, the trail in UTC, as
 * it is sealed; every other one in that of the reader, which `reader_tz` names. So one row can have several offsets, and each of
 * its times has a column with its zone.
 */
export const evidenceZones: Readonly<Partial<Record<ExportColumn, ExportColumn | 'UTC'>>> = {
  at_utc: 'UTC',
  completed_at: 'completed_tz',
  recorded_at: 'completed_tz',
  signed_at: 'signed_tz',
};

/** A filter that a data set knows. */
export type ExportFilterName =
  'org' | 'departmentId' | 'q' | 'moduleId' | 'version' | 'asOf' | 'status' | 'from' | 'to' | 'team';

/** A data set that can be exported: its permission, its columns in their usual order, and its filters. */
export interface DataSet {
  readonly permission: Permission;
  readonly columns: readonly ExportColumn[];
  readonly filters: readonly ExportFilterName[];
}

const person = [
  'organization',
  'department',
  'last_name',
  'first_name',
  'email',
  'job_title',
  'active',
] as const;
const evidence = [
  'signer_name',
  'signed_at',
  'signed_tz',
  'meaning',
  'signature_valid',
  'signature_problem',
] as const;
const ofPeople = ['org', 'departmentId', 'q', 'moduleId', 'asOf'] as const;

/**
 * The data sets of RPT-03; `report` is the completion report itself. Each is given as of a day (RPT-04), but for `audit`, whose events
 * never change, so that its `to` is that day already, and for `training`, the current cycles of MTX-09.
 */
export const dataSets = {
  people: {
    permission: 'reports.view',
    columns: [
      'user_id',
      ...person,
      'role',
      'manager',
      'last_activity',
      'reader_tz',
      'assigned',
      'completed',
      'overdue',
      'expired',
      'completion_rate',
    ],
    filters: ofPeople,
  },
  assignments: {
    permission: 'reports.view',
    columns: [
      'assignment_id',
      ...person,
      'module',
      'reference',
      'version',
      'effective_version',
      'status',
      'assigned_at',
      'reader_tz',
      'due_date',
      'first_due_date',
      'due_moved_at',
      'due_moved_by',
      'due_moved_reason',
      'started_at',
      'completed_at',
      'completed_tz',
      'score',
    ],
    filters: [...ofPeople, 'status'],
  },
  completions: {
    permission: 'reports.view',
    columns: [
      'record_id',
      ...person,
      'module',
      'reference',
      'version',
      'effective_version',
      'status',
      'completed_at',
      'completed_tz',
      'score',
      'kind',
      'reason',
      'valid_until',
      'recorded_at',
      'certificate',
      ...evidence,
    ],
    filters: [...ofPeople, 'from', 'to'],
  },
  training: {
    permission: 'reports.view',
    columns: [
      'module',
      'reference',
      'version',
      'effective_version',
      ...person,
      'status',
      'assigned_at',
      'reader_tz',
      'due_date',
      'first_due_date',
      'due_moved_at',
      'due_moved_by',
      'due_moved_reason',
      'completed_at',
      'completed_tz',
      'valid_until',
      'score',
    ],
    filters: ['org', 'departmentId', 'q', 'moduleId', 'version', 'status'],
  },
  matrix: {
    permission: 'matrices.view',
    columns: [
      'matrix',
      'organization',
      'department',
      'job_title',
      'module',
      'reference',
      'required',
      'days_to_due',
      'renewal_months',
    ],
    filters: ['org', 'moduleId', 'asOf'],
  },
  audit: {
    permission: 'audit.view',
    columns: [
      'event_id',
      'command',
      'request',
      'at_utc',
      'kind',
      'action',
      'actor',
      'subject',
      'record',
      'record_key',
      'organization',
      'outcome',
      'reason',
      'origin',
      'address',
      'user_agent',
      'changes',
    ],
    filters: ['org', 'from', 'to'],
  },
  report: {
    permission: 'reports.view',
    columns: [
      ...person,
      'module',
      'reference',
      'version',
      'effective_version',
      'status',
      'assigned_at',
      'reader_tz',
      'due_date',
      'first_due_date',
      'due_moved_at',
      'due_moved_by',
      'due_moved_reason',
      'completed_at',
      'completed_tz',
      'score',
      ...evidence,
    ],
    filters: [...ofPeople, 'team'],
  },
} as const satisfies Record<string, DataSet>;

/** Name of a data set. */
export type DataSetName = keyof typeof dataSets;

/** Their names, in the order of the choice. */
export const dataSetNames = Object.keys(dataSets) as [DataSetName, ...DataSetName[]];

/** From how many rows on an export is made in the background: a page of text takes longer than a line of it (RPT-03, F20). */
export const backgroundFrom = { csv: 50_000, xlsx: 50_000, pdf: 10_000 } as const;

/** For how many days a finished export can be fetched (RPT-03). */
export const exportDays = 7;
