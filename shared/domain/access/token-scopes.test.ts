import { expect, test } from 'vitest';
import { catalogue } from '#shared/contract/catalogue.ts';
import { isOpenToTokens } from '#shared/contract/token-access.ts';
import { addDays } from '#shared/domain/calendar/calendar.ts';
import { permissionTable, permissionsOf, resolveReach, type Permission } from './permissions.ts';
import {
  everyTokenScope,
  isScopeFor,
  isTokenActor,
  lastTokenDay,
  tokenActorId,
  tokenScopes,
  wrongTokenDay,
} from './token-scopes.ts';

const row = (scope: Permission): Readonly<Record<string, string | undefined>> => permissionTable[scope];

test('[OPS-06] a token never reaches further than an administrator, who makes it', () => {
  for (const scope of everyTokenScope) expect(row(scope).admin, scope).toBe('all');
});

test('[OPS-06] a token of one organization has only permissions that others hold for a part of the people', () => {
  // Nobody but tokens may call the calls of a directory: its own tests say that they stay in their organization.
  const ofPeople = everyTokenScope.filter((one) => one !== 'people.provision');
  for (const scope of ofPeople.filter((one) => tokenScopes[one] === 'organization'))
    expect(
      Object.values(row(scope)).some((reach) => reach === 'organization' || reach === 'reports'),
      scope,
    ).toBe(true);
  expect(isScopeFor('organizations.manage', null)).toBe(true);
  expect(isScopeFor('organizations.manage', 1)).toBe(false);
  for (const scope of ['people.list', 'audit.view']) expect(isScopeFor(scope, 1), scope).toBe(true);
});

test('[OPS-06] passwords, signatures, accounts of their own and tokens are no permissions of tokens', () => {
  for (const scope of [
    'passwords.manage',
    'tokens.manage',
    'account.own',
    'training.own',
    'audit.review',
    'hr.documents',
    'people.manage',
  ])
    expect(isScopeFor(scope, null), scope).toBe(false);
});

test('[OPS-06] a token holds its permissions and no others, in its organization', () => {
  const token = { scopes: ['people.list'] as const, organizationId: 7 };
  const machine = { id: 'token-1', role: 'learner', organizationId: 7, grants: [], token } as const;
  expect(permissionsOf(machine)).toEqual(['people.list']);
  expect(resolveReach(machine, 'people.list')).toEqual({
    all: false,
    self: null,
    reportsOf: null,
    organizationIds: [7],
  });
  expect(resolveReach(machine, 'training.own')).toBeNull();
});

test('[OPS-06] no call that signs, needs a fresh proof of identity or shows a password accepts a token', () => {
  const open = catalogue.filter(isOpenToTokens);
  expect(open.length).toBeGreaterThan(25);
  for (const { id, stepUp, access } of open) {
    expect(stepUp, id).not.toBe(true);
    expect(id).not.toMatch(/\bsign|password|token/i);
    expect('permission' in access, id).toBe(true);
  }
  const writes = open.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  expect(writes.toSorted()).toEqual([
    'assignments.assignModule',
    'departments.create',
    'departments.rename',
    'organizations.create',
    'organizations.update',
    'scimGroups.create',
    'scimGroups.patch',
    'scimGroups.remove',
    'scimGroups.replace',
    'scimUsers.create',
    'scimUsers.patch',
    'scimUsers.remove',
    'scimUsers.replace',
  ]);
});

test('[OPS-06] a token is valid for at most 12 months', () => {
  const today = '2028-02-29';
  expect(lastTokenDay(today)).toBe('2029-02-28');
  expect(wrongTokenDay(today, addDays(today, -1))).toBe('day_over');
  expect(wrongTokenDay(today, today)).toBeUndefined();
  expect(wrongTokenDay(today, '2029-02-28')).toBeUndefined();
  expect(wrongTokenDay(today, '2029-03-01')).toBe('token_too_long');
});

test('[OPS-06] an actor is a token by the form of its id alone', () => {
  expect(tokenActorId(42)).toBe('token-42');
  for (const id of [0, 7, 42]) expect(isTokenActor(tokenActorId(id))).toBe(true);
  for (const id of ['42', 'token-', 'token-4a', 'token-x', 'my-token-4', 'token-4-old'])
    expect(isTokenActor(id), id).toBe(false);
});
