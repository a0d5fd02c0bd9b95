/**
 * A second server of the browser run, which converts office files, on the database of the first. Started by the test that
 * needs it (converting-world.ts) with the path of its soffice; stops when its parent is gone.
 */
import { convertFileJob } from '#server/platform/files/office/convert-jobs.ts';
import { startTestServer } from '../harness/server.ts';
import { serverFacts } from './facts.ts';

const { databaseUrl, secretKey } = serverFacts();
const path = process.argv[2] ?? '';
const server = await startTestServer({
  db: { url: databaseUrl },
  config: { officeConverter: { path, timeoutMs: 60_000 }, secretKey: Buffer.from(secretKey, 'base64') },
});
// Everything else is the work of the first server.
await server.services.jobs.start(server.services, [convertFileJob]);

process.once('disconnect', () => {
  void server.close().then(() => process.exit(0));
});
process.send?.({ url: server.url });
