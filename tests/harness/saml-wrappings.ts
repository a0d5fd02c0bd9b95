/** The known ways to wrap a signed SAML element so that a checker and a reader look at different ones (XSW1 to XSW8). */

interface Parts {
  readonly response: string;
  readonly assertion: string;
  readonly signature: string;
  readonly evil: string;
  readonly unsigned: string;
}

const take = (xml: string, from: RegExp): string => {
  const [found] = from.exec(xml) ?? [];
  if (found === undefined) throw new Error(`nothing like ${String(from)}`);
  return found;
};

/** The signed parts of an answer, and an assertion that names somebody else. */
function partsOf(xml: string, victim: string): Parts {
  const response = take(xml, /<samlp:Response[\s\S]*<\/samlp:Response>/);
  const assertion = take(response, /<saml:Assertion [\s\S]*<\/saml:Assertion>/);
  const signature = take(assertion, /<ds:Signature[\s\S]*?<\/ds:Signature>/);
  const unsigned = assertion.replace(signature, '');
  const evil = unsigned
    .replace(/ ID="[^"]*"/, ' ID="_evil"')
    .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim}`);
  return { response, assertion, signature, evil, unsigned };
}

/** An answer that names somebody else, around or beside the signed one. */
function evilResponse(
  xml: string,
  victim: string,
): { response: string; signature: string; signed: string; rest: string } {
  const { response, assertion, evil } = partsOf(xml, victim);
  const signature = take(response.replace(assertion, ''), /<ds:Signature[\s\S]*?<\/ds:Signature>/);
  const signed = response.replace(signature, '');
  const rest = response
    .replace(signature, '')
    .replace(assertion, evil)
    .replace(/ ID="[^"]*"/, ' ID="_evilResponse"');
  return { response, signature, signed, rest };
}

const within = (signature: string, content: string) =>
  signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);

type Wrapping = readonly [
  name: string,
  wrap: (xml: string, victim: string) => string,
  signsResponse: boolean,
];

/** Each by its usual name; the first two need a signed response. */
export const wrappings: readonly Wrapping[] = [
  [
    'XSW1, the signed response below the signature of a forged one',
    (xml, victim) => {
      const { rest, signature, signed } = evilResponse(xml, victim);
      const wrapped = signature.replace('</ds:Signature>', `${signed}</ds:Signature>`);
      return rest.replace('</saml:Issuer>', `</saml:Issuer>${wrapped}`);
    },
    true,
  ],
  [
    'XSW2, the signed response beside the signature of a forged one',
    (xml, victim) => {
      const { rest, signature, signed } = evilResponse(xml, victim);
      return rest.replace('</saml:Issuer>', `</saml:Issuer>${signed}${signature}`);
    },
    true,
  ],
  [
    'XSW3, a forged assertion before the signed one',
    (xml, victim) => {
      const { response, assertion, evil } = partsOf(xml, victim);
      return response.replace(assertion, evil + assertion);
    },
    false,
  ],
  [
    'XSW4, the signed assertion below a forged one',
    (xml, victim) => {
      const { response, assertion, evil } = partsOf(xml, victim);
      return response.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`));
    },
    false,
  ],
  [
    'XSW5, a forged assertion with the signature, and the signed one at the end',
    (xml, victim) => {
      const { response, assertion, signature, evil, unsigned } = partsOf(xml, victim);
      const forged = evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
      return response.replace(assertion, forged).replace('</samlp:Response>', `${unsigned}</samlp:Response>`);
    },
    false,
  ],
  [
    'XSW6, a forged assertion with the signature, and the signed one inside of it',
    (xml, victim) => {
      const { response, assertion, signature, evil, unsigned } = partsOf(xml, victim);
      const holding = signature.replace('</ds:Signature>', `${unsigned}</ds:Signature>`);
      return response.replace(assertion, evil.replace('</saml:Issuer>', `</saml:Issuer>${holding}`));
    },
    false,
  ],
  [
    'XSW7, a forged assertion in an extension',
    (xml, victim) => {
      const { response, assertion, evil } = partsOf(xml, victim);
      return response.replace(assertion, `<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`);
    },
    false,
  ],
  [
    'XSW8, the signed assertion in an object of the signature of a forged one',
    (xml, victim) => {
      const { response, assertion, signature, evil, unsigned } = partsOf(xml, victim);
      return response.replace(
        assertion,
        evil.replace('</saml:Issuer>', `</saml:Issuer>${within(signature, unsigned)}`),
      );
    },
    false,
  ],
  [
    'an assertion of another namespace beside the signed one',
    (xml, victim) => {
      const { response, assertion, evil } = partsOf(xml, victim);
      const foreign = evil
        .replaceAll('saml:Assertion', 'x:Assertion')
        .replace('<x:Assertion', '<x:Assertion xmlns:x="urn:x"');
      return response.replace(assertion, foreign + assertion);
    },
    false,
  ],
  [
    'two elements of one id',
    (xml) => {
      const { response, assertion } = partsOf(xml, '');
      const id = take(assertion, / ID="[^"]*"/);
      return response.replace(assertion, `<samlp:Extensions${id}/>${assertion}`);
    },
    false,
  ],
];
