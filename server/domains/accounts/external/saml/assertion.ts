import { samlRefusal, type SamlCause } from './refusals.ts';
import type { Expected } from './response.ts';
import { clockSkew } from './service-provider.ts';
import { childrenNamed, childrenOf, isNamed, onlyChild, textOf, type XmlElement } from './xml.ts';

/** The times that an assertion is measured by, in milliseconds since 1970. */
export interface Times {
  readonly now: number;
  /** The time at which this browser sent its request. */
  readonly begunAt: number;
}

/** The content of a checked assertion. */
export interface Assertion {
  readonly id: string;
  readonly nameId: string;
  readonly nameIdFormat: string | null;
  readonly nameQualifier: string | null;
  readonly spNameQualifier: string | null;
  readonly sessionIndex: string | null;
  /** In milliseconds since 1970. */
  readonly authenticatedAt: number;
  readonly authenticationContext: string | null;
  readonly attributes: ReadonlyMap<string, readonly string[]>;
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const knownConditions = new Set(['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']);

/**
 * Checks an assertion whose signature was checked (SAML Profiles 4.1.4.3): from this identity provider, for this installation, for the
 * request of this browser, and now. Throws ExternalRefusal.
 */
export function checkAssertion(assertion: XmlElement, expected: Expected, times: Times): Assertion {
  if (!isNamed(assertion, 'assertion', 'Assertion') || assertion.getAttribute('Version') !== '2.0') {
    throw samlRefusal('saml_not_accepted');
  }
  if (textOf(onlyChild(assertion, 'assertion', 'Issuer')) !== expected.saml.issuer) {
    throw samlRefusal('saml_wrong_issuer');
  }
  const issuedAt = instantOf(assertion, 'IssueInstant');
  if (issuedAt === null) throw samlRefusal('saml_incomplete');
  if (issuedAt < times.begunAt - clockSkew) throw samlRefusal('saml_expired');
  if (issuedAt > times.now + clockSkew) throw samlRefusal('saml_not_yet_valid');
  const subject = onlyChild(assertion, 'assertion', 'Subject');
  requireConfirmation(subject, expected, times);
  requireConditions(onlyChild(assertion, 'assertion', 'Conditions'), expected, times);
  return {
    id: assertion.getAttribute('ID'),
    ...nameIdOf(subject, expected),
    ...authenticationOf(assertion, times),
    attributes: attributesOf(assertion),
  };
}

/** Returns a time of an attribute in milliseconds; null if it is absent. Only times of UTC, as SAML has them. */
function instantOf(one: XmlElement, name: string): number | null {
  if (!one.hasAttribute(name)) return null;
  const text = one.getAttribute(name);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at)) throw samlRefusal('saml_incomplete');
  return at;
}

/** Returns why the time of an element is wrong; null when it is right. */
function faultOfTime(one: XmlElement, { now }: Times, until = 'NotOnOrAfter'): SamlCause | null {
  const from = instantOf(one, 'NotBefore');
  const end = instantOf(one, until);
  if (from !== null && now + clockSkew < from) return 'saml_not_yet_valid';
  return end !== null && now - clockSkew >= end ? 'saml_expired' : null;
}

/** One confirmation by the bearer must hold in every part: recipient, request and time. */
function requireConfirmation(subject: XmlElement, expected: Expected, times: Times): void {
  const faults = childrenNamed(subject, 'assertion', 'SubjectConfirmation')
    .filter((one) => one.getAttribute('Method') === bearer)
    .map((one) => faultOfConfirmation(one, expected, times));
  if (faults.includes(null)) return;
  throw samlRefusal(faults[0] ?? 'saml_incomplete');
}

function faultOfConfirmation(
  confirmation: XmlElement,
  { address, requestId }: Expected,
  times: Times,
): SamlCause | null {
  const [data] = childrenNamed(confirmation, 'assertion', 'SubjectConfirmationData');
  if (!data || !data.hasAttribute('NotOnOrAfter')) return 'saml_incomplete';
  if (data.getAttribute('Recipient') !== address) return 'saml_wrong_recipient';
  if (data.getAttribute('InResponseTo') !== requestId) return 'saml_other_request';
  return faultOfTime(data, times);
}

function requireConditions(conditions: XmlElement, { entityId }: Expected, times: Times): void {
  const fault = faultOfTime(conditions, times);
  if (fault) throw samlRefusal(fault);
  const unknown = childrenOf(conditions).some(({ localName }) => !knownConditions.has(localName));
  if (unknown) throw samlRefusal('saml_not_accepted');
  const restrictions = childrenNamed(conditions, 'assertion', 'AudienceRestriction');
  const isForUs = (restriction: XmlElement): boolean =>
    childrenNamed(restriction, 'assertion', 'Audience').some((audience) => textOf(audience) === entityId);
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw samlRefusal('saml_wrong_audience');
}

/** Formats whose value changes with each sign-in, or passes to another person with the address. */
const unstable = /:nameid-format:(?:transient|emailAddress)$/;

type NameId = Pick<Assertion, 'nameId' | 'nameIdFormat' | 'nameQualifier' | 'spNameQualifier'>;

function nameIdOf(subject: XmlElement, { saml, entityId }: Expected): NameId {
  const named = onlyChild(subject, 'assertion', 'NameID');
  const nameId = textOf(named).trim();
  if (nameId === '' || nameId.length > 255) throw samlRefusal('saml_incomplete');
  const nameIdFormat = named.getAttribute('Format') || null;
  if (nameIdFormat !== null && unstable.test(nameIdFormat)) throw samlRefusal('saml_unstable_name_id');
  const nameQualifier = named.getAttribute('NameQualifier') || null;
  const spNameQualifier = named.getAttribute('SPNameQualifier') || null;
  // The same id with another qualifier is another person.
  const isOurs = (nameQualifier ?? saml.issuer) === saml.issuer && (spNameQualifier ?? entityId) === entityId;
  if (!isOurs) throw samlRefusal('saml_wrong_qualifier');
  return { nameId, nameIdFormat, nameQualifier, spNameQualifier };
}

function authenticationOf(
  assertion: XmlElement,
  times: Times,
): Pick<Assertion, 'sessionIndex' | 'authenticatedAt' | 'authenticationContext'> {
  const statement = onlyChild(assertion, 'assertion', 'AuthnStatement');
  const authenticatedAt = instantOf(statement, 'AuthnInstant');
  if (authenticatedAt === null) throw samlRefusal('saml_incomplete');
  if (authenticatedAt > times.now + clockSkew) throw samlRefusal('saml_not_yet_valid');
  const fault = faultOfTime(statement, times, 'SessionNotOnOrAfter');
  if (fault) throw samlRefusal(fault);
  const [context] = childrenNamed(statement, 'assertion', 'AuthnContext');
  const [reference] = context ? childrenNamed(context, 'assertion', 'AuthnContextClassRef') : [];
  return {
    authenticatedAt,
    sessionIndex: statement.getAttribute('SessionIndex') || null,
    authenticationContext: reference ? textOf(reference).trim() : null,
  };
}

/** Attributes with their texts; values that contain elements are left out. */
function attributesOf(assertion: XmlElement): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, readonly string[]>();
  for (const statement of childrenNamed(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of childrenNamed(statement, 'assertion', 'Attribute')) {
      const values = childrenNamed(attribute, 'assertion', 'AttributeValue')
        .filter((value) => childrenOf(value).length === 0)
        .map((value) => textOf(value).trim());
      const name = attribute.getAttribute('Name');
      attributes.set(name, [...(attributes.get(name) ?? []), ...values]);
    }
  }
  return attributes;
}
