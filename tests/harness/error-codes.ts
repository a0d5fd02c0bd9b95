/** Holds what the API answers against what its document says (OPS-06): a code that a call does not declare fails the test. */
import fs from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { catalogue } from '#shared/contract/catalogue.ts';
import { errorCodesOf } from '#shared/contract/problem-bodies.ts';
import type { Problem } from '#shared/contract/errors.ts';

const declared = new Map(
  catalogue.map((endpoint) => [
    `${endpoint.method} ${endpoint.path}`,
    { id: endpoint.id, codes: new Set<string>(errorCodesOf(endpoint)) },
  ]),
);

/** Notes every error code that a call answered without declaring it, as 'id CODE'. */
export function watchErrorCodes(app: FastifyInstance): ReadonlySet<string> {
  const undeclared = new Set<string>();
  app.addHook('onSend', async (request, reply, payload) => {
    const call = declared.get(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (call === undefined || reply.statusCode < 400 || typeof payload !== 'string') return;
    if (!String(reply.getHeader('content-type')).startsWith('application/problem+json')) return;
    const { code } = JSON.parse(payload) as Problem;
    if (!call.codes.has(code)) undeclared.add(`${call.id} ${code}`);
  });
  return undeclared;
}

/** Fails when a call answered what its declaration does not have: add the code to its `errors`. */
export function refuseUndeclared(undeclared: ReadonlySet<string>): void {
  if (undeclared.size === 0) return;
  if (process.env.NOTE_ERROR_CODES) {
    fs.appendFileSync(process.env.NOTE_ERROR_CODES, `${[...undeclared].join('\n')}\n`);
    return;
  }
  throw new Error(`Codes that the contract does not declare:\n${[...undeclared].toSorted().join('\n')}`);
}
