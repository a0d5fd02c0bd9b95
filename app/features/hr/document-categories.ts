import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DocumentCategory } from '#shared/domain/hr/documents.ts';

/** The categories in words (HR-04). */
export const categoryLabels: Readonly<Record<DocumentCategory, MessageDescriptor>> = {
  policy: msg`Policies`,
  procedure: msg`Procedures`,
  contract: msg`Contracts`,
  insurance: msg`Insurance`,
  license: msg`Licenses`,
  handbook: msg`Handbooks`,
  form: msg`Forms`,
  other: msg`Other documents`,
};
