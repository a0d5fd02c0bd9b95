import { z } from 'zod';
import type { Config } from '#server/platform/config/config.ts';
import { sha256Hex } from '#server/platform/crypto/keys.ts';
import type { SealedColumn } from '#server/platform/crypto/reseal.ts';
import { seal, unseal, type Sealed } from '#server/platform/crypto/seal.ts';
import type { Assertion } from './assertion.ts';
import { serviceProvider } from './service-provider.ts';

const purpose = 'saml-session';

/** The column of the identities of SAML sessions (OPS-09). */
export const samlSessions: SealedColumn = {
  purpose,
  table: 'sessions',
  key: 'sid',
  context: 'user_id',
  member: { column: 'sess', name: 'saml' },
};

/** The identity of the person at the identity provider, in the form of a request to sign out. */
const atProvider = z.object({
  nameID: z.string(),
  nameIDFormat: z.string(),
  nameQualifier: z.string().optional(),
  spNameQualifier: z.string().optional(),
  sessionIndex: z.string().optional(),
});

const unspecified = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

/** Returns the key by which a session is found when the identity provider ends its own session. */
export const indexHash = (sessionIndex: string): string => sha256Hex(`saml session\n${sessionIndex}`);

/** Returns the stored facts of a session that a SAML identity provider opened. */
export function samlMemory(
  config: Config,
  userId: string,
  { nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex }: Assertion,
): Readonly<Record<string, unknown>> {
  const person: z.input<typeof atProvider> = {
    nameID: nameId,
    nameIDFormat: nameIdFormat ?? unspecified,
    nameQualifier: nameQualifier ?? undefined,
    spNameQualifier: spNameQualifier ?? undefined,
    sessionIndex: sessionIndex ?? undefined,
  };
  return {
    saml: seal(config, purpose, userId, JSON.stringify(person)),
    ...(sessionIndex === null ? {} : { samlIndex: indexHash(sessionIndex) }),
  };
}

/** Returns the address at which the browser ends the session at the identity provider (AUTH-04); null if none is configured. */
export async function samlSignOutAddress(
  config: Config,
  userId: string,
  sealed: Sealed,
): Promise<URL | null> {
  const { saml } = config;
  if (!saml?.signOutUrl) return null;
  const person = atProvider.parse(JSON.parse(unseal(config, purpose, userId, sealed)));
  const address = await serviceProvider(config, saml).getLogoutUrlAsync(
    { ...person, issuer: saml.issuer },
    '',
    {},
  );
  return new URL(address);
}
