/**
 * A second server of the browser run under the name of this machine, because browsers know no passkeys of bare addresses, on the
 * database of the first; the argument is its profile. Started by the test that needs it; it stops when its parent is gone.
 */
import { passwordProfiles } from '#shared/domain/passwords/policy.ts';
import { startTestServer } from '../harness/server.ts';
import { serverFacts } from './facts.ts';

const { databaseUrl, secretKey } = serverFacts();
const publicUrl = new URL('http://localhost');
const policy = passwordProfiles.find((profile) => profile === process.argv[2]) ?? 'standard';
const server = await startTestServer({
  db: { url: databaseUrl },
  config: { publicUrl, policy, secretKey: Buffer.from(secretKey, 'base64') },
});
publicUrl.port = new URL(server.url).port;

process.once('disconnect', () => {
  void server.close().then(() => process.exit(0));
});

process.send?.({ url: publicUrl.origin });
