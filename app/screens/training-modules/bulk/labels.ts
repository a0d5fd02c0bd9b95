import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { BulkCategoryChoice } from '#shared/domain/modules/bulk-category.ts';

/** The category choices of bulk upload (SPEC §3) in words. */
export const choiceLabels: Readonly<Record<BulkCategoryChoice, MessageDescriptor>> = {
  auto: msg`Automatic: by title`,
  'trialpro-qms': msg`TrialPro QMS`,
  'trialpro-cro': msg`TrialPro CRO`,
  'trialpro-general': msg`TrialPro general`,
  axonx: msg`AxonX`,
  cmopro: msg`CMO Pro`,
  'clinpro-gcp': msg`ClinPro GCP`,
  other: msg`Other`,
};
