import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { apiTokensContract } from '#shared/contract/api-tokens.ts';
import type { TokenScope, TokenState } from '#shared/domain/access/token-scopes.ts';

/** An API token in the list. */
export type ApiToken = ResponseOf<typeof apiTokensContract.list>[number];

/** What each permission allows a token to do (OPS-06). */
export const scopeLabels: Readonly<Record<TokenScope, MessageDescriptor>> = {
  'people.list': msg`List people`,
  'people.view': msg`Read a person’s trainings and certificates`,
  'people.provision': msg`Manage people from a company directory (SCIM)`,
  'organizations.view': msg`Read organizations and departments`,
  'organizations.people': msg`List people by organization`,
  'modules.list': msg`List training modules`,
  'modules.view': msg`Read training modules`,
  'matrices.view': msg`Read training matrices`,
  'assignments.list': msg`List assignments`,
  'assignments.assign': msg`Assign training modules`,
  'reports.view': msg`Read and export reports`,
  'dashboard.view': msg`Read compliance figures`,
  'audit.view': msg`Read the audit trail`,
  'access.view': msg`Read access reviews`,
  'organizations.manage': msg`Create and change organizations and departments`,
};

/** The words for the current state of a token. */
export const stateLabels: Readonly<Record<TokenState, MessageDescriptor>> = {
  active: msg`Active`,
  expired: msg`Expired`,
  revoked: msg`Revoked`,
  stopped: msg`Stopped`,
};
