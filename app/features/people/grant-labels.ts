import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { GrantKind } from '#shared/domain/access/permissions.ts';

/** Names of the grants in addition to the role (AUTH-14). */
export const grantLabels: Readonly<Record<GrantKind, MessageDescriptor>> = {
  hr: msg`HR`,
  inspector: msg`Inspector`,
};
