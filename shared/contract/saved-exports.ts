import { z } from 'zod';
import {
  instant,
  organizationName,
  pagingFields,
  pathId,
  recordId,
  personName,
  requiredLine,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { exportDefinition, exportView, writtenFilters } from '#shared/contract/exports.ts';
import { exportFrequencies, schedulePauses } from '#shared/domain/reports/export-schedule.ts';
import { because } from '#shared/reasons/in-schema.ts';

const access = { permission: 'reports.view' } as const;
const one = z.strictObject({ id: pathId });
const name = requiredLine(100, because('name_needed'));
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, because('time_form'));

const frequency = z.enum(exportFrequencies).meta({ id: 'ExportFrequency' });
/** The definition of a saved export, with its name. */
const definition = z.strictObject({ name, ...exportDefinition }).meta({ id: 'SavedExportDefinition' });

/** The times at which a saved export runs on schedule, and the next of them. */
const schedule = z
  .object({
    frequency,
    weekday: z.int().nullable(),
    monthDay: z.int().nullable(),
    time: z.string(),
    timeZone: z.string(),
    /** Null while it is paused. */
    nextRunAt: instant.nullable(),
    pause: z.enum(schedulePauses).nullable(),
  })
  .meta({ id: 'ExportScheduleView' });

const savedExport = z
  .object({
    id: z.int(),
    name: z.string(),
    dataSet: z.string(),
    format: z.string(),
    columns: z.array(z.string()),
    filters: writtenFilters,
    createdAt: instant,
    schedule: schedule.nullable(),
    /** The time of the request for the last run; null if there is none yet. */
    lastRunAt: instant.nullable(),
  })
  .meta({ id: 'SavedExport' });

/** Exports saved under a name, and their schedules (RPT-03). People only: a token saves and schedules nothing. */
export const savedExportsContract = {
  list: defineEndpoint({
    id: 'savedExports.list',
    method: 'GET',
    path: '/api/saved-exports',
    summary: 'The own saved exports by name (RPT-03)',
    access,
    tokens: false,
    audit: { none: 'own definitions' },
    data: { shows: ['savedExports', 'exports'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(savedExport),
  }),
  create: defineEndpoint({
    id: 'savedExports.create',
    method: 'POST',
    path: '/api/saved-exports',
    summary: 'Save what is to be exported under a name (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'savedExport.created' },
    data: { changes: ['savedExports'] },
    body: definition,
    response: savedExport,
    status: 201,
  }),
  change: defineEndpoint({
    id: 'savedExports.change',
    method: 'PUT',
    path: '/api/saved-exports/:id',
    summary: 'Change the name and what is exported (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'savedExport.changed', record: 'saved_exports' },
    data: { changes: ['savedExports'] },
    params: one,
    body: definition,
    response: savedExport,
  }),
  rename: defineEndpoint({
    id: 'savedExports.rename',
    method: 'POST',
    path: '/api/saved-exports/:id/rename',
    summary: 'Change the name alone (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'savedExport.renamed', record: 'saved_exports' },
    data: { changes: ['savedExports'] },
    params: one,
    body: z.strictObject({ name }),
    response: savedExport,
  }),
  remove: defineEndpoint({
    id: 'savedExports.remove',
    method: 'DELETE',
    path: '/api/saved-exports/:id',
    summary: 'Delete a saved export with its schedule; files that it made stay for their days (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'savedExport.deleted', record: 'saved_exports' },
    data: { changes: ['savedExports'] },
    params: one,
    response: recordId,
  }),
  run: defineEndpoint({
    id: 'savedExports.run',
    method: 'POST',
    path: '/api/saved-exports/:id/run',
    summary: 'Prepare a saved export in the background now (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'export.requested', record: 'saved_exports' },
    data: { changes: ['exports'] },
    params: one,
    response: exportView,
    status: 201,
  }),
  schedule: defineEndpoint({
    id: 'savedExports.schedule',
    method: 'PUT',
    path: '/api/saved-exports/:id/schedule',
    summary: 'Schedule a saved export in the zone of its owner, or resume its schedule (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'savedExport.scheduled', record: 'saved_exports' },
    data: { changes: ['savedExports'] },
    params: one,
    body: z
      .strictObject({
        frequency,
        time,
        /** For a weekly one: 1 is Monday. */
        weekday: z.int().min(1).max(7).optional(),
        /** For a monthly one; in a month without the day, its last day. */
        monthDay: z.int().min(1).max(31).optional(),
      })
      .refine(({ frequency, weekday }) => (frequency === 'weekly') === (weekday !== undefined), {
        path: ['weekday'],
        message: because('export_schedule_day'),
      })
      .refine(({ frequency, monthDay }) => (frequency === 'monthly') === (monthDay !== undefined), {
        path: ['monthDay'],
        message: because('export_schedule_day'),
      }),
    response: savedExport,
  }),
  unschedule: defineEndpoint({
    id: 'savedExports.unschedule',
    method: 'DELETE',
    path: '/api/saved-exports/:id/schedule',
    summary: 'End the schedule of a saved export (RPT-03)',
    access,
    tokens: false,
    audit: { command: 'savedExport.unscheduled', record: 'saved_exports' },
    data: { changes: ['savedExports'] },
    params: one,
    response: savedExport,
  }),
  schedules: defineEndpoint({
    id: 'savedExports.schedules',
    method: 'GET',
    path: '/api/export-schedules',
    summary: 'Every schedule of the installation, newest first, for administrators (RPT-03)',
    access: { permission: 'operations.manage' },
    tokens: false,
    audit: { none: 'what runs by itself, which administrators look after' },
    data: { shows: ['savedExports', 'people', 'organizations'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(
      z
        .object({
          id: z.int(),
          name: z.string(),
          dataSet: z.string(),
          format: z.string(),
          filters: writtenFilters,
          owner: personName,
          organization: organizationName.nullable(),
          schedule,
        })
        .meta({ id: 'OwnedExportSchedule' }),
    ),
  }),
  stop: defineEndpoint({
    id: 'savedExports.stop',
    method: 'POST',
    path: '/api/export-schedules/:id/stop',
    summary: 'Stop the schedule of anybody, who is notified (RPT-03)',
    access: { permission: 'operations.manage' },
    tokens: false,
    audit: { command: 'savedExport.stopped', record: 'saved_exports' },
    data: { changes: ['savedExports'] },
    params: one,
    errors: ['ILLEGAL_STEP'],
    response: recordId,
  }),
};
