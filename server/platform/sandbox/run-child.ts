import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { commandWithoutNetwork, withKernelLimits } from '#server/platform/sandbox/isolation.ts';
import { measureEvery, residentMemory } from '#server/platform/sandbox/memory.ts';
import { ParserError, type ParserFault, type ParserLimits } from '#server/platform/sandbox/parser.ts';
import { preparedFile, preparedFolder } from '#server/platform/sandbox/prepared.ts';

/** One run: which entry reads which file. */
export interface ChildTask {
  readonly entry: URL;
  readonly path: string;
  readonly limits: ParserLimits;
  /** The entry's input in addition to the file. */
  readonly options?: string | undefined;
  /** Receives the parts that come before the result, one after the other. */
  readonly take?: ((part: unknown) => Promise<void>) | undefined;
  /** Ends the run early, when the server stops. */
  readonly stopping: AbortSignal;
}

/** The outcome of a run and the resources that it used. */
export interface ChildRun {
  readonly result: unknown;
  /** The most resident memory that was measured, in MB. */
  readonly peakMb: number;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const child = new URL('./child.ts', import.meta.url);
/** The code of TrainTrail and that of the packages, which is not secret; no file of the installation. */
const code = ['package.json', 'server/platform/', 'shared/', 'node_modules/']
  .map((part) => root + part)
  .concat(`${preparedFolder}/`);

/** More than any result has. */
const largestResult = 1024 * 1024;
/** The memory that Node.js reserves in addition to the memory that it uses, in MB: the kernel counts it as data. */
const reservedMb = 800;

const saidSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({ failure: z.enum(['machine', 'crashed', 'too_much_memory']), said: z.string() }),
]);

/**
 * Runs an entry over one file in a new process. The process may read only the code and this file, may not write or start other
 * processes, and has no network. This function measures its resident memory and kills it at its limits. Throws ParserError.
 */
export async function runChild(task: ChildTask): Promise<ChildRun> {
  task.stopping.throwIfAborted();
  const { limits } = task;
  const entry = await preparedFile(task.entry);
  const node = [
    process.execPath,
    '--permission',
    ...[...code, entry, task.path].map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${String(Math.floor(limits.memoryMb * 0.75))}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    await preparedFile(child),
    entry,
    task.path,
    ...(task.options === undefined ? [] : [task.options]),
  ];
  const dataKb = (limits.memoryMb + reservedMb) * 1024;
  const command =
    process.platform === 'win32'
      ? node
      : [
          ...(await commandWithoutNetwork()),
          '/bin/sh',
          '-c',
          withKernelLimits,
          'sh',
          // One more second until the kill that cannot be distinguished from others.
          ...[limits.cpuSeconds, limits.cpuSeconds + 1, dataKb].map(String),
          ...node,
        ];
  return follow(start(command), task);
}

/** Starts a process with an empty environment, so that a parser has access to no secret. */
function start([program = '', ...args]: readonly string[]): ChildProcess {
  const stdio: StdioOptions = ['ignore', 'ignore', 'pipe', 'pipe'];
  const { PATH, SystemRoot } = process.env;
  try {
    return spawn(program, args, { cwd: root, env: { PATH, SystemRoot }, stdio, windowsHide: true });
  } catch (error) {
    // The machine has no room for another process.
    throw new ParserError('machine', String(error), { cause: error });
  }
}

/** Waits for the end of a process, by itself or at a limit. */
async function follow(running: ChildProcess, { limits, stopping, take }: ChildTask): Promise<ChildRun> {
  let fault: ParserFault | null = null;
  const kill = (why: ParserFault) => {
    fault ??= why;
    running.kill('SIGKILL');
  };
  const onStop = () => kill('machine');
  stopping.addEventListener('abort', onStop, { once: true });
  const wall = setTimeout(() => kill('too_slow'), limits.wallSeconds * 1000);
  const memory = watchMemory(running, limits.memoryMb, () => kill('too_much_memory'));
  if (process.platform === 'win32' && running.pid !== undefined)
    setPriority(running.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  const errors = tail(running.stderr);
  const said = running.stdio[3] as Readable | null;
  const answer =
    take === undefined
      ? collect(said, () => kill('crashed'))
      : takeParts(said, take, () => running.kill('SIGKILL'));
  // The process may end before its answer is awaited.
  answer.catch(() => undefined);
  try {
    const ended = await ending(running);
    const text = await answer;
    if (fault) throw new ParserError(fault, errors());
    if (ended.code === 0) return { result: readSaid(text), peakMb: memory.peak() };
    throw new ParserError(faultOfEnd(ended.signal, errors()), `${ended.signal ?? ''} ${errors()}`.trim());
  } finally {
    clearTimeout(wall);
    memory.end();
    stopping.removeEventListener('abort', onStop);
  }
}

function ending(
  running: ChildProcess,
): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    running.once('error', (error) => reject(new ParserError('machine', String(error), { cause: error })));
    running.once('close', (code, signal) => resolve({ code, signal }));
  });
}

/** Kills by the kernel: XCPU at the limit of time, KILL after it or when the machine runs out of memory; ABRT is Node.js out of memory. */
function faultOfEnd(signal: NodeJS.Signals | null, said: string): ParserFault {
  if (signal === 'SIGXCPU') return 'too_slow';
  if (signal === 'SIGKILL' || /out of memory|allocation failed/i.test(said)) return 'too_much_memory';
  return 'crashed';
}

function readSaid(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ParserError('crashed', 'no result');
  }
  const said = saidSchema.safeParse(value);
  if (!said.success) throw new ParserError('crashed', 'no result');
  if ('failure' in said.data) throw new ParserError(said.data.failure, said.data.said);
  return said.data.result;
}

function watchMemory(
  { pid }: ChildProcess,
  limitMb: number,
  onOver: () => void,
): { readonly peak: () => number; readonly end: () => void } {
  let peak = 0;
  let measuring = false;
  const measure = async () => {
    if (pid === undefined || measuring) return;
    measuring = true;
    const used = await residentMemory(pid);
    measuring = false;
    peak = Math.max(peak, used ?? 0);
    if (used !== null && used > limitMb) onOver();
  };
  const timer = setInterval(() => void measure(), measureEvery);
  return { peak: () => Math.round(peak), end: () => clearInterval(timer) };
}

/** Returns a function for the last part of the error output of a process. */
function tail(stream: Readable | null): () => string {
  let said = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  return () => said;
}

/** Returns the complete output of a process, up to the size of the largest result. */
function collect(stream: Readable | null, onOver: () => void): Promise<string> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    stream?.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= largestResult) pieces.push(piece);
      else onOver();
    });
    stream?.on('error', () => undefined);
    if (stream) stream.once('close', () => resolve(Buffer.concat(pieces).toString('utf8')));
    else resolve('');
  });
}

/** Passes each line of a process's output to `take`, and returns the last line, the result. An error of `take` ends the process. */
async function takeParts(
  stream: Readable | null,
  take: (part: unknown) => Promise<void>,
  end: () => void,
): Promise<string> {
  let rest = Buffer.alloc(0);
  try {
    for await (const piece of (stream ?? []) as AsyncIterable<Buffer>) {
      rest = Buffer.concat([rest, piece]);
      for (let at = rest.indexOf(10); at >= 0; at = rest.indexOf(10)) {
        const line = rest.subarray(0, at).toString('utf8');
        rest = rest.subarray(at + 1);
        const part = partIn(line);
        if (part === undefined) return line;
        await take(part.part);
      }
      if (rest.length > largestResult) throw new ParserError('crashed', 'a part is too long');
    }
  } catch (error) {
    end();
    throw error;
  }
  return '';
}

const partSchema = z.strictObject({ part: z.unknown() });

function partIn(line: string): { readonly part?: unknown } | undefined {
  try {
    return partSchema.safeParse(JSON.parse(line)).data;
  } catch {
    throw new ParserError('crashed', 'no result');
  }
}
