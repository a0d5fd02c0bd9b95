import { z } from 'zod';
import { pagingFields, pathId, reasonBody } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  pastImport,
  pastImportFile,
  pastImportRow,
  pastImportSummary,
  pastMapping,
  pastOptions,
  pastOutcome,
} from '#shared/contract/past-imports-schemas.ts';
import { importConfirmation } from '#shared/contract/people-imports-schemas.ts';

const access = { permission: 'assignments.manage' } as const;
const params = z.strictObject({ id: pathId });
const ofOwnUpload = { none: 'rows that an administrator uploaded' } as const;

/** Import of completions from another system or from paper (USR-09). */
export const pastImportsContract = {
  list: defineEndpoint({
    id: 'pastImports.list',
    method: 'GET',
    path: '/api/completion-imports',
    summary: 'Imports of past completions, newest first',
    access,
    audit: { none: 'names of files and numbers' },
    data: { shows: ['pastImports'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(pastImportSummary),
  }),
  get: defineEndpoint({
    id: 'pastImports.get',
    method: 'GET',
    path: '/api/completion-imports/:id',
    summary: 'One import: its columns, how far it is, what it would record or recorded, and what rests on it',
    access,
    audit: ofOwnUpload,
    data: { shows: ['pastImports'] },
    params,
    response: pastImport,
  }),
  upload: defineEndpoint({
    id: 'pastImports.upload',
    method: 'POST',
    path: '/api/completion-imports',
    summary:
      'Upload a file of completions (CSV, tab-separated text or XLSX, up to 50 MB); nothing is recorded. The bytes are not stored',
    access,
    audit: { command: 'completion_import.uploaded' },
    data: { changes: ['pastImports'] },
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
    response: pastImport,
    status: 201,
  }),
  addFile: defineEndpoint({
    id: 'pastImports.addFile',
    method: 'POST',
    path: '/api/completion-imports/:id/files',
    summary:
      'Add a certificate file that rows name (PDF, JPG, PNG or DOCX). A file with the same name replaces the earlier one. Check again afterwards',
    access,
    audit: { command: 'completion_import.file_added', record: 'people_imports' },
    data: { changes: ['pastImports'] },
    params,
    multipart: { name: 'OneFile', fields: z.strictObject({}), files: ['file'] },
    errors: [
      'CONFLICT',
      'FILE_REFUSED',
      'FILE_TOO_LARGE',
      'ILLEGAL_STEP',
      'NOT_FOUND',
      'STORAGE_FULL',
      'TIMEOUT',
      'UPLOAD_LIMIT_REACHED',
    ],
    response: pastImportFile,
    status: 201,
  }),
  check: defineEndpoint({
    id: 'pastImports.check',
    method: 'POST',
    path: '/api/completion-imports/:id/check',
    summary: 'Check every row in the background and work out the effect of the whole; nothing is recorded',
    access,
    audit: { command: 'completion_import.checking', record: 'people_imports' },
    data: { changes: ['pastImports'] },
    params,
    body: z.strictObject({ mapping: pastMapping, options: pastOptions }),
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: pastImport,
  }),
  rows: defineEndpoint({
    id: 'pastImports.rows',
    method: 'GET',
    path: '/api/completion-imports/:id/rows',
    summary: 'Rows of an import in the order of the file with what becomes of each',
    access,
    audit: ofOwnUpload,
    data: { shows: ['pastImports'] },
    params,
    query: z.strictObject({
      outcome: pastOutcome.optional(),
      limit: pagingFields.limit,
      /** The row after which to continue; from `next` of the page before. */
      after: pathId.optional(),
    }),
    compressed: true,
    response: z
      .object({ rows: z.array(pastImportRow), next: z.int().nullable() })
      .meta({ id: 'PastCompletionRows' }),
  }),
  problems: defineEndpoint({
    id: 'pastImports.problems',
    method: 'GET',
    path: '/api/completion-imports/:id/problems.csv',
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
    id: 'pastImports.confirm',
    method: 'POST',
    path: '/api/completion-imports/:id/confirm',
    summary:
      'Record the completions in the background, all or nothing, as the check showed it; EFFECT_CHANGED for another plan',
    access,
    stepUp: true,
    audit: { command: 'completion_import.confirmed', record: 'people_imports' },
    data: { changes: ['pastImports', 'assignments'] },
    params,
    body: importConfirmation,
    errors: ['EFFECT_CHANGED', 'ILLEGAL_STEP', 'NOT_FOUND'],
    response: pastImport,
  }),
  cancel: defineEndpoint({
    id: 'pastImports.cancel',
    method: 'POST',
    path: '/api/completion-imports/:id/cancel',
    summary:
      'Cancel an import: its rows are deleted, and nothing is recorded. Or cancel its reversal: its completions stay',
    access,
    audit: { command: 'completion_import.cancelled', record: 'people_imports' },
    data: { changes: ['pastImports'] },
    params,
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: pastImport,
  }),
  reverse: defineEndpoint({
    id: 'pastImports.reverse',
    method: 'POST',
    path: '/api/completion-imports/:id/reverse',
    summary:
      'Void all completions of an import together, in the background; ILLEGAL_STEP once a later training or a paper rests on them',
    access,
    stepUp: true,
    audit: { command: 'completion_import.reversing', record: 'people_imports' },
    data: { changes: ['pastImports', 'assignments'] },
    params,
    body: reasonBody,
    errors: ['ILLEGAL_STEP', 'NOT_FOUND'],
    response: pastImport,
  }),
};
