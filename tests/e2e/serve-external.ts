/**
 * A second server of the browser run, in the profile of its argument, with an OpenID provider beside it, on the database of
 * the first. Started by the test that needs it (external-world.ts); it takes people for the provider as messages and stops when its parent is gone.
 */
import { passwordProfiles } from '#shared/domain/passwords/policy.ts';
import { startOpenIdProvider, type ProviderPerson } from '../harness/openid-provider.ts';
import { startTestServer } from '../harness/server.ts';
import type { ExternalFacts } from './external-world.ts';
import { serverFacts } from './facts.ts';

const { databaseUrl, secretKey } = serverFacts();
const policy = passwordProfiles.find((profile) => profile === process.argv[2]) ?? 'standard';
const provider = await startOpenIdProvider();
const server = await startTestServer({
  db: { url: databaseUrl },
  config: { policy, oidc: provider.oidc, secretKey: Buffer.from(secretKey, 'base64') },
});
provider.register(server.url);

process.on('message', (person: ProviderPerson) => {
  provider.people.set(person.sub, person);
  process.send?.({ known: person.sub });
});
process.once('disconnect', () => {
  void Promise.all([server.close(), provider.stop()]).then(() => process.exit(0));
});

const facts: ExternalFacts = { url: server.url, issuer: provider.issuer };
process.send?.(facts);
