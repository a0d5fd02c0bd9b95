import { createReadStream } from 'node:fs';
import { mkdir, open, stat, truncate, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { headOf } from './merkle.ts';
import { parseSealBody, type SealBody } from './seal-body.ts';
import { verifySignature, type PublicSealingKey } from './sealing-key.ts';

/** The fields of an anchor. */
export const anchorSchema = z.strictObject({
  head: z.string(),
  keyId: z.string(),
  signature: z.string(),
  body: z.string(),
});

/** A seal's text and signature as written outside the database (AUD-02). */
export type Anchor = z.infer<typeof anchorSchema>;

const tailBytes = 65_536;

/** Returns the file of anchors of an installation. */
export const anchorFile = (dataDir: string): string => path.join(dataDir, 'anchors', 'heads.jsonl');

/** Returns an anchor from its text; undefined if it is none. */
export function parseAnchor(line: string): Anchor | undefined {
  try {
    const parsed = anchorSchema.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns true for the error that a file is not there. */
export const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Returns how many bytes a file has; 0 where it does not exist. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isAbsent(error)) return 0;
    throw error;
  }
}

/** Appends anchors and waits until they are on the disk. */
export const appendAnchors = (file: string, anchors: readonly Anchor[]): Promise<void> =>
  appendLines(
    file,
    anchors.map((anchor) => JSON.stringify(anchor)),
  );

/** Appends lines and waits until they are on the disk. An incomplete line from a crash is ended first. */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const tail = await readTail(file);
  const handle = await open(file, 'a', 0o600);
  try {
    const lead = tail === '' || tail.endsWith('\n') ? '' : '\n';
    await handle.write(lead + lines.map((line) => `${line}\n`).join(''));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes an incomplete last line: its writer was interrupted, and writes it again. */
export async function removeIncompleteLine(file: string): Promise<void> {
  const tail = await readTail(file);
  const torn = tail.length - (tail.lastIndexOf('\n') + 1);
  if (torn > 0 && torn < tailBytes)
    await truncate(file, (await stat(file)).size - Buffer.byteLength(tail.slice(-torn)));
}

async function readTail(file: string): Promise<string> {
  const size = await sizeOf(file);
  if (size === 0) return '';
  const handle = await open(file, 'r');
  try {
    return await tailOf(handle, size);
  } finally {
    await handle.close();
  }
}

/** Returns the end of an open file of that size. */
export async function tailOf(handle: FileHandle, size: number): Promise<string> {
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
  return buffer.subarray(0, bytesRead).toString('utf8');
}

/** An anchor that was signed with one of the keys, with its content. */
export interface GenuineAnchor {
  readonly head: string;
  readonly body: SealBody;
}

/** Returns the content of an anchor that was signed with one of the keys; undefined for any other. */
export function readGenuine(anchor: Anchor, keys: readonly PublicSealingKey[]): GenuineAnchor | undefined {
  const body = parseSealBody(anchor.body);
  const key = body && keys.find(({ id }) => id === body.keyId);
  if (!key || headOf(anchor.body).toString('hex') !== anchor.head) return undefined;
  if (!verifySignature(key, anchor.body, Buffer.from(anchor.signature, 'base64'))) return undefined;
  return { head: anchor.head, body };
}

/**
 * Returns the newest anchor, or undefined if there is none. A line that is damaged or not signed by this installation is skipped,
 * so that it stops no seal; `verify` reports it.
 */
export async function lastAnchor(
  file: string,
  keys: readonly PublicSealingKey[],
): Promise<GenuineAnchor | undefined> {
  const lines = (await readTail(file)).split('\n');
  for (const line of lines.reverse()) {
    const anchor = line === '' ? undefined : parseAnchor(line);
    const genuine = anchor && readGenuine(anchor, keys);
    if (genuine) return genuine;
  }
  return undefined;
}

/** One line of the file; `anchor` is undefined if it cannot be read. */
export interface AnchorLine {
  readonly line: number;
  readonly anchor: Anchor | undefined;
}

/**
 * Yields every line of the first `bytes` of the file in its order; nothing if there is no file. An incomplete line from a crash
 * is left out if the whole line follows it.
 */
export async function* readAnchors(file: string, bytes = Infinity): AsyncGenerator<AnchorLine> {
  const size = Math.min(await sizeOf(file), bytes);
  if (size === 0) return;
  let line = 0;
  let torn: { readonly line: number; readonly text: string } | undefined;
  for await (const text of createInterface({
    input: createReadStream(file, { encoding: 'utf8', end: size - 1 }),
    crlfDelay: Infinity,
  })) {
    line += 1;
    const anchor = parseAnchor(text);
    if (torn && !(anchor && text.startsWith(torn.text))) yield { line: torn.line, anchor: undefined };
    torn = anchor || text === '' ? undefined : { line, text };
    if (anchor) yield { line, anchor };
  }
  if (torn) yield { line: torn.line, anchor: undefined };
}
