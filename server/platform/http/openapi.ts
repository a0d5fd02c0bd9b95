import { z } from 'zod';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { errorCodes } from '#shared/contract/errors.ts';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of a catalogue (OPS-06), from the declarations that also validate the calls. */
export function openApiDocument(catalogue: readonly AnyEndpoint[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of catalogue) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'TrainTrail', version, description: 'Training and compliance management.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'tt_session' } },
      schemas: { Problem: problemSchema() },
    },
  };
}

function operation(endpoint: AnyEndpoint): Json {
  const isPublic = 'public' in endpoint.access;
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    ...(isPublic ? { security: [] } : { security: [{ session: [] }] }),
    ...('permission' in endpoint.access ? { 'x-permission': endpoint.access.permission } : {}),
    'x-audit': endpoint.audit,
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...requestBody(endpoint),
    responses: {
      [String(endpoint.status ?? 200)]: success(endpoint),
      default: {
        description: 'A problem (RFC 9457).',
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function success(endpoint: AnyEndpoint): Json {
  if (endpoint.status === 204) return { description: 'Done.' };
  if (endpoint.raw) return { description: endpoint.summary, content: { [endpoint.raw]: {} } };
  return {
    description: endpoint.summary,
    ...(endpoint.list
      ? {
          headers: {
            'X-Total-Count': { description: 'Rows of the whole list', schema: { type: 'integer' } },
            Link: { description: 'first, prev, next (RFC 8288)', schema: { type: 'string' } },
          },
        }
      : {}),
    content: { 'application/json': { schema: schemaOf(endpoint.response, 'output') } },
  };
}

function requestBody(endpoint: AnyEndpoint): Json {
  if (endpoint.multipart) {
    const fields = schemaOf(endpoint.multipart.fields, 'input');
    const files = Object.fromEntries(
      endpoint.multipart.files.map((name) => [name, { type: 'string', format: 'binary' }]),
    );
    const properties = { ...(fields['properties'] as Json | undefined), ...files };
    return {
      requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } },
    };
  }
  if (!endpoint.body) return {};
  return {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } },
    },
  };
}

function parameters(place: 'path' | 'query', schema: z.ZodType | undefined): readonly Json[] {
  if (!schema) return [];
  const object = schemaOf(schema, 'input');
  const required = new Set((object['required'] as string[] | undefined) ?? []);
  return Object.entries((object['properties'] as Record<string, Json> | undefined) ?? {}).map(
    ([name, value]) => ({
      name,
      in: place,
      required: place === 'path' || required.has(name),
      schema: value,
    }),
  );
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const json = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date')
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
    },
  }) as Json;
  delete json['$schema'];
  return json;
}

function problemSchema(): Json {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'code', 'detail'],
    properties: {
      type: { type: 'string' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code: { type: 'string', enum: Object.keys(errorCodes) },
      detail: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['path', 'message'],
          properties: { path: { type: 'string' }, message: { type: 'string' } },
        },
      },
      requestId: { type: 'string' },
    },
  };
}
