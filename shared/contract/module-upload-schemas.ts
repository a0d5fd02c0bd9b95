import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { enteredLine, multiline, pathId } from '#shared/contract/common.ts';
import {
  contentLink,
  MODULE_TEXT_MAX,
  moduleFile,
  moduleUpdateBody,
} from '#shared/contract/module-schemas.ts';
import { bulkCategoryChoices } from '#shared/domain/modules/bulk-category.ts';

/** Course packages (SCORM, cmi5, AICC) are not played: they are refused, or stored as files that learners only download (VIEW-07). */
const packageChoice = z.enum(['refuse', 'download']).default('refuse');

/** The multipart field `moduleInfo` of quick-create (SPEC §7), a JSON text. */
export const quickCreateFields = z.strictObject({
  moduleInfo: z.string().max(20_000),
  packages: packageChoice,
});
/** The fields that `moduleInfo` may have; missing ones follow from the file's name (SPEC §9, MOD-04). */
export const quickCreateInfoBody = moduleUpdateBody;

/** The choice for a module that was assigned to somebody: an effective version now without retraining, or a draft to be published. */
const publishChoice = z.enum(['now', 'draft']).default('now');

/** Text fields of `load` (SPEC §7, MOD-06, MOD-11). */
export const loadFields = z.strictObject({
  /** The text; stays unchanged if missing. Browsers send its line ends as CR LF. */
  contentData: multiline(MODULE_TEXT_MAX)
    .transform((text) => text.replaceAll('\r\n', '\n'))
    .optional(),
  /** The number of `file_…` parts that follow; a difference is refused. */
  fileCount: z
    .string()
    .regex(/^\d{1,4}$/, because('not_whole'))
    .transform(Number)
    .optional(),
  /**
   * JSON list of the names of stored files that stay, in their order; `file_0` and so on put new files between them, others
   * follow at the end. All stay if it is missing.
   */
  keepFiles: z.string().max(100_000).optional(),
  contentUrl: contentLink.optional(),
  /** `contentHash` of the content that the editor started from; if it has changed, the answer is STALE and nothing is written. */
  basedOn: z.string().max(128).optional(),
  changeNote: multiline(2000).trim().optional(),
  publish: publishChoice,
  packages: packageChoice,
});

/** Text fields of `bulk-upload-simple` (MOD-05). */
export const bulkUploadFields = z.strictObject({
  category: z.enum(bulkCategoryChoices).default('auto'),
  trainingCategory: enteredLine(200).optional(),
  /** Attach all files to this module instead of creating one module per file. */
  moduleId: pathId.optional(),
  publish: publishChoice,
  packages: packageChoice,
});

/** One accepted file of a bulk upload. */
export const uploadedFile = moduleFile
  .pick({ name: true, originalName: true, url: true, size: true, contentType: true, isBlank: true })
  .extend({ moduleId: z.number(), title: z.string() })
  .meta({ id: 'UploadedFile' });
