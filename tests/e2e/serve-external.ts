/**
 * A second server of the browser run, in the profile and with the protocol of its arguments, with a provider beside it, on the database of
 * the first. Started by the test that needs it (external-world.ts); it takes people for the provider as messages and stops when its parent is gone.
 */
import { passwordProfiles } from '#shared/domain/passwords/policy.ts';
import { startOpenIdProvider, type ProviderPerson } from '../harness/openid-provider.ts';
import { startSamlProvider } from '../harness/saml-provider.ts';
import { startTestServer } from '../harness/server.ts';
import type { ExternalFacts } from './external-world.ts';
import { serverFacts } from './facts.ts';

const { databaseUrl, secretKey } = serverFacts();
const policy = passwordProfiles.find((profile) => profile === process.argv[2]) ?? 'standard';
const provider = process.argv[3] === 'saml' ? await startSaml() : await startOpenId();
const server = await startTestServer({
  db: { url: databaseUrl },
  config: { policy, ...provider.config, secretKey: Buffer.from(secretKey, 'base64') },
});
provider.register(server.url);

process.on('message', (person: ProviderPerson) => {
  provider.know(person);
  process.send?.({ known: person.sub });
});
process.once('disconnect', () => {
  void Promise.all([server.close(), provider.stop()]).then(() => process.exit(0));
});

const facts: ExternalFacts = { url: server.url, issuer: provider.origin };
process.send?.(facts);

async function startOpenId() {
  const { oidc, issuer, people, register, stop } = await startOpenIdProvider();
  const know = (person: ProviderPerson) => void people.set(person.sub, person);
  return { config: { oidc }, origin: issuer, know, register, stop };
}

async function startSaml() {
  const { saml, issuer, people, stop } = await startSamlProvider();
  const know = ({ sub, email }: ProviderPerson) => void people.set(sub, { nameId: `id of ${sub}`, email });
  return { config: { saml }, origin: new URL(issuer).origin, know, register: () => undefined, stop };
}
