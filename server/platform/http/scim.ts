import type { FastifyInstance } from 'fastify';
import { AppError, type ErrorCode } from '#shared/contract/errors.ts';
import { sentenceOf } from '#server/platform/texts/sentence-of.ts';
import { sendProblem, type ErrorForm } from '#server/platform/http/problem.ts';

/** The media type of SCIM (RFC 7644 §8.1). */
export const scimType = 'application/scim+json';

/** The schema of an error (RFC 7644 §3.12). */
const errorSchema = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Statuses that SCIM gives to errors which have another one elsewhere (RFC 7644 §3.12, §3.14). */
const statuses: Readonly<Partial<Record<ErrorCode, number>>> = { VALIDATION_FAILED: 400, STALE: 412 };

/** The keywords of RFC 7644 §3.12 for errors that name no more precise one in `extra`. */
const keywords: Readonly<Partial<Record<ErrorCode, string>>> = {
  VALIDATION_FAILED: 'invalidValue',
  MALFORMED_BODY: 'invalidSyntax',
  DUPLICATE: 'uniqueness',
};

const statusOf = ({ code, status }: AppError): number => statuses[code] ?? status;

/** Errors as SCIM writes them (RFC 7644 §3.12), with the code and the reason of every other call in addition. */
const scimForm: ErrorForm = {
  mediaType: scimType,
  statusOf,
  bodyOf: (error, requestId) => {
    const keyword = error.extra?.['scimType'] ?? keywords[error.code];
    return {
      schemas: [errorSchema],
      // A text, as the RFC demands.
      status: String(statusOf(error)),
      ...(keyword === undefined ? {} : { scimType: keyword }),
      detail: sentenceOf(error.said),
      code: error.code,
      reason: error.said.reason,
      requestId,
    };
  },
};

/** Enables the calls of a scope to read and answer SCIM; unknown addresses below `/scim` are refused in the same form. */
export function speakScim(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  // Directories name the media type of a call without a body too.
  scope.addContentTypeParser([scimType, 'application/json'], { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
  scope.setErrorHandler((error, request, reply) => sendProblem(request, reply, error, scimForm));
  scope.all('/scim/*', async () => {
    throw new AppError('NOT_FOUND');
  });
}

/** The names of resources in addresses, by how directories also write them. */
const resourceNames: Readonly<Record<string, string>> = {
  users: 'Users',
  groups: 'Groups',
  schemas: 'Schemas',
  resourcetypes: 'ResourceTypes',
  serviceproviderconfig: 'ServiceProviderConfig',
  // The former name, which Microsoft's reference client still uses.
  serviceconfiguration: 'ServiceProviderConfig',
};

/** The address of a SCIM call as the contract writes it: directories use other cases, and a slash at the end. */
export function scimAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  const [, start, name = '', rest = ''] = /^(\/scim\/v2\/)(\w+)(\/.*)?$/i.exec(path) ?? [];
  const resource = resourceNames[name.toLowerCase()];
  if (start === undefined || resource === undefined) return url;
  return [`${start.toLowerCase()}${resource}${rest.replace(/\/+$/, '')}`, ...query].join('?');
}
