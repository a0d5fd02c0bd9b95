import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const mediaType = 'application/x-www-form-urlencoded';
/** Fields of a form, at most; what comes after them is not read. */
const mostFields = 50;

/** Lets the calls of a server read HTML forms; a field that comes twice is a list, which no schema of a text takes. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(mediaType, { parseAs: 'string' }, (_, body, done) =>
    done(null, { ...parse(String(body), '&', '=', { maxKeys: mostFields }) }),
  );
}

/** True when a request says that its body is an HTML form. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === mediaType;
