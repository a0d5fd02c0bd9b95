import { z } from 'zod';
import { defineEndpoint } from '#shared/contract/endpoint.ts';

/** Calls about the installation itself (OPS-04, OPS-06). */
export const platformContract = {
  version: defineEndpoint({
    id: 'platform.version',
    method: 'GET',
    path: '/api/version',
    summary: 'The version of the product that answers',
    access: { public: true },
    audit: { none: 'tells nothing of any record' },
    data: { none: 'no data' },
    response: z.object({ name: z.literal('TrainTrail'), version: z.string() }).meta({ id: 'ProductVersion' }),
  }),
  health: defineEndpoint({
    id: 'platform.health',
    method: 'GET',
    path: '/api/health',
    summary: 'This process runs',
    access: { public: true },
    audit: { none: 'tells nothing of any record' },
    data: { none: 'no data' },
    response: z.object({ status: z.literal('ok') }).meta({ id: 'HealthState' }),
  }),
  ready: defineEndpoint({
    id: 'platform.ready',
    method: 'GET',
    path: '/api/ready',
    summary:
      'This server can do its work: the database answers, and whether the clocks agree so that people can sign',
    access: { public: true },
    audit: { none: 'tells nothing of any record' },
    data: { none: 'no data' },
    errors: ['STOPPING'],
    response: z
      .object({
        status: z.literal('ready'),
        clock: z.enum(['right', 'wrong']),
        /** The result of the last integrity check; only for callers with METRICS_TOKEN. */
        integrity: z.enum(['clean', 'findings', 'unknown']).optional(),
      })
      .meta({ id: 'ReadyState' }),
  }),
  metrics: defineEndpoint({
    id: 'platform.metrics',
    method: 'GET',
    path: '/api/metrics',
    summary: 'Figures of this process for a Prometheus server that shows METRICS_TOKEN',
    access: { public: true },
    audit: { none: 'tells nothing of any record' },
    data: { none: 'no data' },
    raw: 'text/plain',
    errors: ['NOT_FOUND'],
    response: z.undefined(),
  }),
  docs: defineEndpoint({
    id: 'platform.docs',
    method: 'GET',
    path: '/api/docs',
    summary: 'This API as an OpenAPI document; browsers are sent to the screen that shows it',
    access: { public: true },
    compressed: true,
    audit: { none: 'tells nothing of any record' },
    data: { none: 'a page' },
    response: z.record(z.string(), z.unknown()),
  }),
};
