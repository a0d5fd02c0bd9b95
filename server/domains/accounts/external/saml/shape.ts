import { samlRefusal } from './refusals.ts';
import { allOf, childrenNamed, childrenOf, isNamed, namespaces, type XmlElement } from './xml.ts';

/**
 * The algorithms that a signature may use: nothing that depends on SHA-1, no transform that selects, no canonical form that
 * keeps comments.
 */
const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set([
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
    'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  ]),
  DigestMethod: new Set([
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
  CanonicalizationMethod: new Set(['http://www.w3.org/2001/10/xml-exc-c14n#']),
  Transform: new Set([
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ]),
};

const idNames = ['ID', 'Id', 'id', 'xml:id'] as const;

/**
 * Requires a form in which a signature can mean only one thing, before any signature is checked (AUTH-18). Every attack that
 * wraps a signed element needs a second assertion, a second element with the same id, a signature that is not below its signed
 * element, or content inside a signature. `signable` are the elements that may be signed. Throws ExternalRefusal.
 */
export function requirePlainSignatures(root: XmlElement, signable: readonly XmlElement[]): void {
  const all = allOf(root);
  const ids = all.flatMap((one) =>
    idNames.flatMap((name) => (one.hasAttribute(name) ? [one.getAttribute(name)] : [])),
  );
  if (new Set(ids).size !== ids.length) throw samlRefusal('saml_wrapped');
  const signatures = all.filter(({ localName }) => localName === 'Signature');
  for (const signature of signatures) {
    const parent = signable.find((one) => one === signature.parentNode);
    if (!parent || !isNamed(signature, 'signature', 'Signature')) throw samlRefusal('saml_wrapped');
    if (childrenNamed(parent, 'signature', 'Signature').length > 1) throw samlRefusal('saml_wrapped');
    requirePlainSignature(signature, parent);
  }
}

function requirePlainSignature(signature: XmlElement, signed: XmlElement): void {
  const parts = allOf(signature);
  const known = new Set(['SignedInfo', 'SignatureValue', 'KeyInfo']);
  if (childrenOf(signature).some((part) => !known.has(part.localName))) throw samlRefusal('saml_wrapped');
  const [info, ...infos] = childrenNamed(signature, 'signature', 'SignedInfo');
  const [reference, ...references] = parts.filter(({ localName }) => localName === 'Reference');
  if (!info || infos.length > 0 || !reference || references.length > 0 || reference.parentNode !== info) {
    throw samlRefusal('saml_wrapped');
  }
  const id = signed.getAttribute('ID');
  if (id === '' || reference.getAttribute('URI') !== `#${id}`) throw samlRefusal('saml_wrapped');
  for (const part of parts) {
    if (part.namespaceURI !== namespaces.signature) continue;
    const allowed = algorithms[part.localName];
    if (allowed && !allowed.has(part.getAttribute('Algorithm'))) throw samlRefusal('saml_weak_algorithm');
  }
}

/** Returns whether an element has its own signature. */
export const isSigned = (one: XmlElement): boolean =>
  childrenNamed(one, 'signature', 'Signature').length === 1;
