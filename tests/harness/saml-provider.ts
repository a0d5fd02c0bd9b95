/** A small SAML identity provider on this machine, made with samlify: a sign-in form of one field, and answers that tests may change. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomBytes, sign } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify';
import type { SamlConfig } from '#server/platform/config/saml.ts';
import { selfSigned, type KeyPair } from './self-signed.ts';

/** Somebody who can sign in at the provider; the key in `people` is what is typed into its form. */
export interface SamlPerson {
  readonly nameId: string;
  readonly email?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** What a test makes of an answer; each part is honest unless changed. */
export interface Forgery {
  /** Values of the template of samlify, such as Audience or SubjectRecipient. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Changes the answer before it is signed. */
  readonly before?: (xml: string) => string;
  /** Changes the answer after it was signed. */
  readonly after?: (xml: string) => string;
  readonly signedWith?: KeyPair;
  readonly algorithm?: string;
  readonly authenticatedAt?: Date;
  readonly context?: string;
  readonly signsResponse?: boolean;
}

/** A form that the provider has the browser send to the product. */
export interface SamlForm {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A running provider. */
export interface SamlProvider {
  readonly issuer: string;
  /** For the configuration of the product. */
  readonly saml: SamlConfig;
  readonly keys: KeyPair;
  readonly people: Map<string, SamlPerson>;
  /** What the next answers are like. */
  forge: (forgery: Forgery) => void;
  /** How many people are signed in there. */
  readonly sessions: () => number;
  /** The index of the session that was opened last. */
  readonly newestIndex: () => string;
  /** A request of the provider that ends the sessions of a person here, as a form. */
  readonly logoutForm: (publicUrl: string, nameId: string, changes?: LogoutChanges) => Promise<SamlForm>;
  /** The same request as an address that a redirect leads to, with its signature in the query (bindings, 3.4.4.1). */
  readonly logoutAddress: (publicUrl: string, nameId: string, changes?: RedirectChanges) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** What a test changes of a request to sign out that a redirect brings. */
export interface RedirectChanges extends Omit<LogoutChanges, 'after'> {
  readonly relayState?: string;
  /** Changes the request before it is signed. */
  readonly before?: (xml: string) => string;
  /** Changes the query after it was signed. */
  readonly after?: (query: string) => string;
}

/** What a test changes of a request to sign out. */
export interface LogoutChanges {
  readonly sessionIndex?: string;
  readonly signedWith?: KeyPair;
  readonly unsigned?: true;
  readonly algorithm?: string;
  readonly after?: (xml: string) => string;
}

const sha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const passwordContext = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

// Messages of the product are well-formed: this is a provider for tests.
setSchemaValidator({ validate: async () => 'valid' });

const escaped = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const inflated = (query: URLSearchParams) =>
  inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString();

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

const formPage = ({ action, fields }: SamlForm) =>
  page(
    'One moment',
    `<form method="post" action="${escaped(action)}">${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`)
      .join('')}<button>Go on</button></form><script>document.forms[0].submit()</script>`,
  );

/** Starts a provider on a free port. */
export async function startSamlProvider(): Promise<SamlProvider> {
  const people = new Map<string, SamlPerson>();
  /** Sessions of browsers there: who, and since when. */
  const sessions = new Map<string, { readonly who: string; readonly since: Date; readonly index: string }>();
  const keys = await selfSigned('identity provider');
  let forgery: Forgery = {};
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const issuer = `${origin}/metadata`;
  const bind = (binding: string, path: string) => ({
    Binding: `urn:oasis:names:tc:SAML:2.0:bindings:${binding}`,
    Location: `${origin}${path}`,
  });
  const idp = (signing: KeyPair = keys, algorithm = sha256) =>
    IdentityProvider({
      entityID: issuer,
      privateKey: signing.key,
      signingCert: signing.certificate,
      requestSignatureAlgorithm: algorithm,
      nameIDFormat: [persistent],
      singleSignOnService: [bind('HTTP-Redirect', '/sso')],
      singleLogoutService: [bind('HTTP-Redirect', '/slo')],
    });
  const known = new Map<string, string>();
  const metadataOf = async (publicUrl: string): Promise<string> => {
    const held = known.get(publicUrl);
    if (held !== undefined) return held;
    const answer = await fetch(new URL('/api/login/saml/metadata', publicUrl));
    if (!answer.ok) throw new Error(`no metadata at ${publicUrl}: ${String(answer.status)}`);
    const metadata = await answer.text();
    known.set(publicUrl, metadata);
    return metadata;
  };
  const spOf = async (publicUrl: string) =>
    ServiceProvider({
      metadata: await metadataOf(publicUrl),
      wantMessageSigned: forgery.signsResponse === true,
      wantLogoutRequestSigned: true,
    });

  /** The answer to a request, as the form that brings it to the product. */
  async function answer(
    query: URLSearchParams,
    who: string,
    session: { since: Date; index: string },
  ): Promise<SamlForm> {
    const { request, publicUrl } = await requestOf(query);
    const sp = await spOf(publicUrl);
    const person = people.get(who);
    const id = `_${randomBytes(16).toString('hex')}`;
    const now = new Date();
    const soon = new Date(now.getTime() + 5 * 60_000).toISOString();
    const address = `${publicUrl}/api/login/saml`;
    const attributes = {
      ...(person?.email === undefined ? {} : { email: person.email }),
      ...person?.attributes,
    };
    const statement = `<saml:AuthnStatement AuthnInstant="${(forgery.authenticatedAt ?? session.since).toISOString()}" SessionIndex="${session.index}"><saml:AuthnContext><saml:AuthnContextClassRef>${forgery.context ?? passwordContext}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
    const attributeStatement = `<saml:AttributeStatement>${Object.entries(attributes)
      .map(
        ([name, value]) =>
          `<saml:Attribute Name="${name}"><saml:AttributeValue xsi:type="xs:string">${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
      )
      .join('')}</saml:AttributeStatement>`;
    const { context } = await idp(forgery.signedWith, forgery.algorithm).createLoginResponse(
      sp,
      { ...request },
      'post',
      {},
      {
        customTagReplacement: (template: string) => {
          const filled = SamlLib.replaceTagsByValue(
            template
              .replace('{AuthnStatement}', statement)
              .replace('{AttributeStatement}', attributeStatement),
            {
              ID: id,
              AssertionID: `_${randomBytes(16).toString('hex')}`,
              Destination: address,
              Audience: `${publicUrl}/api/login/saml/metadata`,
              SubjectRecipient: address,
              Issuer: issuer,
              IssueInstant: now.toISOString(),
              StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
              ConditionsNotBefore: now.toISOString(),
              ConditionsNotOnOrAfter: soon,
              SubjectConfirmationDataNotOnOrAfter: soon,
              NameIDFormat: persistent,
              NameID: person?.nameId ?? '',
              InResponseTo: String(request.extract.request?.['id']),
              ...forgery.tags,
            },
          );
          return { id, context: forgery.before?.(filled) ?? filled };
        },
      },
    );
    const xml = Buffer.from(context, 'base64').toString();
    return formOf(address, forgery.after?.(xml) ?? xml, query);
  }

  const formOf = (action: string, xml: string, query: URLSearchParams): SamlForm => ({
    action,
    fields: {
      SAMLResponse: Buffer.from(xml).toString('base64'),
      ...(query.has('RelayState') ? { RelayState: query.get('RelayState') ?? '' } : {}),
    },
  });

  /** Reads a request; who sent it is known only after it was read once. */
  async function requestOf(query: URLSearchParams) {
    const xml = inflated(query);
    const publicUrl = new URL(/AssertionConsumerServiceURL="([^"]+)"/.exec(xml)?.[1] ?? '').origin;
    const request = await idp().parseLoginRequest(await spOf(publicUrl), 'redirect', {
      query: Object.fromEntries(query),
    });
    return { request, publicUrl, isForced: /ForceAuthn="true"/.test(xml) };
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    const html = (body: string, headers: Record<string, string> = {}) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
    const browser = /idp=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? randomBytes(8).toString('hex');
    if (pathname === '/slo') {
      const xml = inflated(searchParams);
      const index = /SessionIndex[^>]*>([^<]+)</.exec(xml)?.[1];
      for (const [key, session] of sessions) if (session.index === index) sessions.delete(key);
      const entityId = /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? '';
      const { origin: publicUrl } = new URL(entityId);
      const sp = await spOf(publicUrl);
      const parsed = { extract: { request: { id: /ID="([^"]+)"/.exec(xml)?.[1] ?? '' } } };
      const { context } = idp().createLogoutResponse(sp, parsed, 'post', '');
      html(formPage({ action: `${publicUrl}/api/login/saml/logout`, fields: { SAMLResponse: context } }));
      return;
    }
    if (pathname !== '/sso') {
      response.writeHead(404).end();
      return;
    }
    const { isForced, publicUrl } = await requestOf(searchParams);
    const held = sessions.get(browser);
    if (held && !isForced) {
      html(formPage(await answer(searchParams, held.who, held)));
      return;
    }
    const form = request.method === 'POST' ? new URLSearchParams(await text(request)) : null;
    if (form?.has('cancel')) {
      html(formPage(formOf(`${publicUrl}/api/login/saml`, cancelled(publicUrl), searchParams)));
      return;
    }
    const who = form?.get('login') ?? '';
    if (people.has(who)) {
      const session = { who, since: new Date(), index: `_${randomBytes(8).toString('hex')}` };
      sessions.set(browser, session);
      html(formPage(await answer(searchParams, who, session)), {
        'set-cookie': `idp=${browser}; Path=/; HttpOnly`,
      });
      return;
    }
    html(
      page(
        'Sign in to your organization',
        `<form method="post"><label>Account <input name="login" autofocus></label>
<button>Continue</button><button name="cancel" value="1">Cancel</button></form>`,
      ),
    );
  }

  const cancelled = (publicUrl: string): string =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_${randomBytes(8).toString('hex')}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${publicUrl}/api/login/saml"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode></samlp:Status></samlp:Response>`;

  return {
    issuer,
    keys,
    saml: {
      issuer,
      signInUrl: new URL('/sso', origin),
      signOutUrl: new URL('/slo', origin),
      certificates: [keys.certificate],
      emailDomains: ['world.example'],
      responseSigned: false,
      twoFactorContexts: [],
    },
    people,
    forge: (changes) => {
      forgery = changes;
    },
    sessions: () => sessions.size,
    newestIndex: () => [...sessions.values()].at(-1)?.index ?? '',
    logoutForm: async (publicUrl, nameId, changes = {}) => {
      const { sessionIndex = '', signedWith, unsigned, algorithm, after } = changes;
      const sp = ServiceProvider({
        metadata: await metadataOf(publicUrl),
        wantLogoutRequestSigned: unsigned !== true,
      });
      const { context } = idp(signedWith, algorithm).createLogoutRequest(sp, 'post', {
        logoutNameID: nameId,
        sessionIndex,
      });
      const xml = Buffer.from(context, 'base64').toString();
      return {
        action: `${publicUrl}/api/login/saml/logout`,
        fields: { SAMLRequest: Buffer.from(after?.(xml) ?? xml).toString('base64') },
      };
    },
    logoutAddress: async (publicUrl, nameId, changes = {}) => {
      const {
        sessionIndex = '',
        signedWith = keys,
        unsigned,
        algorithm = sha256,
        relayState,
        before,
      } = changes;
      const sp = ServiceProvider({ metadata: await metadataOf(publicUrl), wantLogoutRequestSigned: false });
      const { context } = idp().createLogoutRequest(sp, 'post', { logoutNameID: nameId, sessionIndex });
      const xml = Buffer.from(context, 'base64').toString();
      const parts: (readonly [string, string])[] = [
        ['SAMLRequest', deflateRawSync(before?.(xml) ?? xml).toString('base64')],
        ...(relayState === undefined ? [] : [['RelayState', relayState] as const]),
        ['SigAlg', algorithm],
      ];
      const signed = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
      const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
      const signature = sign(hash, Buffer.from(signed), signedWith.key).toString('base64');
      const query = unsigned ? signed : `${signed}&Signature=${encodeURIComponent(signature)}`;
      return `${publicUrl}/api/login/saml/logout?${changes.after?.(query) ?? query}`;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
