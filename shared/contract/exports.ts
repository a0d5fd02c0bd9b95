import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  calendarDate,
  flag,
  instant,
  line,
  pageFields,
  pathId,
  personName,
  recordType,
  sortBy,
  userId,
} from '#shared/contract/common.ts';
import { exportProblems } from '#shared/reasons/findings.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { trailGroup } from '#shared/contract/audit-trail.ts';
import { instantGiven, paperFields } from '#shared/contract/paper-fields.ts';
import { dataSetNames } from '#shared/domain/reports/data-sets.ts';
import { exportColumns, type ExportColumn } from '#shared/domain/reports/export-columns.ts';
import { trainingStates } from '#shared/domain/reports/training-states.ts';
import { exportPeriods } from '#shared/domain/reports/export-period.ts';
import { exportFormats } from '#shared/domain/reports/export-name.ts';

/** Filters of an export. `dataSets` lists those of each data set; all have `asOf`. */
const filters = {
  org: z.union([z.enum(['all', 'none']), pathId]).default('all'),
  departmentId: z.union([z.literal('none'), pathId]).optional(),
  q: line(200).optional(),
  /** One person. */
  userId: userId.optional(),
  /** A day, or the instant that a file prints. */
  asOf: z.union([calendarDate, instantGiven]).optional(),
  status: z.enum(trainingStates).optional(),
  moduleId: pathId.optional(),
  jobTitle: line(200).optional(),
  /**
   * For training: `true` as a grid, with a column per module (MTX-09), also for one matrix, or for modules by ids with
   * commas between them.
   */
  grid: flag.optional(),
  matrixId: pathId.optional(),
  modules: line(3600)
    .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, because('wrong_format'))
    .optional(),
  /** Number of a version; `none`: modules that the person was never assigned. */
  version: z.union([z.literal('none'), pathId]).optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** In place of `from` and `to`: days that move with the day of the export, in the reader's zone. */
  period: z.enum(exportPeriods).optional(),
  /** `true`: only the caller's direct and indirect reports (MGR-03). */
  team: flag.optional(),
  /**
   * For the trail: the actor, the person concerned, one record with everything that belongs to it, a kind of action, words
   * of the reason.
   */
  actor: userId.optional(),
  about: userId.optional(),
  recordType: recordType.optional(),
  recordId: line(200).optional(),
  group: trailGroup.optional(),
  words: line(200).optional(),
  /** For the trail: only events after the last signed review with the same filters. */
  sinceReview: flag.optional(),
};

const dataSet = z.enum(dataSetNames);
const format = z.enum(exportFormats);
const column = z.enum(Object.keys(exportColumns) as [ExportColumn, ...ExportColumn[]]);
/**
 * In a query: names with commas between them, in the order of the file. Times of completions and signatures are in the zone of their
 * record, which `completed_tz` and `signed_tz` name; `at_utc` is UTC; every other time is in the reader's zone, named by `reader_tz`.
 */
const columnList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(column).min(1, because('columns_needed')));

/** The definition of an export in a body: of a request in the background, and of a saved export. */
export const exportDefinition = {
  dataSet,
  format,
  columns: z.array(column).min(1, because('columns_needed')),
  filters: z
    .strictObject({
      ...filters,
      org: z.union([z.enum(['all', 'none']), z.int().min(1)]).default('all'),
      departmentId: z.union([z.literal('none'), z.int().min(1)]).optional(),
      moduleId: z.int().min(1).optional(),
      version: z.union([z.literal('none'), z.int().min(1)]).optional(),
      team: z.boolean().optional(),
      grid: z.boolean().optional(),
      matrixId: z.int().min(1).optional(),
      sinceReview: z.boolean().optional(),
    })
    .meta({ id: 'ExportFilters' }),
};

/** Filters in the form in which they are stored and answered. */
export const writtenFilters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** An export as its requester sees it (RPT-03). */
export const exportView = z
  .object({
    id: z.int(),
    dataSet: z.string(),
    format: z.string(),
    columns: z.array(z.string()),
    filters: writtenFilters,
    state: z.enum(['waiting', 'running', 'ready', 'failed', 'cancelled', 'expired']),
    /** The zone of the time at which the file was written. */
    timeZone: z.string(),
    requestedBy: personName,
    rowsDone: z.int(),
    rowsTotal: z.int().nullable(),
    fileName: z.string().nullable(),
    /** For a run of a saved export: its name, and the time of its schedule. */
    name: z.string().nullable(),
    scheduledFor: instant.nullable(),
    size: z.int().nullable(),
    problem: z.enum(exportProblems).nullable(),
    createdAt: instant,
    finishedAt: instant.nullable(),
    expiresAt: instant.nullable(),
  })
  .meta({ id: 'ExportView' });

/** The calls of RPT-03: the size of an export, small ones at once, large ones in the background. */
export const exportsContract = {
  count: defineEndpoint({
    id: 'exports.count',
    method: 'GET',
    path: '/api/exports/count',
    summary: 'How many rows an export would have, and whether it is made in the background',
    access: { permission: 'reports.view' },
    audit: { none: 'a number' },
    data: { shows: ['assignments', 'modules', 'people', 'organizations', 'departments'] },
    /** The columns decide whether a row of the trail is a command or an event. */
    query: z.strictObject({ dataSet, format, columns: columnList.optional(), ...filters }),
    errors: ['PREPARING'],
    response: z
      .object({
        rows: z.int(),
        /** There are more, which were not counted: it is created in the background in any case. */
        more: z.boolean(),
        background: z.boolean(),
      })
      .meta({ id: 'ExportCount' }),
  }),
  download: defineEndpoint({
    id: 'exports.download',
    method: 'GET',
    path: '/api/exports/download',
    summary: 'A small export at once, streamed; a large one is refused',
    access: { permission: 'reports.view' },
    audit: { access: 'report.exported' },
    data: { none: 'a download' },
    query: z.strictObject({
      dataSet,
      format,
      columns: columnList,
      ...filters,
      language: paperFields.language,
      timeZone: paperFields.timeZone,
    }),
    errors: ['TIMEOUT'],
    raw: 'text/csv',
    compressed: true,
    response: z.undefined(),
  }),
  request: defineEndpoint({
    id: 'exports.request',
    method: 'POST',
    path: '/api/exports',
    summary: 'Asks for an export in the background',
    access: { permission: 'reports.view' },
    audit: { command: 'export.requested' },
    data: { changes: ['exports'] },
    body: z.strictObject({
      ...exportDefinition,
      language: paperFields.language,
      timeZone: paperFields.timeZone,
    }),
    response: exportView,
    status: 201,
  }),
  list: defineEndpoint({
    id: 'exports.list',
    method: 'GET',
    path: '/api/exports',
    summary: 'Exports in the background: the own ones, newest first',
    access: { permission: 'people.list' },
    tokens: false,
    audit: { none: 'own requests' },
    data: { shows: ['exports'] },
    query: z.strictObject({ ...pageFields, sort: sortBy(['createdAt']) }),
    list: true,
    compressed: true,
    response: z.array(exportView),
  }),
  file: defineEndpoint({
    id: 'exports.file',
    method: 'GET',
    path: '/api/exports/:id/file',
    summary:
      'The file of a finished export, for its requester and administrators, as far as they may still see what it holds',
    access: { permission: 'people.list' },
    tokens: false,
    audit: { access: 'export.downloaded' },
    data: { none: 'a download' },
    params: z.strictObject({ id: pathId }),
    raw: 'application/octet-stream',
    response: z.undefined(),
  }),
  cancel: defineEndpoint({
    id: 'exports.cancel',
    method: 'POST',
    path: '/api/exports/:id/cancel',
    summary: 'Stops an export that waits or runs',
    access: { permission: 'people.list' },
    audit: { command: 'export.cancelled', record: 'exports' },
    data: { changes: ['exports'] },
    params: z.strictObject({ id: pathId }),
    errors: ['ILLEGAL_STEP'],
    response: exportView,
  }),
};
