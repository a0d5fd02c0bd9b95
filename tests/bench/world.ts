/** The world of the benchmarks: a durable throw-away cluster, the product in a process of its own, 100,000 assignments unless more are asked for. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import { composeServices } from '#server/compose.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import { startEmbedded } from '#server/platform/postgres/embedded.ts';
import { connectionUrl } from '#server/platform/postgres/url.ts';
import { createClient, type TestClient } from '#tests/harness/client.ts';
import { cloneDatabase, startTestCluster, type TestDatabase } from '#tests/harness/cluster.ts';
import { moduleWith } from '#tests/harness/module-world.ts';
import { temporaryFolder } from '#tests/harness/processes.ts';
import { startProduct, type RunningServer } from '#tests/harness/product.ts';
import { createOrganization, createUser, signIn, type FixtureUser } from '#tests/harness/world.ts';
import { recountAll, whenMarksAreFolded } from './figures-world.ts';
import { loadWorld, type LoadedWorld } from './load-world.ts';

/** Size of the downloaded file. */
const fileSize = 10 * 1024 * 1024;

/** The world as the benchmarks see it. */
export interface BenchWorld extends LoadedWorld {
  readonly database: TestDatabase;
  readonly admin: pg.Pool;
  /** The product, as `bin/traintrail serve` runs it. */
  readonly product: RunningServer;
  readonly adminUser: FixtureUser;
  readonly adminCookie: string;
  /** What the product was started with, so that another one can be started beside it, for example with a profiler. */
  readonly env: Readonly<Record<string, string>>;
  /** An organization with a single person, for the read of one row. */
  readonly smallOrganization: number;
  /** Path of a file of 10 MB under /api/files, and where its bytes lie on the disk. */
  readonly file: { readonly path: string; readonly stored: string };
  readonly close: () => Promise<void>;
}

const cookieOf = (client: TestClient): string =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/** Makes the world; some half a minute for 5,000 people. The cluster is durable, as the product's own is. */
export async function makeWorld(say: (line: string) => void, people = 5000): Promise<BenchWorld> {
  const folder = temporaryFolder();
  const embedded = await startEmbedded({ tcp: true });
  const cluster = await startTestCluster(connectionUrl(embedded.superuserConnection));
  const database = await cloneDatabase(cluster.facts);
  const dataDir = path.join(folder.dir, 'data');
  const env = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: randomBytes(48).toString('base64'),
    PUBLIC_URL: 'http://127.0.0.1:3000',
    DEMO: '0',
    // The receiver of the benchmark is on this machine.
    WEBHOOK_PRIVATE_HOSTS: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
  const product = await startProduct(env);
  const close = async (): Promise<void> => {
    product.kill('SIGTERM');
    await product.ended;
    await database.drop();
    await cluster.stop();
    await embedded.stop();
    folder.remove();
  };
  try {
    const composition = await composeServices(
      loadConfig({ ...env, PORT: '0' }),
      database.url,
      createLog('error'),
    );
    const { services } = composition;
    try {
      const small = await createOrganization(services, { name: 'Head office' });
      const adminUser = await createUser(services, { role: 'admin', organizationId: small.id });
      const admin = await signIn(createClient(product.url), adminUser);
      const loaded = await loadWorld(
        services,
        database.admin,
        { adminId: adminUser.id, api: admin, people, place: { env, adminUrl: database.adminUrl } },
        say,
      );
      // What triggers would have kept: counts of people, and figures, which the product folds.
      await database.admin.query(recountAll);
      await whenMarksAreFolded(database.admin);
      const module = await moduleWith(admin, [['ten-megabytes.txt', bytesOfFile()]]);
      const [file] = module.files;
      if (!file) throw new Error('the module has no file');
      const { rows } = await database.admin.query<{ sha256: string }>(
        'select sha256 from files order by size desc limit 1',
      );
      const sha256 = rows[0]?.sha256 ?? '';
      await database.admin.query('vacuum analyze');
      return {
        ...loaded,
        database,
        admin: database.admin,
        product,
        adminUser,
        adminCookie: cookieOf(admin),
        env,
        smallOrganization: small.id,
        file: {
          path: file.url,
          stored: storedAt(env, sha256),
        },
        close,
      };
    } finally {
      await composition.close();
    }
  } catch (error) {
    await close();
    throw error;
  }
}

/** Where a server keeps the bytes of a file on the disk. */
export const storedAt = ({ DATA_DIR = '' }: Readonly<Record<string, string>>, sha256: string): string =>
  path.join(DATA_DIR, 'files', sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** Lines of text: what is uploaded must be what its name says. */
const bytesOfFile = (): Buffer => Buffer.alloc(fileSize, 'A line of a long training text.\n');
