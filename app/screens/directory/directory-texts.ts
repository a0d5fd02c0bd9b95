import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { directoryContract } from '#shared/contract/directory.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { DirectoryRole } from '#shared/domain/people/directory-roles.ts';
import type { ToastRow } from '#app/lib/toasts.ts';

/** A group of the company directory in the list. */
export type DirectoryGroup = ResponseOf<typeof directoryContract.groups>[number];

/** The role that members of a group get. */
export const groupRoles: Readonly<Record<DirectoryRole | 'none', MessageDescriptor>> = {
  none: msg`No role`,
  manager: msg`Manager`,
};

/** Shown when the role of a group was chosen, or removed. */
export const roleSaved: ToastRow = {
  tone: 'default',
  title: msg`Role saved`,
  text: msg`The members of the group have been updated.`,
};
