import { z } from 'zod';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

const base64 = z
  .string()
  .max(180_000)
  .regex(/^[A-Za-z0-9+/=\s]+$/);
/** Only values that this product itself sends to the identity provider and gets back; others are ignored. */
const relayState = z.string().max(500).optional();

const samlResponse = z.object({ SAMLResponse: base64, RelayState: relayState }).meta({ id: 'SamlResponse' });

/** A message of the identity provider to the address for signing out: its request, or its answer to a request of TrainTrail. */
const signOutMessage = z.object({
  SAMLRequest: base64.optional(),
  SAMLResponse: base64.optional(),
  RelayState: relayState,
  SigAlg: z.string().max(200).optional(),
  Signature: base64.optional(),
});

/** Signing in and out with a SAML identity provider (AUTH-18). `/api/login` and `/api/login/confirm` start both. */
export const samlSignInContract = {
  metadata: defineEndpoint({
    id: 'samlSignIn.metadata',
    method: 'GET',
    path: '/api/login/saml/metadata',
    summary: 'The SAML metadata of this installation, for the administrator of the identity provider',
    access: { public: true },
    audit: { none: 'public facts of the installation' },
    data: { none: 'facts of the installation' },
    errors: ['NOT_FOUND'],
    response: z.string(),
    raw: 'application/samlmetadata+xml',
  }),
  receive: defineEndpoint({
    id: 'samlSignIn.receive',
    method: 'POST',
    path: '/api/login/saml',
    summary:
      'The identity provider has the browser send its response here: answers a page of this site that sends it on, with the cookies of the sign-in',
    access: { public: true },
    audit: { none: 'nothing is checked or changed; the call that follows is recorded' },
    data: { none: 'a page' },
    form: true,
    fromOtherSites: true,
    body: samlResponse,
    response: z.unknown(),
    raw: 'text/html',
  }),
  finish: defineEndpoint({
    id: 'samlSignIn.finish',
    method: 'POST',
    path: '/api/login/saml/finish',
    summary:
      'The page of this site sends the response here: signs in and goes on to where the person wanted to go, or to the landing page with the reason',
    access: { public: true },
    audit: { command: 'account.signedIn' },
    data: { none: 'a page' },
    form: true,
    body: samlResponse,
    errors: ['TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
    raw: 'text/html',
  }),
  signOut: defineEndpoint({
    id: 'samlSignIn.signOut',
    method: 'GET',
    path: '/api/login/saml/logout',
    summary:
      'The identity provider ends the sessions of a person (a signed LogoutRequest), or answers that it has ended its own',
    access: { public: true },
    audit: { command: 'account.signedOutByProvider' },
    data: { none: 'a page' },
    query: signOutMessage,
    errors: ['TOO_MANY_ATTEMPTS', 'NOT_FOUND'],
    response: z.unknown(),
    raw: 'text/html',
  }),
  signOutByForm: defineEndpoint({
    id: 'samlSignIn.signOutByForm',
    method: 'POST',
    path: '/api/login/saml/logout',
    summary: 'The same, sent as a form',
    access: { public: true },
    audit: { command: 'account.signedOutByProvider' },
    data: { none: 'a page' },
    form: true,
    fromOtherSites: true,
    body: signOutMessage,
    errors: ['TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
    raw: 'text/html',
  }),
};
