import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Role } from '#shared/domain/access/permissions.ts';

/** The roles as people read them (SPEC §2.14). */
export const roleLabels: Readonly<Record<Role, MessageDescriptor>> = {
  admin: msg`Administrator`,
  manager: msg`Manager`,
  learner: msg`Learner`,
};
