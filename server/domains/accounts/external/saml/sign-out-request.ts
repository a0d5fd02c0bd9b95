import type { Profile } from '@node-saml/node-saml';
import { constants, inflateRawSync } from 'node:zlib';
import type { SamlConfig } from '#server/platform/config/saml.ts';
import type { Config } from '#server/platform/config/config.ts';
import { samlRefusal } from './refusals.ts';
import { clockSkew, samlAddresses, serviceProvider } from './service-provider.ts';
import { isSigned, requirePlainSignatures } from './shape.ts';
import { childrenNamed, decodeMessage, isNamed, readXml, textOf, type XmlElement } from './xml.ts';

/** A message to the address for signing out. */
export interface SignOutMessage {
  readonly SAMLRequest?: string | undefined;
  readonly SAMLResponse?: string | undefined;
  readonly RelayState?: string | undefined;
  readonly SigAlg?: string | undefined;
  readonly Signature?: string | undefined;
}

const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
/** The parts of an address that its signature covers, in this order. */
const signedParts = ['SAMLRequest', 'RelayState', 'SigAlg'] as const;
const largest = 128 * 1024;
/** How old a request to sign out may be, in milliseconds. */
const longest = 5 * 60_000;

/** A request to sign out that the identity provider signed. */
export interface SignOutRequest {
  /** The person, and the profile for the answer. */
  readonly profile: Profile;
  /** The sessions there that ended; none: all of the person. The library reads the first one only. */
  readonly sessionIndexes: readonly string[];
}

/** Checks a request in the address, with its signature in separate parameters. Throws ExternalRefusal. */
export async function readRedirect(
  config: Config,
  saml: SamlConfig,
  message: SignOutMessage,
  { search, now }: { readonly search: string; readonly now: number },
): Promise<SignOutRequest> {
  const { SAMLRequest = '', SigAlg = '', Signature = '' } = message;
  if (Signature === '') throw samlRefusal('saml_unsigned');
  if (!signatureMethods.has(SigAlg)) throw samlRefusal('saml_weak_algorithm');
  const root = readXml(inflate(SAMLRequest));
  requireLogout(config, root, now);
  const validation = serviceProvider(config, saml).validateRedirectAsync(
    { ...message },
    signedTextOf(search),
  );
  return { profile: await accepted(validation), sessionIndexes: sessionIndexesOf(root) };
}

/** Checks a request that was sent as a form, with its signature in it. Throws ExternalRefusal. */
export async function readForm(
  config: Config,
  saml: SamlConfig,
  { SAMLRequest = '' }: SignOutMessage,
  now: number,
): Promise<SignOutRequest> {
  const root = readXml(decodeMessage(SAMLRequest));
  requirePlainSignatures(root, [root]);
  if (!isSigned(root)) throw samlRefusal('saml_unsigned');
  requireLogout(config, root, now);
  const profile = await accepted(serviceProvider(config, saml).validatePostRequestAsync({ SAMLRequest }));
  return { profile, sessionIndexes: sessionIndexesOf(root) };
}

/** Returns the sessions that a request names; it may name several. */
export const sessionIndexesOf = (root: XmlElement): readonly string[] =>
  childrenNamed(root, 'protocol', 'SessionIndex')
    .map((index) => textOf(index).trim())
    .filter((index) => index !== '');

/** Inflates at most the bytes that a message may have, however large the result claims to be. */
function inflate(base64: string): string {
  try {
    const bytes = inflateRawSync(Buffer.from(base64, 'base64'), {
      maxOutputLength: largest,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return bytes.toString('utf8');
  } catch (error) {
    const isLarge = error instanceof RangeError;
    throw samlRefusal(isLarge ? 'saml_too_large' : 'saml_not_xml');
  }
}

function requireLogout(config: Config, root: XmlElement, now: number): void {
  if (!isNamed(root, 'protocol', 'LogoutRequest')) throw samlRefusal('saml_not_accepted');
  if (root.getAttribute('Destination') !== samlAddresses(config).signOut) {
    throw samlRefusal('saml_wrong_destination');
  }
  const issuedAt = Date.parse(root.getAttribute('IssueInstant'));
  if (!(issuedAt > now - longest - clockSkew)) throw samlRefusal('saml_expired');
  if (issuedAt > now + clockSkew) throw samlRefusal('saml_not_yet_valid');
}

/**
 * Returns the signed parts as they were sent, each once and by its whole name: the library itself searches for names anywhere.
 */
function signedTextOf(search: string): string {
  const pairs = search.replace(/^\?/, '').split('&');
  return signedParts.flatMap((name) => pairs.filter((pair) => pair.startsWith(`${name}=`))).join('&');
}

async function accepted(validation: Promise<{ readonly profile: Profile | null }>): Promise<Profile> {
  let request: Profile | null;
  try {
    ({ profile: request } = await validation);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (/issuer/i.test(said)) throw samlRefusal('saml_wrong_issuer');
    if (/expired|not yet valid/i.test(said)) throw samlRefusal('saml_expired');
    throw samlRefusal(/signature/i.test(said) ? 'saml_wrong_signature' : 'saml_not_accepted');
  }
  if (!request?.ID) throw samlRefusal('saml_incomplete');
  return request;
}
