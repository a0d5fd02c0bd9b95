import { readIntegrity } from '#server/domains/audit/index.ts';
import { platformContract } from '#shared/contract/platform.ts';
import { commandLine } from '#server/platform/config/program.ts';
import { createHttpServer } from '#server/platform/http/http-server.ts';
import { platformRoutes } from '#server/platform/http/platform.routes.ts';
import type { Services } from '#server/platform/services.ts';
import { portProblem } from './port.ts';

/** The endpoints of a worker, and the functions that close them. */
interface WorkerEndpoints {
  /** Null if it has none. */
  readonly address: string | null;
  readonly close: () => Promise<void>;
}

const defaultPort = 3001;
const names = { port: 'WORKER_PORT', host: 'WORKER_HOST', start: commandLine('worker') };
const catalogue = Object.values(platformContract);

/**
 * Serves only the calls about the process itself: `/api/health`, `/api/ready`, `/api/metrics` (OPS-10). Several workers of one
 * machine need a WORKER_PORT each: if none is set and the default one is in use, this worker serves none and logs this.
 */
export async function serveWorker(services: Services): Promise<WorkerEndpoints> {
  const { host, port } = services.config.worker;
  const app = await createHttpServer(services, {
    catalogue,
    bindings: platformRoutes(catalogue, readIntegrity),
    authenticate: () => Promise.resolve(null),
  });
  try {
    const address = await app.listen({ host, port: port ?? defaultPort });
    return { address, close: () => app.close() };
  } catch (error) {
    await app.close();
    const problem = portProblem(error, host, port ?? defaultPort, names);
    if (port !== undefined || !problem) throw problem ?? error;
    services.log.warn(`${problem.message} This worker has no health and metrics.`);
    return { address: null, close: () => Promise.resolve() };
  }
}
