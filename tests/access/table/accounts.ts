import { createUser } from '#tests/harness/world.ts';
import type { AccessRows, AccessRow, Target } from '../access-table.ts';
import type { AccessWorld } from '../access-world.ts';

/** A person who stands where the target stands, and whom the call may change. */
async function double({ person, name }: Target, world: AccessWorld): Promise<string> {
  if (name === 'own') return person.id;
  const { organizationId, departmentId, managerId } = person;
  const { id } = await createUser(world.server.services, { organizationId, departmentId, managerId });
  return id;
}

/** Passwords are the administrators' business, and no administrator's is another's (AUTH-08). */
const passwords = (body?: unknown): AccessRow => ({
  send: async (target, world) => ({ params: { userId: await double(target, world) }, body }),
  expect: {
    //        anon learner manager admin hr  inspector inactive must-change
    own: '    401  403     403     403   403 403       401      403',
    report: ' 401  403     403     200   403 403       401      403',
    foreign: '401  403     403     200   403 403       401      403',
  },
});

/** Signing in and out, the own account, temporary passwords, the signature agreement. */
export const accountsRows: AccessRows = {
  'accounts.signIn': {
    send: () => ({ body: { email: 'nobody@world.example', password: 'not a password' } }),
    expect: { any: '401 401 401 401 401 401 401 401' },
  },
  'accounts.externalSignIn': { expect: { any: '302 302 302 302 302 302 302 302' } },
  'accounts.signOut': { fresh: true, expect: { any: '302 302 302 302 302 302 302 302' } },
  'accounts.currentUser': { expect: { own: '401 200 200 200 200 200 401 200' } },
  'accounts.activity': { expect: { own: '401 200 200 200 200 200 401 403' } },
  'accounts.changePassword': {
    // The wrong current password: 422 says that the call let the person in and refused the password.
    send: () => ({ body: { currentPassword: 'wrong', newPassword: 'eleven purple kites' } }),
    expect: { own: '401 422 422 422 422 422 401 422' },
  },
  'accounts.generatePassword': passwords(),
  'accounts.viewPassword': passwords(),
  'accounts.setPassword': passwords({ password: 'six-or-more' }),
  'signatures.acceptAgreement': {
    send: () => ({ body: { accepted: true } }),
    expect: { own: '401 200 200 200 200 200 401 403' },
  },
};
