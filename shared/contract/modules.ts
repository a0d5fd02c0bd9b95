import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { done, flag, pageFields, pathId, requiredLine, sortBy, userId } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import {
  moduleCategory,
  moduleCreateBody,
  moduleDetail,
  moduleFamily,
  moduleFilters,
  moduleListItem,
  moduleUpdateBody,
} from '#shared/contract/module-schemas.ts';
import {
  bulkUploadFields,
  loadFields,
  quickCreateFields,
  uploadedFile,
} from '#shared/contract/module-upload-schemas.ts';

const id = z.strictObject({ id: pathId });
const manage = { permission: 'modules.manage' } as const;

const categoryBody = z
  .strictObject({ categoryName: requiredLine(200, because('category_name_needed')) })
  .meta({ id: 'CategoryBody' });

/** Training modules, their categories, families, content and files (SPEC §7 Training modules; MOD-01…11, MOD-13). */
export const modulesContract = {
  list: defineEndpoint({
    id: 'modules.list',
    method: 'GET',
    path: '/api/training-modules',
    summary: 'Training modules: all for admins, cards of active ones for managers, assigned ones for others',
    access: { permission: 'modules.list' },
    audit: {
      none: 'a list without personal data',
      inspected: { action: 'inspection.modulesListed', record: 'training_modules' },
    },
    data: { shows: ['modules', 'matrices'] },
    query: z.strictObject({
      ...pageFields,
      /** `group`: the order of SPEC §9, by family group and the number in the title. */
      sort: z.literal('group').or(sortBy(['title', 'id', 'createdAt', 'updatedAt', 'duration'])),
      ...moduleFilters,
      /** Only what can be assigned to this person: active, of everybody's or of the person's organization. */
      assignableTo: userId.optional(),
    }),
    response: z.array(moduleListItem),
    list: true,
    compressed: true,
  }),
  get: defineEndpoint({
    id: 'modules.get',
    method: 'GET',
    path: '/api/training-modules/:id',
    summary: 'One training module with content, files and versions',
    access: { permission: 'modules.view' },
    audit: {
      none: 'the files are what is read; their reads are recorded',
      inspected: { action: 'inspection.moduleViewed', record: 'training_modules' },
    },
    data: { shows: ['modules', 'matrices'] },
    params: id,
    /** `version` requests one of the versions that the reader may see. */
    query: z.strictObject({ version: pathId.optional() }),
    revision: 'answered',
    response: moduleDetail,
  }),
  create: defineEndpoint({
    id: 'modules.create',
    method: 'POST',
    path: '/api/training-modules',
    summary: 'Create a training module',
    access: manage,
    audit: { command: 'module.created' },
    data: { changes: ['modules'] },
    body: moduleCreateBody,
    revision: 'answered',
    errors: ['DUPLICATE'],
    response: moduleDetail,
    status: 201,
    bodyLimit: 1024 * 1024,
  }),
  update: defineEndpoint({
    id: 'modules.update',
    method: 'PATCH',
    path: '/api/training-modules/:id',
    summary: 'Edit a training module; If-Match with its revision refuses a stale edit',
    access: manage,
    audit: { command: 'module.updated', record: 'training_modules' },
    data: { changes: ['modules'] },
    params: id,
    body: moduleUpdateBody,
    revision: 'compared',
    errors: ['DUPLICATE'],
    response: moduleDetail,
  }),
  remove: defineEndpoint({
    id: 'modules.remove',
    method: 'DELETE',
    path: '/api/training-modules/:id',
    summary: 'Delete a module that was never assigned, retire any other (MOD-13)',
    access: manage,
    audit: { command: 'module.removed', record: 'training_modules' },
    data: { changes: ['modules', 'assignments'] },
    params: id,
    query: z.strictObject({ openAssignments: z.enum(['keep', 'void']).default('keep') }),
    response: z
      .object({ ok: z.literal(true), outcome: z.enum(['deleted', 'retired']) })
      .meta({ id: 'RemovedModule' }),
  }),
  createCategory: defineEndpoint({
    id: 'modules.createCategory',
    method: 'POST',
    path: '/api/training-modules/category',
    summary: 'Create a training category',
    access: manage,
    audit: { command: 'module.category-created' },
    data: { changes: ['modules'] },
    body: categoryBody,
    errors: ['DUPLICATE'],
    response: moduleCategory,
    status: 201,
  }),
  renameCategory: defineEndpoint({
    id: 'modules.renameCategory',
    method: 'PATCH',
    path: '/api/training-modules/category/:categoryName',
    summary: 'Rename a training category; its modules keep it',
    access: manage,
    audit: { command: 'module.category-renamed' },
    data: { changes: ['modules'] },
    params: z.strictObject({ categoryName: z.string().min(1).max(400) }),
    body: categoryBody,
    errors: ['DUPLICATE'],
    response: moduleCategory,
  }),
  removeCategory: defineEndpoint({
    id: 'modules.removeCategory',
    method: 'DELETE',
    path: '/api/training-modules/category/:categoryName',
    summary: 'Delete a training category; its modules stay without one',
    access: manage,
    audit: { command: 'module.category-deleted' },
    data: { changes: ['modules'] },
    params: z.strictObject({ categoryName: z.string().min(1).max(400) }),
    response: done.extend({ modules: z.number() }).meta({ id: 'RemovedCategory' }),
  }),
  categories: defineEndpoint({
    id: 'modules.categories',
    method: 'GET',
    path: '/api/module-categories',
    summary: 'Training categories with the number of modules that the reader sees',
    access: { permission: 'modules.list' },
    audit: { none: 'a list without personal data' },
    data: { shows: ['modules'] },
    response: z.array(moduleCategory),
  }),
  families: defineEndpoint({
    id: 'modules.families',
    method: 'GET',
    path: '/api/module-families',
    summary: 'Module families in the order in which their titles are matched',
    access: { signedIn: true },
    audit: { none: 'a list without personal data' },
    data: { shows: ['modules'] },
    response: z.array(moduleFamily),
  }),
  bulkUpload: defineEndpoint({
    id: 'modules.bulkUpload',
    method: 'POST',
    path: '/api/training-modules/bulk-upload-simple',
    summary:
      'Upload many files: one module a file, or all to one module; bad files are named, good ones kept',
    access: manage,
    audit: { command: 'module.bulk-uploaded' },
    data: { changes: ['modules'] },
    multipart: { fields: bulkUploadFields, files: ['files'] },
    errors: ['NOT_FOUND', 'PACKAGE_NOT_PLAYED'],
    response: z
      .object({
        uploadedFiles: z.array(uploadedFile),
        failedFiles: z.array(
          z.object({
            originalName: z.string(),
            code: z.string(),
            reason: z.string(),
            params: z.record(z.string(), z.union([z.string(), z.number()])),
            /** The English sentence of the reason. */
            message: z.string(),
          }),
        ),
        /**
         * The draft with the files, if one was created for the module to which they were attached; null if they are effective.
         */
        draft: z
          .object({
            moduleId: z.number(),
            versionId: z.number(),
            title: z.string(),
            changeNote: z.string().nullable(),
          })
          .nullable(),
      })
      .meta({ id: 'BulkUpload' }),
  }),
  load: defineEndpoint({
    id: 'modules.load',
    method: 'POST',
    path: '/api/training-modules/:id/load',
    summary:
      'Load text and files into a module: in place while never assigned, else as a new version (MOD-11)',
    access: manage,
    audit: { command: 'module.content-loaded', record: 'training_modules' },
    data: { changes: ['modules'] },
    params: id,
    multipart: { fields: loadFields, files: ['file_*'] },
    errors: ['PACKAGE_NOT_PLAYED', 'STALE'],
    response: moduleDetail,
  }),
  quickCreate: defineEndpoint({
    id: 'modules.quickCreate',
    method: 'POST',
    path: '/api/training-modules/quick-create',
    summary: 'Create a module from one file; what moduleInfo leaves out follows from its name (SPEC §9)',
    access: manage,
    audit: { command: 'module.created' },
    data: { changes: ['modules'] },
    multipart: { fields: quickCreateFields.partial(), files: ['file'] },
    revision: 'answered',
    errors: ['PACKAGE_NOT_PLAYED'],
    response: moduleDetail,
    status: 201,
  }),
  file: defineEndpoint({
    id: 'modules.file',
    method: 'GET',
    path: '/api/files/:filename',
    summary:
      'A stored file for preview, view and download; also HEAD, Range and conditional requests (MOD-08)',
    access: { permission: 'modules.view' },
    tokens: false,
    audit: { access: 'file.read' },
    data: { none: 'a file' },
    params: z.strictObject({ filename: z.string().min(1).max(500) }),
    /** `download=true` requests an attachment whatever the type, `pdf=true` the PDF to which an office file was converted. */
    query: z.strictObject({ download: flag.optional(), pdf: flag.optional() }),
    errors: ['INTEGRITY_FAILED'],
    response: z.unknown(),
    raw: 'application/octet-stream',
  }),
};
