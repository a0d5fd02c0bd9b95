import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  instant,
  organizationName,
  pagingFields,
  pathId,
  reason,
  reasonBody,
  recordId,
  requiredLine,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { everyTokenScope, tokenStates } from '#shared/domain/access/token-scopes.ts';
import { because } from '#shared/reasons/in-schema.ts';

const managers = { permission: 'tokens.manage' } as const;
const scope = z.enum(everyTokenScope).meta({ id: 'TokenScope' });

const token = z
  .object({
    id: z.int(),
    name: z.string(),
    /** The last characters of the token, to recognize it. */
    ending: z.string(),
    /** Text: a later version may have others. */
    scopes: z.array(z.string()),
    /** Null: it reaches all organizations. */
    organization: organizationName.nullable(),
    state: z.enum(tokenStates).meta({ id: 'TokenState' }),
    /** It is valid to the end of this day, UTC. */
    lastDay: calendarDate,
    createdAt: instant,
    createdByName: z.string(),
    revokedAt: instant.nullable(),
    revokedByName: z.string().nullable(),
    /** Exact to a minute. */
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'ApiToken' });

/** API tokens for machines (OPS-06). */
export const apiTokensContract = {
  list: defineEndpoint({
    id: 'apiTokens.list',
    method: 'GET',
    path: '/api/tokens',
    summary: 'API tokens, those in use first, then the newest; never the tokens themselves',
    access: managers,
    audit: { none: 'names, days and permissions' },
    data: { shows: ['apiTokens', 'organizations'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(token),
  }),
  create: defineEndpoint({
    id: 'apiTokens.create',
    method: 'POST',
    path: '/api/tokens',
    summary: 'Create an API token; it is shown once, in this answer',
    access: managers,
    stepUp: true,
    audit: { command: 'apiToken.created' },
    data: { changes: ['apiTokens'] },
    body: z
      .strictObject({
        name: requiredLine(100, because('name_needed')),
        scopes: z.array(scope).min(1, because('token_scopes_needed')).max(everyTokenScope.length),
        /** Null: all organizations. */
        organizationId: bodyId.nullable(),
        lastDay: calendarDate,
        reason,
      })
      .meta({ id: 'NewApiToken' }),
    status: 201,
    response: z
      .object({
        id: z.int(),
        /** Null if a repeated request comes after it was shown. */
        token: z.string().nullable(),
      })
      .meta({ id: 'CreatedApiToken' }),
  }),
  revoke: defineEndpoint({
    id: 'apiTokens.revoke',
    method: 'POST',
    path: '/api/tokens/:id/revoke',
    summary: 'Revoke an API token: its next call is refused',
    access: managers,
    stepUp: true,
    audit: { command: 'apiToken.revoked', record: 'api_tokens' },
    data: { changes: ['apiTokens'] },
    params: z.strictObject({ id: pathId }),
    body: reasonBody,
    response: recordId,
    errors: ['CONFLICT'],
  }),
};
