import { pipeline, type Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import acceptNegotiator from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint } from '#shared/contract/endpoint.ts';
import { isCrossSite } from '#server/platform/http/gate.ts';

/** The content encoding of an answer. */
export type Codec = 'br' | 'gzip';

/** Below this many bytes an answer fits into one packet anyway. */
export const smallestCompressed = 1400;

// If the client has no preference, the first one is used.
const offered = new acceptNegotiator.Negotiator({ supportedValues: ['br', 'gzip', 'identity'] });

const isCoding = (value: string | null): value is Codec => value === 'br' || value === 'gzip';

/**
 * Returns the coding that a client accepts (RFC 9110, 12.5.3), or null for a plain answer; a client that accepts anything
 * gets a plain one.
 */
export function acceptedCodec(header: string | string[] | undefined): Codec | null {
  const text = String(header ?? '').toLowerCase();
  // The library applies `*` to the first coding even if `br;q=0` is next to it.
  const chosen = text.includes('*') ? null : offered.negotiate(text);
  return isCoding(chosen) ? chosen : null;
}

/**
 * Returns the compression of the answer to this request, or null (PERF-03). Only calls that declare that their answer
 * contains no secret are compressed, and no request that another site caused: that site could measure the parts of the
 * answer that it controls (BREACH).
 */
export function codecOf(endpoint: AnyEndpoint, request: FastifyRequest, publicUrl: URL): Codec | null {
  if (endpoint.compressed !== true || isCrossSite(request, publicUrl)) return null;
  return acceptedCodec(request.headers['accept-encoding']);
}

/** Compressed files are sent unchanged. */
const isText = (type: string): boolean => /^(?:text\/csv|application\/json)\b/.test(type);

/** Returns whether this answer may be compressed: not if a strong `ETag` names these bytes, or `no-transform` forbids it. */
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

/** Quality 4 is a third smaller than gzip at its speed; with a window of 512 kB a hundred simultaneous answers need little memory. */
const brotliParams = {
  [constants.BROTLI_PARAM_QUALITY]: 4,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_LGWIN]: 19,
};
const gzipLevel = 5;

function packer(coding: Codec): Transform {
  return coding === 'br'
    ? zlib.createBrotliCompress({ params: brotliParams })
    : zlib.createGzip({ level: gzipLevel });
}

function encoded(reply: FastifyReply, coding: Codec): void {
  reply.header('content-encoding', coding).removeHeader('content-length');
}

/** Returns the bytes of a text for the client, compressed outside the main thread if that saves bytes. */
export async function compressText<Body extends string | Buffer>(
  reply: FastifyReply,
  body: Body,
  coding: Codec | null,
): Promise<Body | Buffer> {
  if (coding === null || body.length < smallestCompressed || !mayBeCompressed(reply)) return body;
  encoded(reply, coding);
  return coding === 'br' ? brotli(body, { params: brotliParams }) : gzip(body, { level: gzipLevel });
}

/** Returns a stream of text for the client; if the source breaks off, so does the stream. */
export function compressStream(reply: FastifyReply, body: Readable, coding: Codec | null): Readable {
  if (coding === null || !mayBeCompressed(reply)) return body;
  encoded(reply, coding);
  // An error of the packer is an error of the stream, which the code that sends it reports.
  return pipeline(body, packer(coding), () => undefined);
}
