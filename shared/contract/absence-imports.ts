import { z } from 'zod';
import { givenDate, pagingFields, pathId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { pastImport, pastImportSummary } from '#shared/contract/past-imports-schemas.ts';
import { importConfirmation, importRowReason, importState } from '#shared/contract/people-imports-schemas.ts';
import { absenceFields, type AbsenceField } from '#shared/domain/assignments/absence-import/fields.ts';
import { absenceOutcomes } from '#shared/domain/assignments/absence-import/plan-absences.ts';
import { dayOrders } from '#shared/domain/assignments/past/read-day.ts';
import { absenceKinds } from '#shared/domain/people/absences.ts';

const column = z.int().min(0).max(99).optional();
const field = z.enum(absenceFields).meta({ id: 'AbsenceField' });

/** The column of each field, from 0 (USR-10). */
export const absenceMapping = z
  .strictObject(
    Object.fromEntries(absenceFields.map((name) => [name, column])) as Record<AbsenceField, typeof column>,
  )
  .meta({ id: 'AbsenceMapping' });

/** The options for reading the cells (USR-10). */
export const absenceOptions = z
  .strictObject({
    /** The order in dates such as 03/04/2024. */
    dayOrder: z.enum(dayOrders),
  })
  .meta({ id: 'AbsenceImportOptions' });

const outcome = z.enum(absenceOutcomes).meta({ id: 'AbsenceOutcome' });

/** The planned or actual effect of an import of absences (USR-10). */
export const absenceFigures = z
  .object({
    bad: z.int(),
    recorded: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** People with a new or changed absence. */
    people: z.int(),
    /** Trainings whose due date moves; of these, those paused until the return is known, and those overdue with the new date. */
    moved: z.int(),
    paused: z.int(),
    overdue: z.int(),
  })
  .meta({ id: 'AbsenceImportFigures' });

const own = { state: importState, figures: absenceFigures.nullable() };

/** An import of absences without its columns, as the list shows it. */
export const absenceImportSummary = pastImportSummary.extend(own).meta({ id: 'AbsenceImportRow' });

/** An import of absences (USR-10). */
export const absenceImport = pastImport
  .omit({ fileSha256: true, files: true, reversal: true, reliance: true })
  .extend({ ...own, mapping: absenceMapping, options: absenceOptions })
  .meta({ id: 'AbsenceImport' });

/** A row of an import of absences with its result (USR-10). */
export const absenceImportRow = z
  .object({
    position: z.int(),
    line: z.int(),
    outcome,
    userId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    /** The cells of the file, unchanged. */
    firstDay: z.string(),
    lastDay: z.string(),
    kind: z.string(),
    /** The values that the check read in the cells; null if the row records nothing, and once the import has ended. */
    readAs: z
      .object({ firstDay: givenDate, lastDay: givenDate.nullable(), kind: z.enum(absenceKinds) })
      .nullable(),
    problems: z.array(
      z.object({
        /** The heading of the column; null: the row as a whole. */
        column: z.string().nullable(),
        field: field.nullable(),
        value: z.string(),
        reason: importRowReason,
        otherLine: z.int().nullable(),
      }),
    ),
  })
  .meta({ id: 'AbsenceRow' });

const access = { permission: 'people.manage' } as const;
const params = z.strictObject({ id: pathId });
const ofOwnUpload = { none: 'rows that an administrator uploaded' } as const;

/** Import of absences from another system (USR-10). */
export const absenceImportsContract = {
  list: defineEndpoint({
    id: 'absenceImports.list',
    method: 'GET',
    path: '/api/absence-imports',
    summary: 'Imports of absences, newest first',
    access,
    audit: { none: 'names of files and numbers' },
    data: { shows: ['absenceImports'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(absenceImportSummary),
  }),
  get: defineEndpoint({
    id: 'absenceImports.get',
    method: 'GET',
    path: '/api/absence-imports/:id',
    summary: 'One import: its columns, its progress, and its planned or actual effect',
    access,
    audit: ofOwnUpload,
    data: { shows: ['absenceImports'] },
    params,
    response: absenceImport,
  }),
  upload: defineEndpoint({
    id: 'absenceImports.upload',
    method: 'POST',
    path: '/api/absence-imports',
    summary:
      'Upload a file of absences (CSV, tab-separated text or XLSX, up to 50 MB); nothing is recorded. The bytes are not stored',
    access,
    audit: { command: 'absence_import.uploaded' },
    data: { changes: ['absenceImports'] },
    multipart: {
      name: 'ImportUpload',
      fields: z.strictObject({
        /** For a text without byte order mark that is not in UTF-8; sent before the file. */
        encoding: z.enum(['auto', 'windows-1252']).optional(),
      }),
      files: ['file'],
    },
    errors: [
      'FILE_REFUSED',
      'FILE_TOO_LARGE',
      'STORAGE_FULL',
      'TIMEOUT',
      'TOO_MANY_ATTEMPTS',
      'UPLOAD_LIMIT_REACHED',
    ],
    response: absenceImport,
    status: 201,
  }),
  check: defineEndpoint({
    id: 'absenceImports.check',
    method: 'POST',
    path: '/api/absence-imports/:id/check',
    summary: 'Check every row in the background and work out the effect of the whole; nothing is recorded',
    access,
    audit: { command: 'absence_import.checking', record: 'people_imports' },
    data: { changes: ['absenceImports'] },
    params,
    body: z.strictObject({ mapping: absenceMapping, options: absenceOptions }),
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: absenceImport,
  }),
  rows: defineEndpoint({
    id: 'absenceImports.rows',
    method: 'GET',
    path: '/api/absence-imports/:id/rows',
    summary: 'Rows of an import in the order of the file with the outcome of each',
    access,
    audit: ofOwnUpload,
    data: { shows: ['absenceImports'] },
    params,
    query: z.strictObject({
      outcome: outcome.optional(),
      limit: pagingFields.limit,
      /** The row after which to continue; from `next` of the page before. */
      after: pathId.optional(),
    }),
    compressed: true,
    response: z
      .object({ rows: z.array(absenceImportRow), next: z.int().nullable() })
      .meta({ id: 'AbsenceRows' }),
  }),
  problems: defineEndpoint({
    id: 'absenceImports.problems',
    method: 'GET',
    path: '/api/absence-imports/:id/problems.csv',
    summary: 'Every wrong cell of an import with line, column, value and reason, as CSV',
    access,
    audit: ofOwnUpload,
    data: { none: 'a download' },
    params,
    raw: 'text/csv',
    compressed: true,
    errors: ['TIMEOUT', 'TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
  }),
  confirm: defineEndpoint({
    id: 'absenceImports.confirm',
    method: 'POST',
    path: '/api/absence-imports/:id/confirm',
    summary:
      'Record the absences in the background, all or nothing, as the check showed it; EFFECT_CHANGED for another plan',
    access,
    stepUp: true,
    audit: { command: 'absence_import.confirmed', record: 'people_imports' },
    data: { changes: ['absenceImports', 'absences', 'assignments', 'people'] },
    params,
    body: importConfirmation,
    errors: ['EFFECT_CHANGED', 'ILLEGAL_STEP', 'NOT_FOUND'],
    response: absenceImport,
  }),
  cancel: defineEndpoint({
    id: 'absenceImports.cancel',
    method: 'POST',
    path: '/api/absence-imports/:id/cancel',
    summary: 'Give an import up: its rows are deleted, and nothing is recorded',
    access,
    audit: { command: 'absence_import.cancelled', record: 'people_imports' },
    data: { changes: ['absenceImports'] },
    params,
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: absenceImport,
  }),
};
