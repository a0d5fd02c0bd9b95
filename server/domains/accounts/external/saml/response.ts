import type { SamlConfig } from '#server/platform/config/saml.ts';
import { samlRefusal } from './refusals.ts';
import { isSigned, requirePlainSignatures } from './shape.ts';
import { allOf, childrenNamed, isNamed, onlyChild, textOf, type XmlElement } from './xml.ts';

/** The recipient and the request that a response must match. */
export interface Expected {
  readonly saml: SamlConfig;
  readonly entityId: string;
  readonly address: string;
  readonly requestId: string;
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const declined = /:status:(?:AuthnFailed|RequestDenied)$/;

/**
 * Checks the envelope of a response (AUTH-18) before its signature: its form, its outcome, its recipient and the request that it answers.
 * The facts about the person are read later, from the signed bytes. Throws ExternalRefusal.
 */
export function requireResponse(root: XmlElement, { saml, address, requestId }: Expected): void {
  if (!isNamed(root, 'protocol', 'Response') || root.getAttribute('Version') !== '2.0') {
    throw samlRefusal('saml_not_accepted');
  }
  const all = allOf(root);
  if (all.filter(({ localName }) => localName === 'Response').length > 1) throw samlRefusal('saml_wrapped');
  const [assertion, ...others] = all.filter(({ localName }) => localName === 'Assertion');
  if (others.length > 0) throw samlRefusal('saml_wrapped');
  requireSuccess(root);
  if (all.some(({ localName }) => localName === 'EncryptedAssertion')) throw samlRefusal('saml_encrypted');
  if (!assertion) throw samlRefusal('saml_incomplete');
  if (assertion.parentNode !== root || !isNamed(assertion, 'assertion', 'Assertion')) {
    throw samlRefusal('saml_wrapped');
  }
  requirePlainSignatures(root, [root, assertion]);
  if (!isSigned(assertion) || (saml.responseSigned && !isSigned(root))) throw samlRefusal('saml_unsigned');
  if (root.getAttribute('Destination') !== address) throw samlRefusal('saml_wrong_destination');
  if (root.getAttribute('InResponseTo') !== requestId) throw samlRefusal('saml_other_request');
  const [issuer] = childrenNamed(root, 'assertion', 'Issuer');
  if (issuer && textOf(issuer) !== saml.issuer) throw samlRefusal('saml_wrong_issuer');
}

/** A person who cancels at the identity provider gets that answer; anything else is a fault. */
function requireSuccess(root: XmlElement): void {
  const code = onlyChild(onlyChild(root, 'protocol', 'Status'), 'protocol', 'StatusCode');
  if (code.getAttribute('Value') === success) return;
  const [detail] = childrenNamed(code, 'protocol', 'StatusCode');
  const said = detail?.getAttribute('Value') ?? code.getAttribute('Value');
  throw samlRefusal('saml_refused_by_provider', declined.test(said) ? 'cancelled' : 'failed');
}
