import { proposeMapping } from '#shared/domain/people/import/fields.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import type { ImportView } from './imports.store.ts';
import { receiveImport } from './receive-import.ts';

/** Receives a file of people (USR-06). Throws FILE_REFUSED with line and column. */
export const receivePeople = (ctx: RequestContext): Promise<ImportView> =>
  receiveImport(ctx, {
    subject: 'people',
    propose: proposeMapping,
    optionsFor: (mapping, kept) =>
      // The statement that a file is complete must be repeated each time.
      kept
        ? { ...kept, completeFile: false }
        : {
            organizationId: null,
            createDepartments: false,
            createJobTitles: true,
            raiseManagers: mapping.role === undefined,
            completeFile: false,
          },
  });
