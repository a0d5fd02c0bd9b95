/** A real server of the product inside the test process, on a free port (DESIGN rule 11). */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createApp } from '#server/app.ts';
import { composeServices } from '#server/compose.ts';
import { jobDefinitions } from '#server/jobs.ts';
import { loadConfig, type Config } from '#server/platform/config/config.ts';
import { createLog } from '#server/platform/log/log.ts';
import type { Services } from '#server/platform/services.ts';
import { createClient, type ClientOptions, type TestClient } from './client.ts';
import { refuseUndeclared, watchErrorCodes } from './error-codes.ts';
import { judgedOnce } from './judged-once.ts';

/** What startTestServer needs and may be given. */
export interface TestServerOptions {
  /** The database that the server works on; only the application's URL is used. */
  readonly db: { readonly url: string };
  /** Changes to the configuration: SMTP, policy, a shared secret … */
  readonly config?: Partial<Config>;
  /** Folder of the files; default: one of its own that goes with the server. */
  readonly dataDir?: string;
  /** Run the background work too (default false: tests run single jobs themselves). */
  readonly jobs?: boolean;
  /** Fail where a call answers a code that it does not declare (default true); random input would make that a matter of luck. */
  readonly declaredCodes?: boolean;
}

/** A running server. */
export interface TestServer {
  /** http://127.0.0.1:port */
  readonly url: string;
  readonly services: Services;
  /** A new client with no cookies. */
  readonly client: (options?: ClientOptions) => TestClient;
  /** Finishes requests, stops jobs, closes the pools, removes its own files. */
  readonly close: () => Promise<void>;
}

/** The secret of every server of the tests: servers of one database share theirs, as those of an installation do. */
const testSecret = Buffer.from('one secret for every server of the tests, never used').toString('base64');

/** The configuration of a test: made by the product's own reader, then changed. */
export function testConfig(dataDir: string, changes: Partial<Config> = {}): Config {
  // Whether this machine happens to have LibreOffice changes no test.
  const env = { PORT: '0', DATA_DIR: dataDir, SECRET_KEY: testSecret, DEMO: '0', SOFFICE_PATH: 'off' };
  return { ...loadConfig(env), ...changes };
}

/** Starts a server on a migrated database. Log lines of level `error` and above are printed, or TEST_LOG_LEVEL. */
export async function startTestServer(options: TestServerOptions): Promise<TestServer> {
  const ownDir = options.dataDir === undefined;
  const dataDir = options.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'traintrail-test-'));
  const config = testConfig(dataDir, options.config);
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'error');
  const composition = await composeServices(config, options.db.url, log);
  const services: Services = {
    ...composition.services,
    // Limits of its own are there to be met.
    ...(options.config?.parser === undefined && { sandbox: judgedOnce(composition.services.sandbox) }),
  };
  try {
    const app = await createApp(services);
    const undeclared = watchErrorCodes(app);
    if (options.jobs === true) await services.jobs.start(services, jobDefinitions);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    // The port is only known now; nothing has read the public address before.
    if (options.config?.publicUrl === undefined) config.publicUrl.port = new URL(url).port;
    return {
      url,
      services,
      client: (given) => createClient(url, given),
      close: async () => {
        await app.close();
        await composition.close();
        if (options.declaredCodes !== false) refuseUndeclared(undeclared);
        if (ownDir) fs.rmSync(dataDir, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await composition.close();
    if (ownDir) fs.rmSync(dataDir, { recursive: true, force: true });
    throw error;
  }
}
