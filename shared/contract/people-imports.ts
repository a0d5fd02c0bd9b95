import { z } from 'zod';
import { flag, pagingFields, pathId, reason } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  importMapping,
  importOptions,
  importOutcome,
  importRow,
  importSummary,
  peopleImport,
} from '#shared/contract/people-imports-schemas.ts';

const access = { permission: 'people.manage' } as const;
const params = z.strictObject({ id: pathId });
const ofOwnUpload = { none: 'rows that an administrator uploaded' } as const;

/** Import and export of people as files (USR-06). */
export const peopleImportsContract = {
  list: defineEndpoint({
    id: 'peopleImports.list',
    method: 'GET',
    path: '/api/people-imports',
    summary: 'Imports of people, newest first',
    access,
    audit: { none: 'names of files and numbers' },
    data: { shows: ['peopleImports'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(importSummary),
  }),
  get: defineEndpoint({
    id: 'peopleImports.get',
    method: 'GET',
    path: '/api/people-imports/:id',
    summary: 'One import: its columns, how far it is, and what it would change or changed',
    access,
    audit: ofOwnUpload,
    data: { shows: ['peopleImports'] },
    params,
    response: peopleImport,
  }),
  upload: defineEndpoint({
    id: 'peopleImports.upload',
    method: 'POST',
    path: '/api/people-imports',
    summary:
      'Upload a file of people (CSV, tab-separated text or XLSX, up to 50 MB); nothing is changed. The bytes and the cells of password columns are not stored',
    access,
    audit: { command: 'people_import.uploaded' },
    data: { changes: ['peopleImports'] },
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
    response: peopleImport,
    status: 201,
  }),
  check: defineEndpoint({
    id: 'peopleImports.check',
    method: 'POST',
    path: '/api/people-imports/:id/check',
    summary: 'Check every row in the background and work out the effect of the whole; nothing is changed',
    access,
    audit: { command: 'people_import.checking', record: 'people_imports' },
    data: { changes: ['peopleImports'] },
    params,
    body: z.strictObject({ mapping: importMapping, options: importOptions }),
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: peopleImport,
  }),
  rows: defineEndpoint({
    id: 'peopleImports.rows',
    method: 'GET',
    path: '/api/people-imports/:id/rows',
    summary: 'Rows of an import in the order of the file with what becomes of each, and who is missing',
    access,
    audit: ofOwnUpload,
    data: { shows: ['peopleImports'] },
    params,
    query: z.strictObject({
      outcome: importOutcome.optional(),
      limit: pagingFields.limit,
      /** The row after which to continue; from `next` of the page before. */
      after: pathId.optional(),
    }),
    compressed: true,
    response: z.object({ rows: z.array(importRow), next: z.int().nullable() }).meta({ id: 'ImportRows' }),
  }),
  problems: defineEndpoint({
    id: 'peopleImports.problems',
    method: 'GET',
    path: '/api/people-imports/:id/problems.csv',
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
    id: 'peopleImports.confirm',
    method: 'POST',
    path: '/api/people-imports/:id/confirm',
    summary:
      'Carry an import out in the background, all or nothing, as its check showed it; EFFECT_CHANGED for another plan',
    access,
    stepUp: true,
    audit: { command: 'people_import.confirmed', record: 'people_imports' },
    data: { changes: ['peopleImports', 'people', 'assignments', 'departments', 'grants'] },
    params,
    body: z.strictObject({
      planHash: z.string().regex(/^[0-9a-f]{64}$/),
      /** Deactivate the people who are missing in a complete file. */
      deactivateMissing: z.boolean(),
      /** Send new people a link to choose their password. */
      invite: z.boolean(),
      reason,
    }),
    errors: ['EFFECT_CHANGED', 'ILLEGAL_STEP', 'NOT_FOUND'],
    response: peopleImport,
  }),
  cancel: defineEndpoint({
    id: 'peopleImports.cancel',
    method: 'POST',
    path: '/api/people-imports/:id/cancel',
    summary: 'Give an import up: its rows are deleted, and nothing is changed',
    access,
    audit: { command: 'people_import.cancelled', record: 'people_imports' },
    data: { changes: ['peopleImports'] },
    params,
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: peopleImport,
  }),
  export: defineEndpoint({
    id: 'peopleImports.export',
    method: 'GET',
    path: '/api/people-export',
    summary:
      'Everybody with the columns of an import, as CSV or XLSX: a file that changes nothing when it is imported',
    access,
    audit: { access: 'people.exported' },
    data: { none: 'a download' },
    query: z.strictObject({
      format: z.enum(['csv', 'xlsx']),
      organizationId: pathId.optional(),
      /** Left out: active people and others. */
      isActive: flag.optional(),
    }),
    raw: 'text/csv',
    compressed: true,
    errors: ['TIMEOUT', 'TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
  }),
};
