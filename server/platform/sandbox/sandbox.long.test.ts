import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fromProc, fromPs, memoryInTasklist } from '#server/platform/sandbox/memory.ts';
import { ParserError, type Parser, type ParserLimits } from '#server/platform/sandbox/parser.ts';
import { createSandbox, type Sandbox } from '#server/platform/sandbox/sandbox.ts';

const parser: Parser<{ readonly words: number }> = {
  name: 'hostile',
  entry: new URL('../../../tests/harness/fixtures/hostile-parser.ts', import.meta.url),
  result: z.strictObject({ words: z.number() }),
};

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'traintrail-sandbox-'));
  sandbox = createSandbox(pino({ level: 'silent' }));
});
afterAll(async () => {
  sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

let count = 0;
/** The result of a deed, or the code of its end. */
async function outcomeOf(deed: string, limits: Partial<ParserLimits> = {}): Promise<unknown> {
  const path = join(folder, String((count += 1)));
  await writeFile(path, deed);
  try {
    return await sandbox.run({ ...parser, limits }, path, 'somebody');
  } catch (error) {
    if (error instanceof ParserError) return error.fault;
    throw error;
  }
}

test('[SEC-05] a parser answers what its schema allows; everything else that it may say is no result', async () => {
  expect(await outcomeOf('good')).toEqual({ words: 1 });
  for (const deed of ['another shape', 'endless result', 'throw', 'recursion', 'abort', 'no such deed'])
    expect([deed, await outcomeOf(deed)]).toEqual([deed, 'crashed']);
});

test('[SEC-05] a parser is killed at its processor time, at its time by the clock, and at its memory, whatever the memory is of', async () => {
  expect(await outcomeOf('spin', { cpuSeconds: 1 })).toBe('too_slow');
  expect(await outcomeOf('sleep', { wallSeconds: 1 })).toBe('too_slow');
  for (const deed of ['buffers without end', 'one large buffer', 'objects without end'])
    expect([deed, await outcomeOf(deed, { memoryMb: 200 })]).toEqual([deed, 'too_much_memory']);
});

test('[SEC-05] a parser reads no other file, writes none, starts nothing, reaches no network and knows no secret', async () => {
  for (const deed of [
    'read another file',
    'list the folder',
    'write a file',
    'start a program',
    'start a thread',
    'make code from text',
    'reach the network',
    'reach the network by another name',
    'fetch a page',
  ])
    expect([deed, await outcomeOf(deed)]).toEqual([deed, 'crashed']);
  expect(await outcomeOf('read the environment')).toEqual({ words: 0 });
});

test('[SEC-05] a file that is not there is a fault of the machine, not of the file', async () => {
  const run = sandbox.run(parser, join(folder, 'nothing'), 'somebody');
  await expect(run).rejects.toMatchObject({ fault: 'machine' });
});

test('[SEC-05] what runs ends with the server', async () => {
  const short = createSandbox(pino({ level: 'silent' }));
  const path = join(folder, 'sleeper');
  await writeFile(path, 'sleep');
  const run = short.run(parser, path, 'somebody');
  const end = run.catch((error: unknown) => error);
  short.close();
  expect(await end).toMatchObject({ code: 'STOPPING' });
});

test('[SEC-05] memory is measured on every system: by /proc, by ps, by tasklist in any language', async () => {
  expect(memoryInTasklist('"node.exe","4242","Console","1","45,678 K"\r\n')).toBeCloseTo(44.6, 1);
  expect(memoryInTasklist('"node.exe","4242","Services","0","45.678 Ko"')).toBeCloseTo(44.6, 1);
  expect(memoryInTasklist('INFO: No tasks are running which match the specified criteria.')).toBeNull();
  expect(await fromProc(2 ** 30)).toBeNull();
  expect(await fromPs(2 ** 30)).toBeNull();
  const [byProc, byPs] = [await fromProc(process.pid), await fromPs(process.pid)];
  expect(byPs).toBeGreaterThan(20);
  if (byProc !== null) expect(Math.abs(byProc - (byPs ?? 0))).toBeLessThan(100);
});
