import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { DueGroup } from '#shared/domain/assignments/matrix-table.ts';

/** The due groups as people read them (LRN-03). */
export const groupLabels: Readonly<Record<DueGroup | 'all', MessageDescriptor>> = {
  all: msg`All`,
  overdue: msg`Overdue`,
  expired: msg`Expired`,
  this_week: msg`This week`,
  later: msg`Later`,
  done: msg`Done`,
};
