/** The product as a process of its own, the way a person starts it. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { until } from './poll.ts';

/** A command that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that may still run. */
export interface Running {
  readonly pid: number;
  /** What it printed so far. */
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ended>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** A server that answers. */
export interface RunningServer extends Running {
  readonly url: string;
}

/** Only what a command needs from the environment of the tests; everything else would be configuration. */
export const plainEnvironment = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  TMPDIR: process.env.TMPDIR,
};

const endWithParent = new URL('./fixtures/end-with-parent.ts', import.meta.url).href;

/** The flags of Node.js that `bin/traintrail` sets. */
const flags =
  /^exec "\$node" (.*) "\$root/m
    .exec(fs.readFileSync(path.resolve('bin/traintrail'), 'utf8'))?.[1]
    ?.split(' ') ?? [];

/** Starts `bin/traintrail ARGS` with exactly this configuration. */
export function startCommand(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const script = path.resolve('scripts/traintrail.mjs');
  const child = spawn(process.execPath, [...flags, '--import', endWithParent, script, ...args], {
    env: { ...plainEnvironment, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  if (child.pid === undefined) throw new Error('the command did not start');
  return {
    pid: child.pid,
    stdout: () => stdout,
    stderr: () => stderr,
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Runs `bin/traintrail ARGS` to its end. */
export const runProduct = (args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  startCommand(args, env).ended;

/** Starts the API on a free port and waits until it answers; fails with what it printed when it ends before. */
export async function startProduct(env: Readonly<Record<string, string>>): Promise<RunningServer> {
  const running = startCommand(['serve', '--no-page'], { PORT: '0', STOP_DELAY: '0', ...env });
  let early: Ended | undefined;
  running.ended.then(
    (end) => (early = end),
    () => undefined,
  );
  const url = await until(
    'the server is ready',
    () => {
      if (early) throw new Error(`the server ended with ${early.code}: ${early.stdout}${early.stderr}`);
      return /(?:is ready: |"address":")(http:\/\/[\d.:]+)/.exec(running.stdout())?.[1];
    },
    // Filling in demo data takes a minute of a processor of its own.
    { timeout: 280_000 },
  );
  return { ...running, url };
}
