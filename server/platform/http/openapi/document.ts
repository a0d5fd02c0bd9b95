import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { isOpenToTokens } from '#shared/contract/token-access.ts';
import { errorCodesOf, takesIdempotencyKey } from '#shared/contract/problem-bodies.ts';
import { Parameters } from './parameters.ts';
import { Problems } from './problems.ts';
import { Schemas, type Json } from './schemas.ts';
import { scimType } from '../scim.ts';

/**
 * Returns the OpenAPI 3.1 document of a catalogue (OPS-06), from the declarations that also validate the calls: a client is
 * generated from it.
 */
export function openApiDocument(catalogue: readonly AnyEndpoint[], version: string): Json {
  const schemas = new Schemas();
  const problems = new Problems(schemas);
  const parameters = new Parameters(schemas);
  // Schemas of answers get the names. A schema of a request gets another name if it differs, whatever the order of the calls.
  for (const { raw, response } of catalogue) if (!raw) schemas.of(response, 'output');
  for (const { params, query } of catalogue) {
    parameters.count('path', params);
    parameters.count('query', query);
  }
  const paths: Record<string, Json> = {};
  for (const endpoint of catalogue) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const written = operation(endpoint, { schemas, problems, parameters });
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: written };
  }
  const ofProblems = problems.components();
  return {
    openapi: '3.1.0',
    info: { title: 'TrainTrail', version, description: 'Training and compliance management.' },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'tt_session' },
        token: { type: 'http', scheme: 'bearer' },
      },
      parameters: { ...sharedParameters, ...parameters.components() },
      headers: sharedHeaders,
      responses: ofProblems.responses,
      schemas: { ...schemas.components(), ...ofProblems.schemas },
    },
  };
}

const sharedParameters: Json = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The revision that was read (`ETag`); an older one is refused with STALE.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Makes the call safe to repeat: the same key and content answer the same again.',
    schema: { type: 'string', minLength: 8, maxLength: 128 },
  },
};

const sharedHeaders: Json = {
  TotalCount: {
    description:
      'Rows of the whole list; of a list without a kept count 10001 where there are more than 10,000.',
    schema: { type: 'integer' },
  },
  Link: { description: 'first, prev, next (RFC 8288).', schema: { type: 'string' } },
  ETag: { description: 'The revision of the record, for If-Match.', schema: { type: 'string' } },
};

const shared = (kind: 'parameters' | 'headers', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Errors of SCIM (RFC 7644 §3.12). */
const scimErrors: Json = {
  default: {
    description: 'An error as SCIM writes it.',
    content: {
      [scimType]: {
        schema: {
          type: 'object',
          required: ['schemas', 'status', 'detail', 'code', 'reason'],
          properties: {
            schemas: { type: 'array', items: { type: 'string' } },
            status: { type: 'string' },
            scimType: { type: 'string' },
            detail: { type: 'string' },
            code: { type: 'string' },
            reason: { type: 'string' },
            requestId: { type: 'string' },
          },
        },
      },
    },
  },
};

/** The collectors of the components while the calls are written. */
interface Collected {
  readonly schemas: Schemas;
  readonly problems: Problems;
  readonly parameters: Parameters;
}

function operation(endpoint: AnyEndpoint, { schemas, problems, parameters }: Collected): Json {
  const isPublic = 'public' in endpoint.access;
  return {
    operationId: endpoint.id,
    tags: [endpoint.id.split('.')[0]],
    summary: endpoint.summary,
    ...(isPublic
      ? { security: [] }
      : { security: [{ session: [] }, ...(isOpenToTokens(endpoint) ? [{ token: [] }] : [])] }),
    ...('permission' in endpoint.access ? { 'x-permission': endpoint.access.permission } : {}),
    'x-audit': endpoint.audit,
    parameters: [
      ...parameters.of('path', endpoint.params),
      ...parameters.of('query', endpoint.query),
      ...(endpoint.revision === 'compared' ? [shared('parameters', 'IfMatch')] : []),
      ...(takesIdempotencyKey(endpoint) ? [shared('parameters', 'IdempotencyKey')] : []),
    ],
    ...requestBody(endpoint, schemas),
    responses: {
      [String(endpoint.status ?? 200)]: success(endpoint, schemas),
      ...(endpoint.scim ? scimErrors : problems.answersOf(errorCodesOf(endpoint))),
    },
  };
}

function success(endpoint: AnyEndpoint, schemas: Schemas): Json {
  if (endpoint.status === 204) return { description: 'Done.' };
  if (endpoint.raw) {
    const schema = endpoint.raw.startsWith('text/')
      ? { type: 'string' }
      : { type: 'string', format: 'binary' };
    return { description: endpoint.summary, content: { [endpoint.raw]: { schema } } };
  }
  const headers = {
    ...(endpoint.list
      ? { 'X-Total-Count': shared('headers', 'TotalCount'), Link: shared('headers', 'Link') }
      : {}),
    ...(endpoint.revision ? { ETag: shared('headers', 'ETag') } : {}),
  };
  return {
    description: endpoint.summary,
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
    content: { [mediaTypeOf(endpoint)]: { schema: schemas.of(endpoint.response, 'output') } },
  };
}

const mediaTypeOf = ({ scim }: AnyEndpoint): string => (scim ? scimType : 'application/json');

/** Returns the schema of a call's body, under its own name or that of the call. */
function requestBody(endpoint: AnyEndpoint, schemas: Schemas): Json {
  if (endpoint.multipart) {
    const { properties, required } = schemas.of(endpoint.multipart.fields, 'input');
    const files = endpoint.multipart.files.map(
      (name) => [name, { type: 'string', format: 'binary' }] as const,
    );
    const form = schemas.named(endpoint.multipart.name ?? `${nameOfCall(endpoint)}Form`, {
      type: 'object',
      ...(required === undefined ? {} : { required }),
      properties: { ...(properties as Json | undefined), ...Object.fromEntries(files) },
    });
    return { requestBody: { content: { 'multipart/form-data': { schema: form } } } };
  }
  if (!endpoint.body) return {};
  const body = schemas.named(`${nameOfCall(endpoint)}Body`, schemas.of(endpoint.body, 'input'));
  const type = endpoint.form ? 'application/x-www-form-urlencoded' : mediaTypeOf(endpoint);
  return { requestBody: { required: true, content: { [type]: { schema: body } } } };
}

const nameOfCall = ({ id }: AnyEndpoint): string =>
  id
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
