import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import acceptNegotiator from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { isCrossSite } from '#server/platform/http/gate.ts';

/** How the body of an answer is encoded on its way. */
export type Coding = 'br' | 'gzip';

/** Below this many bytes an answer fits into one packet anyway. */
export const smallestCompressed = 1400;

// Where the client prefers none, the first one.
const offered = new acceptNegotiator.Negotiator({ supportedValues: ['br', 'gzip', 'identity'] });

const isCoding = (value: string | null): value is Coding => value === 'br' || value === 'gzip';

/** The coding that a client accepts (RFC 9110, 12.5.3), or null for a plain answer; a client that accepts anything gets a plain one. */
export function acceptedCoding(header: string | string[] | undefined): Coding | null {
  const text = String(header ?? '').toLowerCase();
  // The library takes `*` for the first coding even if `br;q=0` is next to it.
  const chosen = text.includes('*') ? null : offered.negotiate(text);
  return isCoding(chosen) ? chosen : null;
}

/**
 * The compression of the answer to this request, or null (PERF-03). Only calls that declare that their answer contains no
 * secret are compressed, and no request that another site caused: that site could measure the parts of the answer that it
 * controls (BREACH).
 */
export function codingOf(endpoint: AnyEndpoint, request: FastifyRequest, publicUrl: URL): Coding | null {
  if (endpoint.compressed !== true || isCrossSite(request, publicUrl)) return null;
  return acceptedCoding(request.headers['accept-encoding']);
}

/** Files that are packed already are left as they are. */
const isText = (type: string): boolean => /^(?:text\/csv|application\/json)\b/.test(type);

/** Whether this very answer may be compressed: a strong `ETag` names these bytes, and `no-transform` says so. */
function mayBeCompressed(reply: FastifyReply): boolean {
  const said = (name: string): string => String(reply.getHeader(name) ?? '');
  return (
    reply.statusCode === 200 &&
    isText(said('content-type')) &&
    !reply.hasHeader('etag') &&
    !reply.hasHeader('content-encoding') &&
    !said('cache-control').includes('no-transform')
  );
}

const { constants } = zlib;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Quality 4 is a third smaller than gzip at its speed; a window of 512 kB keeps a hundred answers at once in little memory. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_LGWIN]: 19,
};
const gzipLevel = 5;

function packer(coding: Coding): Transform {
  return coding === 'br'
    ? zlib.createBrotliCompress({ params: brotliParams })
    : zlib.createGzip({ level: gzipLevel });
}

function encoded(reply: FastifyReply, coding: Coding): void {
  reply.header('content-encoding', coding).removeHeader('content-length');
}

/** The bytes of a text as the client reads it, compressed off the main thread where that saves bytes. */
export async function compressText<Body extends string | Buffer>(
  reply: FastifyReply,
  body: Body,
  coding: Coding | null,
): Promise<Body | Buffer> {
  if (coding === null || body.length < smallestCompressed || !mayBeCompressed(reply)) return body;
  encoded(reply, coding);
  return coding === 'br' ? brotli(body, { params: brotliParams }) : gzip(body, { level: gzipLevel });
}

/** A stream of text as the client reads it; where the source breaks off, so does what is sent. */
export function compressStream(reply: FastifyReply, body: Readable, coding: Coding | null): Readable {
  if (coding === null || !mayBeCompressed(reply)) return body;
  encoded(reply, coding);
  // Its error is that of the stream: the code that sends it reports it.
  return pipeline(body, packer(coding), () => undefined);
}
