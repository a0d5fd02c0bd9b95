import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { Config } from '#server/platform/config/config.ts';
import type { SamlConfig } from '#server/platform/config/saml.ts';

/** How much the clock of the identity provider may differ, in milliseconds. */
export const clockSkew = 60_000;

/** Returns the addresses of this installation for SAML; the entity ID is the address of the metadata. */
export function samlAddresses({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const at = (path: string) => new URL(path, publicUrl).href;
  return {
    entityId: at('/api/login/saml/metadata'),
    receive: at('/api/login/saml'),
    signOut: at('/api/login/saml/logout'),
  };
}

/** The request of one exchange with the identity provider. */
interface Exchange {
  /** The id of the request of this browser: the only one that an answer may name. */
  readonly requestId?: string;
  /** The person must sign in there again, even with an open session. */
  readonly forceAuthn?: boolean;
}

/**
 * Returns the library with the settings of this installation, for one exchange. It stores nothing between exchanges: the
 * browser's sealed cookie has the requests, and the database has the used answers. Any server can therefore finish a sign-in that
 * another one started (OPS-03).
 */
export function serviceProvider(config: Config, saml: SamlConfig, exchange: Exchange = {}): SAML {
  const { requestId, forceAuthn = false } = exchange;
  const { entityId, receive, signOut } = samlAddresses(config);
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: receive,
    logoutCallbackUrl: signOut,
    entryPoint: saml.signInUrl.href,
    logoutUrl: (saml.signOutUrl ?? saml.signInUrl).href,
    idpIssuer: saml.issuer,
    idpCert: [...saml.certificates],
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: saml.responseSigned,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    acceptedClockSkewMs: clockSkew,
    validateInResponseTo: ValidateInResponseTo.always,
    forceAuthn,
    ...(saml.signing ? { privateKey: saml.signing.key, publicCert: saml.signing.certificates[0] } : {}),
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
    cacheProvider: {
      saveAsync: async () => null,
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  });
}

/** The address of the metadata that an identity provider registers, which is the entity ID too. */
export const samlMetadataAddress = (config: Pick<Config, 'publicUrl'>): string =>
  samlAddresses(config).entityId;
