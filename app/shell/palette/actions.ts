import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Permission } from '#shared/domain/access/permissions.ts';
import { ownActions } from '#app/shell/palette/own-actions.ts';

/** An action that the palette starts: it opens a screen with the dialog for it (SHELL-08). */
export interface PaletteAction {
  readonly to: string;
  readonly label: MessageDescriptor;
  /** Other words by which people search for it. */
  readonly words: MessageDescriptor;
}

interface DeclaredAction extends Omit<PaletteAction, 'to'> {
  readonly access: Permission;
  /** The screen and its dialog; if managers have a separate screen, theirs. */
  readonly to: string | { readonly admin: string; readonly others: string };
}

const declared: readonly DeclaredAction[] = [
  {
    access: 'people.manage',
    to: '/users?dialog=create',
    label: msg`Add User`,
    words: msg`create new person account invite`,
  },
  {
    access: 'assignments.assign',
    to: { admin: '/users?dialog=assign', others: '/team?dialog=assign' },
    label: msg`Assign Modules`,
    words: msg`assign training to people`,
  },
  {
    access: 'matrices.manage',
    to: '/training-matrix?dialog=assign-templates',
    label: msg`Assign Training Matrix`,
    words: msg`assign template to people department`,
  },
  {
    access: 'reminders.send',
    to: { admin: '/admin?dialog=remind', others: '/team?dialog=remind' },
    label: msg`Send Reminders`,
    words: msg`remind email overdue people`,
  },
  {
    access: 'modules.manage',
    to: '/training-modules?dialog=create',
    label: msg`Create Training Module`,
    words: msg`add new module training`,
  },
  {
    access: 'modules.manage',
    to: '/training-modules?dialog=bulk',
    label: msg`Bulk Upload Files`,
    words: msg`upload documents import content`,
  },
  {
    access: 'modules.manage',
    to: '/training-modules?dialog=category',
    label: msg`Create Category`,
    words: msg`add new category`,
  },
  {
    access: 'matrices.manage',
    to: '/training-matrix?dialog=template',
    label: msg`Create Training Matrix`,
    words: msg`add new matrix from template`,
  },
  {
    access: 'organizations.manage',
    to: '/organizations?dialog=create',
    label: msg`Add Organization`,
    words: msg`create new company site`,
  },
  {
    access: 'hr.view',
    to: '/hr-consulting-agreements?dialog=create',
    label: msg`New Agreement`,
    words: msg`create contract consultant`,
  },
  ...ownActions,
  {
    access: 'operations.manage',
    to: '/outbox?dialog=announce',
    label: msg`New announcement`,
    words: msg`email message to everybody`,
  },
];

/** Returns the actions that a person may take, each with the address that opens its dialog. */
export function actionsOf(permissions: readonly Permission[]): readonly PaletteAction[] {
  const lead = permissions.includes('people.manage') ? 'admin' : 'others';
  return declared.flatMap(({ access, to, label, words }) =>
    permissions.includes(access) ? [{ to: typeof to === 'string' ? to : to[lead], label, words }] : [],
  );
}
