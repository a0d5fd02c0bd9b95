import { statementFor } from '#shared/domain/signatures/statements.ts';
import { createUser, FIXTURE_PASSWORD } from '#tests/harness/world.ts';
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

const credential = { id: 'none', rawId: 'none', type: 'public-key', clientExtensionResults: {} };
const passkeyAnswer = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
};
const passkeyAttestation = {
  ...credential,
  response: { clientDataJSON: 'e30', attestationObject: 'AA' },
};

/** What an identity provider would send. */
const samlAnswer = { SAMLResponse: 'QQ==' };

/** Signing in and out, the own account, temporary passwords, the signature agreement. */
export const accountsRows: AccessRows = {
  'accounts.signIn': {
    send: () => ({ body: { email: 'nobody@world.example', password: 'not a password' } }),
    expect: { any: '401 401 401 401 401 401 401 401' },
  },
  'accounts.externalSignIn': { expect: { any: '302 302 302 302 302 302 302 302' } },
  // Nobody has begun anything at the provider: back to the landing page with the reason.
  'externalSignIn.callback': { expect: { any: '302 302 302 302 302 302 302 302' } },
  'externalSignIn.confirm': {
    send: () => ({ query: { intent: 'i'.repeat(43) } }),
    expect: { any: '302 302 302 302 302 302 302 302' },
  },
  // Without SAML configured these calls do not exist.
  'samlSignIn.metadata': { expect: { any: '404 404 404 404 404 404 404 404' } },
  'samlSignIn.receive': {
    send: () => ({ body: samlAnswer }),
    expect: { any: '404 404 404 404 404 404 404 404' },
  },
  'samlSignIn.finish': {
    send: () => ({ body: samlAnswer }),
    expect: { any: '404 404 404 404 404 404 404 404' },
  },
  'samlSignIn.signOut': { expect: { any: '404 404 404 404 404 404 404 404' } },
  'samlSignIn.signOutByForm': {
    send: () => ({ body: samlAnswer }),
    expect: { any: '404 404 404 404 404 404 404 404' },
  },
  'accounts.signOut': { fresh: true, expect: { any: '302 302 302 302 302 302 302 302' } },
  'accounts.currentUser': { expect: { own: '401 200 200 200 200 200 401 200' } },
  'accounts.activity': { expect: { own: '401 200 200 200 200 200 401 403' } },
  'accounts.stepUp': {
    // Nothing that proves anything: 422 says that the call let the person in.
    send: () => ({ body: {} }),
    expect: { own: '401 422 422 422 422 422 401 403' },
  },
  'accounts.changePassword': {
    // The wrong current password: 422 says that the call let the person in and refused the password.
    send: () => ({ body: { currentPassword: 'wrong', newPassword: 'eleven purple kites' } }),
    expect: { own: '401 422 422 422 422 422 401 422' },
  },
  // Nobody has begun to sign in, enrolled an authenticator, or been sent a link.
  'accounts.verifySignIn': {
    send: () => ({ body: { code: '123456' } }),
    expect: { any: '401 401 401 401 401 401 401 401' },
  },
  'accounts.twoFactor': { expect: { own: '401 200 200 200 200 200 401 403' } },
  'accounts.enrolTwoFactor': {
    send: () => ({ body: { currentPassword: 'wrong' } }),
    expect: { own: '401 422 422 422 422 422 401 403' },
  },
  'accounts.confirmTwoFactor': {
    send: () => ({ body: { code: '123456' } }),
    expect: { own: '401 409 409 409 409 409 401 403' },
  },
  'accounts.disableTwoFactor': {
    send: () => ({ body: { currentPassword: 'wrong', code: '123456' } }),
    expect: { own: '401 409 409 409 409 409 401 403' },
  },
  'accounts.renewRecoveryCodes': {
    send: () => ({ body: { currentPassword: 'wrong', code: '123456' } }),
    expect: { own: '401 409 409 409 409 409 401 403' },
  },
  // 409: no factor is missing.
  'accounts.giveSecondFactor': {
    send: () => ({ body: { code: '123456' } }),
    expect: { own: '401 409 409 409 409 409 401 403' },
  },
  // A challenge is no secret; nobody has a passkey to answer it with.
  'passkeys.signInOptions': { expect: { any: '200 200 200 200 200 200 200 200' } },
  'passkeys.signIn': {
    send: () => ({ body: { response: passkeyAnswer } }),
    expect: { any: '401 401 401 401 401 401 401 401' },
  },
  'passkeys.list': { expect: { own: '401 200 200 200 200 200 401 403' } },
  // 409: at a bare address there are no passkeys.
  'passkeys.registerOptions': { expect: { own: '401 409 409 409 409 409 401 403' } },
  'passkeys.register': {
    send: () => ({ body: { name: 'Laptop', response: passkeyAttestation } }),
    expect: { own: '401 409 409 409 409 409 401 403' },
  },
  'passkeys.rename': {
    send: () => ({ params: { passkeyId: '2147483647' }, body: { name: 'Laptop' } }),
    expect: { own: '401 404 404 404 404 404 401 403' },
  },
  'passkeys.revoke': {
    send: () => ({ params: { passkeyId: '2147483647' } }),
    expect: { own: '401 404 404 404 404 404 401 403' },
  },
  'accounts.sessions': { expect: { own: '401 200 200 200 200 200 401 403' } },
  'accounts.endSession': {
    send: () => ({ params: { sessionId: '0'.repeat(64) } }),
    expect: { own: '401 404 404 404 404 404 401 403' },
  },
  'accounts.endOtherSessions': {
    // A field that it does not know: 422 says that the call let the person in, whose other sessions are needed here.
    send: () => ({ query: { unknown: '1' } }),
    expect: { own: '401 422 422 422 422 422 401 403' },
  },
  'accounts.forgotPassword': {
    send: () => ({ body: { email: 'nobody@world.example' } }),
    expect: { any: '200 200 200 200 200 200 200 200' },
  },
  'accounts.checkResetLink': {
    send: () => ({ body: { token: 'none' } }),
    expect: { any: '200 200 200 200 200 200 200 200' },
  },
  'accounts.resetPassword': {
    send: () => ({ body: { token: 'none', newPassword: 'eleven purple kites' } }),
    expect: { any: '400 400 400 400 400 400 400 400' },
  },
  'accounts.resetTwoFactor': {
    send: async (target, world) => ({ params: { userId: await double(target, world) }, body: {} }),
    // Nobody there has one: 409 says that the call let the administrator in. Nobody resets the own one.
    expect: {
      own: '    401  403     403     403   403 403       401      403',
      report: ' 401  403     403     409   403 403       401      403',
      foreign: '401  403     403     409   403 403       401      403',
    },
  },
  'accounts.unlock': {
    send: async (target, world) => ({ params: { userId: await double(target, world) } }),
    expect: {
      own: '    401  403     403     200   403 403       401      403',
      report: ' 401  403     403     200   403 403       401      403',
      foreign: '401  403     403     200   403 403       401      403',
    },
  },
  'accounts.sendResetLink': {
    send: async (target, world) => ({ body: { userId: await double(target, world) } }),
    expect: {
      own: '    401  403     403     200   403 403       401      403',
      report: ' 401  403     403     200   403 403       401      403',
      foreign: '401  403     403     200   403 403       401      403',
    },
  },
  'accounts.generatePassword': passwords(),
  'accounts.viewPassword': passwords(),
  'accounts.setPassword': passwords({ password: 'six-or-more' }),
  // Nothing has closed the signing of anybody.
  'signing.sendLink': { expect: { own: '401 409 409 409 409 409 401 403' } },
  'signing.request': { expect: { own: '401 409 409 409 409 409 401 403' } },
  'signing.ofPerson': {
    send: ({ person }) => ({ params: { userId: person.id } }),
    expect: {
      //        anon learner manager admin hr  inspector inactive must-change
      own: '    401  403     403     200   200 403       401      403',
      report: ' 401  403     403     200   200 403       401      403',
      foreign: '401  403     403     200   404 403       401      403',
    },
  },
  'signatures.statements': { expect: { own: '401 200 200 200 200 200 401 403' } },
  'signatures.acceptAgreement': {
    send: () => ({ body: { accepted: true } }),
    expect: { own: '401 200 200 200 200 200 401 403' },
  },
  // After the agreement: everybody has accepted that signatures bind. 409: there is nothing to confirm.
  'signing.confirm': {
    send: ({ person }) => ({
      params: { userId: person.id },
      body: {
        shownCode: 'AAAA-AAAA',
        reason: 'Recognized',
        signature: { password: FIXTURE_PASSWORD, meaning: statementFor('identity_confirmed').text },
      },
    }),
    expect: {
      own: '    401  403     403     409   409 403       401      403',
      report: ' 401  403     403     409   409 403       401      403',
      foreign: '401  403     403     409   404 403       401      403',
    },
  },
};
