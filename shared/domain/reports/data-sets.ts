import type { Permission } from '../access/permissions.ts';
import { trailForPeople, type ExportColumn } from './export-columns.ts';
import type { ExportFormat } from './export-name.ts';

/** A filter of a data set. */
export type ExportFilterName =
  | 'org'
  | 'departmentId'
  | 'q'
  | 'userId'
  | 'moduleId'
  | 'version'
  | 'jobTitle'
  | 'grid'
  | 'matrixId'
  | 'modules'
  | 'asOf'
  | 'status'
  | 'from'
  | 'to'
  | 'period'
  | 'team'
  | 'actor'
  | 'about'
  | 'recordType'
  | 'recordId'
  | 'group'
  | 'words'
  | 'sinceReview';

/** A data set that can be exported: its permission, its columns in their usual order, and its filters. */
export interface DataSet {
  readonly permission: Permission;
  readonly columns: readonly ExportColumn[];
  /** The initial selection if it is not all columns, and that on paper. */
  readonly usual?: { readonly file: readonly ExportColumn[]; readonly paper: readonly ExportColumn[] };
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
const ofPeople = ['org', 'departmentId', 'jobTitle', 'q', 'userId', 'moduleId', 'asOf'] as const;

/** The filters that training has only as a grid. */
export const ofGrid = ['matrixId', 'modules'] as const;

/**
 * The data sets of RPT-03; `report` is the completion report itself. Each is given as of a day (RPT-04) or an instant (INS-03).
 * The trail as of an instant has the events before it, with the names of that time.
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
      'completion_kind',
      'score',
    ],
    filters: [...ofPeople, 'status', 'from', 'to', 'period'],
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
      'source',
      'valid_until',
      'recorded_at',
      'certificate',
      ...evidence,
    ],
    filters: [...ofPeople, 'status', 'from', 'to', 'period'],
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
      'completion_kind',
      'valid_until',
      'score',
    ],
    filters: [
      'org',
      'departmentId',
      'jobTitle',
      'q',
      'userId',
      'moduleId',
      'version',
      'status',
      'grid',
      'asOf',
      ...ofGrid,
    ],
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
    filters: ['org', 'departmentId', 'jobTitle', 'moduleId', 'asOf'],
  },
  audit: {
    permission: 'audit.view',
    columns: [
      ...trailForPeople,
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
      'origin',
      'address',
      'user_agent',
      'changes',
    ],
    // The sentence names the actor, the people concerned and the record.
    usual: { file: trailForPeople, paper: ['at', 'done', 'changed', 'reason', 'came_from'] },
    filters: [
      'org',
      'from',
      'to',
      'period',
      'actor',
      'about',
      'recordType',
      'recordId',
      'group',
      'words',
      'sinceReview',
      'asOf',
    ],
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

/** Returns the columns that a file of a data set has unless others are chosen. */
export function usualColumns(dataSet: DataSetName, format: ExportFormat): readonly ExportColumn[] {
  const { columns, usual }: DataSet = dataSets[dataSet];
  return usual?.[format === 'pdf' ? 'paper' : 'file'] ?? columns;
}

/** Name of a data set. */
export type DataSetName = keyof typeof dataSets;

/** Their names, in the order of the choice. */
export const dataSetNames = Object.keys(dataSets) as [DataSetName, ...DataSetName[]];

/** The kind of an export that is not a table: the whole audit trail for an offline check, as one ZIP (AUD-02). */
export const trailBundle = 'trail_bundle';

/** The kind of an export with the training files of many people, as one ZIP (INS-04). */
export const binder = 'binder';

/** The maximum number of people in one binder. */
export const MAX_IN_BINDER = 5000;

/** The content of an export in the background: a data set, the trail bundle, or a binder. */
export type ExportKind = DataSetName | typeof trailBundle | typeof binder;

/** Every kind of export. */
export const exportKinds: readonly ExportKind[] = [...dataSetNames, trailBundle, binder];

/** Returns the permission that a kind of export needs, when it is requested, written and fetched. */
export const exportPermission = (kind: ExportKind): Permission => {
  if (kind === trailBundle) return 'audit.bundle';
  return kind === binder ? 'people.view' : dataSets[kind].permission;
};

/** The number of rows from which an export is created in the background: a page takes longer than a line of text (RPT-03, F20). */
export const backgroundFrom = { csv: 50_000, xlsx: 50_000, jsonl: 50_000, pdf: 10_000 } as const;

/** The number of days for which a finished export can be fetched (RPT-03). */
export const exportDays = 7;
