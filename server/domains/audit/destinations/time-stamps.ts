import { createReadStream } from 'node:fs';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { HeadDestinationsConfig } from '#server/platform/config/head-destinations.ts';
import { anchorSchema, appendLines, removeIncompleteLine } from '../anchors.ts';
import { headPreimage } from '../merkle.ts';
import type { HeadDestination, StoredHead } from './destination.ts';
import { makeRequest, TokenFault, tokenOf, verifyToken } from './time-stamp-token.ts';

const stampSchema = z.strictObject({ ...anchorSchema.shape, token: z.base64() });

const reachMs = 30_000;
/** An answer has a token with a few certificates. */
const mostBytes = 1_000_000;

/** Returns the file of time stamps of an installation, next to the anchors: each line has the head with its token. */
export const timeStampFile = (dataDir: string): string => path.join(dataDir, 'anchors', 'time-stamps.jsonl');

/** Returns a time-stamp server after RFC 3161 (AUD-02): its token proves to others that the head existed at that time. */
export function timeStampDestination(
  { url, trusted }: NonNullable<HeadDestinationsConfig['timeStamps']>,
  dataDir: string,
): HeadDestination {
  const file = timeStampFile(dataDir);
  return {
    kind: 'time_stamp',
    place: `${url.protocol}//${url.host}${url.pathname}`,
    async send({ anchor }, _services, signal) {
      const token = await obtainToken(url, headPreimage(anchor.body), trusted, signal);
      await removeIncompleteLine(file);
      await appendLines(file, [JSON.stringify({ ...anchor, token: token.toString('base64') })]);
    },
    read: () => readTimeStamps(file, trusted),
    async probe() {
      await obtainToken(url, randomBytes(32), trusted, AbortSignal.timeout(reachMs));
      return 'stamps, and its certificate is one of TIMESTAMP_CA';
    },
  };
}

/** Requests a token of the data from the server, and accepts it only if it is valid. */
async function obtainToken(
  url: URL,
  data: Buffer,
  trusted: readonly string[],
  signal: AbortSignal,
): Promise<Buffer> {
  const { query, nonce } = await makeRequest(data);
  const bare = new URL(url);
  [bare.username, bare.password] = ['', ''];
  const [user, password] = [url.username, url.password].map(decodeURIComponent);
  const response = await fetch(bare, {
    method: 'POST',
    body: new Uint8Array(query),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(reachMs)]),
    headers: {
      'content-type': 'application/timestamp-query',
      ...(user !== '' && { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }),
    },
  });
  if (!response.ok) throw new Error(`the time-stamp server answers ${String(response.status)}`);
  const token = await tokenOf(await readBounded(response));
  await verifyToken(token, data, trusted, nonce);
  return token;
}

async function readBounded(response: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += piece.length;
    if (size > mostBytes) throw new Error('the answer of the time-stamp server is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

async function* readTimeStamps(file: string, trusted: readonly string[]): AsyncGenerator<StoredHead> {
  let line = 0;
  try {
    for await (const text of createInterface({
      input: createReadStream(file, 'utf8'),
      crlfDelay: Infinity,
    })) {
      line += 1;
      if (text === '') continue;
      yield { where: `line ${String(line)}`, ...(await readStamp(text, trusted)) };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

async function readStamp(text: string, trusted: readonly string[]): Promise<Omit<StoredHead, 'where'>> {
  const stored = parseStamp(text);
  if (!stored) return {};
  const { token, ...anchor } = stored;
  try {
    const stamp = await verifyToken(Buffer.from(token, 'base64'), headPreimage(anchor.body), trusted);
    return { anchor, stamp };
  } catch (error) {
    if (error instanceof TokenFault) return { anchor, fault: error.message };
    throw error;
  }
}

function parseStamp(text: string): z.infer<typeof stampSchema> | undefined {
  try {
    return stampSchema.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
