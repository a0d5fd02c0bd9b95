import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The headings of the menus (SPEC §2.3); `none` represents entries without one. */
export const menuGroups = {
  none: null,
  administration: msg`Administration`,
  reports: msg`Reports & Analytics`,
  management: msg`Management`,
  myTraining: msg`My Training`,
  documents: msg`Document Management`,
  organizationDocuments: msg`Organization Documents`,
  operations: msg`Operations`,
  profile: msg`Profile`,
} as const satisfies Record<string, MessageDescriptor | null>;
