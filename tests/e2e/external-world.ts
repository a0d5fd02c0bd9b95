import type { PasswordProfile } from '#shared/domain/passwords/policy.ts';
import type { ProviderPerson } from '../harness/openid-provider.ts';
import { startForked } from './forked.ts';

/** Where the second server and its provider are. */
export interface ExternalFacts {
  readonly url: string;
  readonly issuer: string;
}

/** The second server and its provider, running. */
export interface ExternalWorld extends ExternalFacts {
  /** Lets somebody sign in at the provider. */
  readonly know: (person: ProviderPerson) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts both; `policy` is the profile of the server (AUTH-07), `protocol` that of the provider (AUTH-03, AUTH-18). */
export async function startExternalWorld(
  policy: PasswordProfile = 'standard',
  protocol: 'openid' | 'saml' = 'openid',
): Promise<ExternalWorld> {
  const { message, send, stop } = startForked('serve-external.ts', [policy, protocol]);
  const facts = (await message()) as ExternalFacts;
  return {
    ...facts,
    know: async (person) => {
      const known = message();
      send(person);
      await known;
    },
    stop,
  };
}
