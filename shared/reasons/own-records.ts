import type { ReasonEntries } from './reason.ts';

/** The reasons for a person's own exports, notifications and documents. */
export const ownRecordsReasons = {
  export_five_open: [
    'Five of your exports are not finished yet. Wait for one, or cancel it.',
    'A person has five exports under way at most.',
  ],
  export_ended: ['This export has already ended.', 'The export is no longer under way.'],
  export_too_large: [
    'This takes too long to download directly. Request it under Export Data, where it is prepared in the background.',
    'The data set is too large for a direct download.',
  ],
  export_gone: [
    'This file does not exist or is no longer available.',
    'The file of the export was deleted, or never was.',
  ],
  export_access_lost: [
    'You no longer have access to everything in this file. Create a new export.',
    'The reach of the requester has shrunk since.',
  ],
  export_period_or_days: [
    'Choose a period, or a first and a last day, not both.',
    'The export has a period and days.',
  ],
  data_set_no_filter: ['This data set has no such filter.', 'The filter belongs to another data set.'],
  data_set_no_column: ['This data set has no such column.', 'The column belongs to another data set.'],
  columns_needed: ['Choose at least one column', 'An export has at least one column.'],
  push_address: ['Must be an address of a push service', 'The endpoint is not one of a public push service.'],
  push_key: ['Must be a key of a browser', 'The key is not one that a browser makes.'],
  cv_replaced: [
    'A newer version of this CV was uploaded. Open it again.',
    'The version is no longer the newest.',
  ],
  version_signed: ['This version is already signed.', 'The version has its signature.'],
  side_signed: ['Your side has already signed.', 'The side of the caller has signed.'],
  document_preparing: [
    'This document is still being prepared for reading. Try again in a few minutes.',
    'The PDF of the document is not made yet.',
  ],
  document_needs_nothing: [
    'This document no longer needs your attention.',
    'The request to read the document is over.',
  ],
  document_not_found: [
    'This document could not be found.',
    'There is no such document, or the caller may not see it.',
  ],
  agreement_not_found: [
    'This agreement could not be found.',
    'There is no such agreement, or the caller may not see it.',
  ],
  agreement_over: ['This agreement has already ended.', 'The agreement is over.'],
  agreement_end_passed: [
    'The end of this agreement has passed. Change its terms as a draft, or terminate it.',
    'Its last day is before today.',
  ],
} as const satisfies ReasonEntries;
