import { parse } from 'node:querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const mediaType = 'application/x-www-form-urlencoded';
/** The maximum number of fields of a form; further ones are not read. */
const mostFields = 50;

/** Enables the calls of a server to read HTML forms; a field that comes twice is a list, which no schema of a text accepts. */
export function acceptForms(app: FastifyInstance): void {
  app.addContentTypeParser(mediaType, { parseAs: 'string' }, (_, body, done) =>
    done(null, { ...parse(String(body), '&', '=', { maxKeys: mostFields }) }),
  );
}

/** Returns true if a request declares that its body is an HTML form. */
export const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === mediaType;
