/** An OpenID provider that lies: it answers every code with whatever ID token a test makes (T18). */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OidcConfig } from '#server/platform/config/oidc.ts';

/** What a test makes of the answer; each part is honest unless changed. */
export interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs with another key than the one that the provider publishes. */
  readonly otherKey?: true;
  /** Sends a part of a token that is not what was signed. */
  readonly tampered?: true;
  readonly withoutIdToken?: true;
  /** Status and body of the token endpoint. */
  readonly answer?: readonly [status: number, body: string, type?: string];
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

/** A running one. */
export interface ForgedProvider {
  readonly oidc: OidcConfig;
  /** What the next codes are answered with; `nonce` is the one of the sign-in under way. */
  prepare: (nonce: string, forgery: Forgery) => void;
  /** What the provider says of itself instead. */
  describe: (changes: Readonly<Record<string, unknown>>) => void;
  /** Bodies that the token endpoint received. */
  readonly received: URLSearchParams[];
  readonly close: () => Promise<void>;
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt(header: object, claims: object, key: KeyObject | null): string {
  const text = `${base64(header)}.${base64(claims)}`;
  return `${text}.${key ? sign('sha256', Buffer.from(text), key).toString('base64url') : ''}`;
}

/** Starts it on a free port. */
export async function startForgedProvider(): Promise<ForgedProvider> {
  const [own, other] = [1, 2].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (!own || !other) throw new Error('no keys');
  const clientId = 'traintrail';
  const received: URLSearchParams[] = [];
  let issuer = '';
  let description: Readonly<Record<string, unknown>> = {};
  let next: { readonly nonce: string; readonly forgery: Forgery } = { nonce: '', forgery: {} };
  const idToken = (): string => {
    const { nonce, forgery } = next;
    const now = Math.floor(Date.now() / 1000);
    const honest = { iss: issuer, aud: clientId, sub: 'somebody', iat: now, exp: now + 300, nonce };
    const header = { alg: 'RS256', kid: 'own', typ: 'JWT', ...forgery.header };
    const key = forgery.otherKey ? other.privateKey : own.privateKey;
    const made = jwt(header, { ...honest, ...forgery.claims }, header.alg === 'none' ? null : key);
    if (!forgery.tampered) return made;
    const [head = '', , signature = ''] = made.split('.');
    return [head, base64({ ...honest, ...forgery.claims, sub: 'somebody else' }), signature].join('.');
  };
  const server = createServer((request, response) => {
    const say = (status: number, body: unknown, type = 'application/json') =>
      response
        .writeHead(status, { 'content-type': type })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (pathname === '/.well-known/openid-configuration') {
      return say(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        ...description,
      });
    }
    if (pathname === '/keys') {
      return say(200, {
        keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }],
      });
    }
    if (pathname === '/userinfo') return say(200, next.forgery.userinfo ?? { sub: 'somebody' });
    if (pathname !== '/token') return say(404, {});
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      received.push(new URLSearchParams(body));
      const { answer, withoutIdToken } = next.forgery;
      if (answer) return say(...answer);
      const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 60 };
      return say(200, withoutIdToken ? tokens : { ...tokens, id_token: idToken() });
    });
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    oidc: {
      issuer: new URL(issuer),
      clientId,
      clientSecret: randomBytes(24).toString('base64url'),
      autoProvision: false,
      twoFactorContexts: [],
    },
    prepare: (nonce, forgery) => {
      next = { nonce, forgery };
    },
    describe: (changes) => {
      description = changes;
    },
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
