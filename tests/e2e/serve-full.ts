/**
 * A second server of the browser run whose volume for files is full, on the database of the first. Started by the test that
 * needs it (full-server.ts); it stops when its parent is gone.
 */
import { makeSmall } from '../harness/small-volume.ts';
import { temporaryFolder } from '../harness/processes.ts';
import { startTestServer } from '../harness/server.ts';
import { serverFacts } from './facts.ts';

const { databaseUrl, secretKey } = serverFacts();
const folder = temporaryFolder();
const volume = makeSmall(folder.dir, 1024 * 1024);
const server = await startTestServer({
  db: { url: databaseUrl },
  dataDir: folder.dir,
  config: { secretKey: Buffer.from(secretKey, 'base64') },
});

process.once('disconnect', () => {
  void server.close().then(() => {
    volume.free();
    folder.remove();
    process.exit(0);
  });
});

process.send?.(server.url);
