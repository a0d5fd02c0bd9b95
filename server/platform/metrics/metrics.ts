import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A figure of the installation that is read for each request of the metrics (OPS-04). */
export interface Measure {
  /** Without the product's prefix; words of lower case, units in the name as Prometheus requires. */
  readonly name: string;
  readonly help: string;
  /** Name of the one label, if there are several values. */
  readonly label?: string;
  readonly read: () => Promise<readonly { readonly of?: string; readonly value: number }[]>;
}

/** The metrics of one process for a Prometheus server (OPS-04). No label contains a person or text that a person typed. */
export interface Metrics {
  /** Counts the answers of a server by call, method and status. */
  watch(app: FastifyInstance): void;
  /** Records a background job by its kind, with its duration and result. */
  jobEnded(job: string, outcome: 'completed' | 'failed', seconds: number): void;
  /** Everything in the text form of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics of one process: its own, its answers, and the measures of the installation. */
export function createMetrics(
  measures: readonly Measure[],
  onError: (error: unknown, name: string) => void,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answers = new Histogram({
    name: 'traintrail_http_request_duration_seconds',
    help: 'Time until an answer was sent, by call, method and status.',
    labelNames: ['route', 'method', 'status'],
    buckets,
    registers: [registry],
  });
  const jobs = new Histogram({
    name: 'traintrail_job_duration_seconds',
    help: 'Time of background jobs in this process, by kind and outcome.',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120, 600],
    registers: [registry],
  });
  for (const measure of measures) registry.registerMetric(gaugeOf(measure, onError));
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    jobEnded: (job, outcome, seconds) => jobs.observe({ job, outcome }, seconds),
    watch: (app) => {
      app.addHook('onResponse', (request, reply, next) => {
        answers.observe(
          {
            // The pattern, never the address, because addresses contain ids and codes.
            route: request.routeOptions.url ?? 'none',
            method: request.method,
            status: String(reply.statusCode),
          },
          reply.elapsedTime / 1000,
        );
        next();
      });
    },
  };
}

function gaugeOf(
  { name, help, label, read }: Measure,
  onError: (error: unknown, name: string) => void,
): Gauge {
  const labelNames = label === undefined ? [] : [label];
  return new Gauge({
    name: `traintrail_${name}`,
    help,
    labelNames,
    registers: [],
    async collect() {
      this.reset();
      try {
        for (const { of, value } of await read()) {
          if (label !== undefined && of !== undefined) this.set({ [label]: of }, value);
          else this.set(value);
        }
      } catch (error) {
        // A figure that cannot be read does not affect the others.
        onError(error, name);
      }
    },
  });
}
