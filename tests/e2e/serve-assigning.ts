/**
 * A second server of the browser run, where one command assigns to a single person, on the database of the first, which does the
 * work in the background. Started by the test that needs it; it stops when its parent is gone.
 */
import { startTestServer } from '../harness/server.ts';
import { serverFacts } from './facts.ts';

const { databaseUrl, secretKey } = serverFacts();
const server = await startTestServer({
  db: { url: databaseUrl },
  config: { assigning: { inOneCall: 1, atATime: 1 }, secretKey: Buffer.from(secretKey, 'base64') },
});

process.once('disconnect', () => {
  void server.close().then(() => process.exit(0));
});
process.send?.(server.url);
