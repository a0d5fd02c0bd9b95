import type { Profile } from '@node-saml/node-saml';
import { gaveTwoFactors } from '#shared/domain/access/provider-factors.ts';
import { ExternalRefusal } from '#server/domains/accounts/external/failures.ts';
import type { LoginState } from '#server/domains/accounts/external/login-state.ts';
import type { ExternalProfile, ProviderProof } from '#server/domains/accounts/external/proof.ts';
import type { SamlConfig } from '#server/platform/config/saml.ts';
import type { RequestContext } from '#server/platform/http/context.ts';
import { checkAssertion, type Assertion } from './assertion.ts';
import { samlRefusal, type SamlCause } from './refusals.ts';
import { requireResponse, type Expected } from './response.ts';
import { samlAddresses, serviceProvider } from './service-provider.ts';
import { samlMemory } from './session-at-provider.ts';
import { markIdsUsed } from './used-ids.ts';
import { decodeMessage, readXml } from './xml.ts';

/**
 * Returns the proof in the response to the request of this browser (AUTH-18): checked in its form, by the library, and in all of its
 * content; then used up. Throws ExternalRefusal.
 */
export async function proofByResponse(
  ctx: RequestContext,
  { bound, begunAt }: LoginState,
  response: string,
): Promise<ProviderProof> {
  const { config, clock } = ctx.services;
  const { saml } = config;
  if (!saml || bound.by !== 'saml') throw new ExternalRefusal('failed', 'no provider is configured');
  const { requestId } = bound;
  const { entityId, receive: address } = samlAddresses(config);
  const expected: Expected = { saml, entityId, address, requestId };
  requireResponse(readXml(decodeMessage(response)), expected);
  const { profile } = await validated(
    serviceProvider(config, saml, { requestId }).validatePostResponseAsync({ SAMLResponse: response }),
  );
  // From here on, only signed content is used.
  const signed = readXml(profile?.getAssertionXml?.() ?? '');
  const assertion = checkAssertion(signed, expected, { now: clock.now().getTime(), begunAt });
  const used = [
    { kind: 'request', id: requestId },
    { kind: 'assertion', id: `${saml.issuer}\n${assertion.id}` },
  ] as const;
  if (!(await markIdsUsed(ctx.db, used))) throw samlRefusal('saml_replayed');
  const profileOfPerson = profileFrom(saml, assertion);
  if (profileOfPerson.email?.toLowerCase() === assertion.nameId.toLowerCase()) {
    throw samlRefusal('saml_unstable_name_id');
  }
  return {
    identity: { issuer: saml.issuer, subject: assertion.nameId },
    authenticatedAt: assertion.authenticatedAt / 1000,
    twoFactors: hasTwoFactors(saml, assertion),
    profile: async () => profileOfPerson,
    memory: (userId) => samlMemory(config, userId, assertion),
  };
}

/** The library's messages with their causes; the library has no codes. */
const meanings: readonly (readonly [RegExp, SamlCause])[] = [
  [/audience/i, 'saml_wrong_audience'],
  [/not yet valid/i, 'saml_not_yet_valid'],
  [/expired|no valid subject confirmation/i, 'saml_expired'],
  [/InResponseTo/i, 'saml_other_request'],
  [/signature/i, 'saml_wrong_signature'],
];

async function validated(
  result: Promise<{ readonly profile: Profile | null }>,
): Promise<{ readonly profile: Profile | null }> {
  try {
    return await result;
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    throw samlRefusal(meanings.find(([words]) => words.test(said))?.[1] ?? 'saml_not_accepted');
  }
}

/** The attributes in which identity providers put the address: common names, ADFS and Entra ID, and LDAP. */
const usualNames = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];

/** Only an address below a domain of the identity provider counts as verified: it has no word for that itself. */
function profileFrom(
  { emailAttribute, emailDomains }: SamlConfig,
  { attributes }: Assertion,
): ExternalProfile {
  const names = emailAttribute === undefined ? usualNames : [emailAttribute];
  const values = new Set(names.flatMap((name) => attributes.get(name) ?? []).filter((value) => value !== ''));
  // If there are several addresses, none of them counts as the person's.
  const [email] = values.size === 1 ? values : [];
  const domain = /^[^@\s]+@([^@\s]+)$/.exec(email ?? '')?.[1]?.toLowerCase();
  const emailVerified = domain !== undefined && emailDomains.includes(domain);
  return { email: email ?? null, emailVerified, firstName: null, lastName: null };
}

/** Entra ID and ADFS say how the person signed in as an attribute. */
const methodsAttribute = 'http://schemas.microsoft.com/claims/authnmethodsreferences';
const severalMethods = 'http://schemas.microsoft.com/claims/multipleauthn';

function hasTwoFactors({ twoFactorContexts }: SamlConfig, assertion: Assertion): boolean {
  if (assertion.attributes.get(methodsAttribute)?.includes(severalMethods)) return true;
  return gaveTwoFactors({ acr: assertion.authenticationContext }, twoFactorContexts);
}
