/** A real OpenID provider on this machine (DESIGN rule 11): oidc-provider with a sign-in form of one field. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider, type Context } from 'oidc-provider';
import type { OidcConfig } from '#server/platform/config/oidc.ts';

/** Somebody who can sign in at the provider; `sub` is what is typed into its form. */
export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly given_name?: string;
  readonly family_name?: string;
}

/** A running provider. */
export interface OpenIdProvider {
  readonly issuer: string;
  /** For the configuration of the product. */
  readonly oidc: OidcConfig;
  /** Who can sign in; tests add and change people. */
  readonly people: Map<string, ProviderPerson>;
  /** Registers a server of the product, so that the browser is sent back to it. */
  readonly register: (publicUrl: string) => void;
  /** How many sessions are open at the provider. */
  readonly sessions: () => number;
  /** Stops listening; {@link OpenIdProvider.start} takes the same port again. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** What tests may change of it. */
export interface ProviderOptions {
  /** Put address and names into the ID token; default: they are in the userinfo, as the standard has it. */
  readonly claimsInIdToken?: boolean;
  readonly autoProvision?: boolean;
  /** Without an end-session endpoint. */
  readonly withoutLogout?: boolean;
}

type Stored = Record<string, unknown> & { consumed?: number; grantId?: string; uid?: string };

const clientId = 'traintrail';

/** Starts a provider on a free port. */
export async function startOpenIdProvider(options: ProviderOptions = {}): Promise<OpenIdProvider> {
  const people = new Map<string, ProviderPerson>();
  const clientSecret = randomBytes(24).toString('base64url');
  const sites = new Set<string>();
  const stored = new Map<string, Stored>();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${String(port)}`;
  const client = () => ({
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uris: [...sites].map((site) => new URL('/api/login/callback', site).href),
    post_logout_redirect_uris: [...sites].map((site) => new URL('/landing', site).href),
    response_types: ['code'],
    grant_types: ['authorization_code'],
  });
  const provider = new Provider(issuer, {
    adapter: adapterOver(stored, client),
    jwks: {
      keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })],
    },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    conformIdTokenClaims: options.claimsInIdToken !== true,
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: options.withoutLogout !== true,
        logoutSource: (ctx: { body: string }, form: string) => {
          ctx.body = page(
            'Sign out of the organization?',
            `${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign out</button>`,
          );
        },
      },
    },
    renderError: (ctx: { body: string }, { error, error_description: text }: Record<string, string>) => {
      ctx.body = page('The provider refuses', `<p>${String(error)}: ${String(text)}</p>`);
    },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => {
      const person = people.get(sub);
      return person && { accountId: sub, claims: () => ({ ...person }) };
    },
    loadExistingGrant: async ({ oidc }: Context) => {
      const given = oidc.session.grantIdFor(oidc.client.clientId);
      if (given !== undefined) return oidc.provider.Grant.find(given);
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return callback(request, response);
    interact(provider, people, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  };
  return {
    issuer,
    oidc: {
      issuer: new URL(issuer),
      clientId,
      clientSecret,
      autoProvision: options.autoProvision === true,
      twoFactorContexts: [],
    },
    people,
    register: (publicUrl) => void sites.add(publicUrl),
    sessions: () =>
      [...stored].filter(([key, { accountId }]) => key.startsWith('Session ') && accountId !== undefined)
        .length,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    start: () => listen(port),
  };
}

/** The form: who is typed is who signs in; Cancel is access_denied. */
async function interact(
  provider: Provider,
  people: ReadonlyMap<string, ProviderPerson>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    const sub = form.get('login') ?? '';
    if (form.has('cancel'))
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (people.has(sub))
      return provider.interactionFinished(request, response, { login: { accountId: sub } });
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
    page(
      'Sign in to your organization',
      `<form method="post"><label>Account <input name="login" autofocus></label>
<button>Continue</button><button name="cancel" value="1">Cancel</button></form>`,
    ),
  );
}

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** What oidc-provider keeps, in a map that tests can count. */
function adapterOver(stored: Map<string, Stored>, client: () => Stored) {
  return class {
    readonly model: string;
    constructor(model: string) {
      this.model = model;
    }
    key(id: string): string {
      return `${this.model} ${id}`;
    }
    async upsert(id: string, payload: Stored): Promise<void> {
      stored.set(this.key(id), { ...payload });
    }
    async find(id: string): Promise<Stored | undefined> {
      return this.model === 'Client' ? (id === clientId ? client() : undefined) : stored.get(this.key(id));
    }
    async findByUid(uid: string): Promise<Stored | undefined> {
      return [...stored].find(([key, row]) => key.startsWith(`${this.model} `) && row.uid === uid)?.[1];
    }
    async consume(id: string): Promise<void> {
      const row = stored.get(this.key(id));
      if (row) row.consumed = Math.floor(Date.now() / 1000);
    }
    async destroy(id: string): Promise<void> {
      stored.delete(this.key(id));
    }
    async revokeByGrantId(grantId: string): Promise<void> {
      for (const [key, row] of stored) if (row.grantId === grantId) stored.delete(key);
    }
  };
}

/** A person's browser at the provider: follows redirects there with its own cookies and fills the form. */
export class ProviderBrowser {
  readonly #jar = new Map<string, string>();

  /** Follows an address of the provider as `sub` (null: cancels) until it sends the browser elsewhere. */
  async follow(address: string, sub: string | null): Promise<URL> {
    const { origin } = new URL(address);
    let next = new URL(address);
    let body: URLSearchParams | null = null;
    for (let step = 0; step < 12; step += 1) {
      const response: Response = await fetch(next, {
        method: body ? 'POST' : 'GET',
        body,
        redirect: 'manual',
        headers: { cookie: [...this.#jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      this.#keep(response);
      body = null;
      const location = response.headers.get('location');
      if (location !== null) {
        next = new URL(location, next);
        if (next.origin !== origin) return next;
        continue;
      }
      const html = await response.text();
      if (response.status !== 200) throw new Error(`The provider answers ${response.status}: ${html}`);
      const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1];
      if (xsrf !== undefined) {
        next = new URL(/action="([^"]+)"/.exec(html)?.[1] ?? '', next);
        body = new URLSearchParams({ xsrf, logout: 'yes' });
      } else {
        body = new URLSearchParams(sub === null ? { cancel: '1' } : { login: sub });
      }
    }
    throw new Error('The provider sends the browser round and round');
  }

  #keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/expires=Thu, 01 Jan 1970/i.test(line) || value === '') this.#jar.delete(name);
      else this.#jar.set(name, value);
    }
  }
}
