import { z } from 'zod';
import { signatureIntent } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

/** Coming back from the OpenID provider, and confirming a signature there (AUTH-03, SIG-01). */
export const externalSignInContract = {
  callback: defineEndpoint({
    id: 'externalSignIn.callback',
    method: 'GET',
    path: '/api/login/callback',
    summary:
      'The provider sends the browser back here: signs in and goes on to where the person wanted to go, or to the landing page with the reason',
    access: { public: true },
    audit: { command: 'account.signedIn' },
    data: { none: 'a page' },
    // Providers may add other parameters; the library that checks the answer reads them from the address.
    query: z.looseObject({
      state: z.string().max(500).optional(),
      code: z.string().max(8000).optional(),
      error: z.string().max(500).optional(),
    }),
    errors: ['TOO_MANY_ATTEMPTS'],
    response: z.unknown(),
    raw: 'text/html',
  }),
  confirm: defineEndpoint({
    id: 'externalSignIn.confirm',
    method: 'GET',
    path: '/api/login/confirm',
    summary:
      'Navigation in a window of its own: signing in at the provider once more, for one signature of a session that began there',
    access: { public: true },
    audit: { none: 'leads to the provider; coming back is recorded' },
    data: { none: 'a page' },
    query: z.object({ intent: signatureIntent }),
    response: z.unknown(),
    raw: 'text/html',
  }),
};
