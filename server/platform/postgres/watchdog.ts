import { spawn, type ChildProcess } from 'node:child_process';
import type { RunAs } from './unprivileged.ts';

/**
 * Starts PostgreSQL and keeps a pipe from this process open. When the pipe closes, because the process stopped it, ended, or
 * was killed with -9, the server shuts down fast and cleanly; then the socket folder is removed, and with it a temporary
 * cluster. The shell leads its own session: Ctrl-C in the terminal reaches TrainTrail first.
 */
const script = `
exec 3<&0
sockets=$1; rubbish=$2; shift 2
"$@" 3<&- &
server=$!
{ cat <&3 >/dev/null; kill -INT $server; } 2>/dev/null &
watch=$!
wait $server; code=$?
kill $watch 2>/dev/null
rm -rf "$sockets"
if [ -n "$rubbish" ]; then rm -rf "$rubbish"; fi
exit $code
`;

/** A PostgreSQL process, with its output and the function that stops it. */
export interface Watched {
  readonly child: ChildProcess;
  /** Ends with the exit code of the server and the last lines it printed. */
  readonly exited: Promise<{ readonly code: number | null; readonly output: string }>;
  /** Resolves true when the server accepts connections, false when it exited before. */
  readonly ready: Promise<boolean>;
  /** Closes the pipe and waits for the end. */
  readonly stop: () => Promise<void>;
}

/** Everything that a PostgreSQL process is started with (OPS-01). */
export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly who: RunAs;
  readonly socketDir: string;
  /** Folder to remove after the end: a throw-away cluster. */
  readonly rubbish?: string | undefined;
  readonly log: (line: string) => void;
}

/** The environment of PostgreSQL's programs: none of our variables, messages in English, times in UTC. */
export const postgresEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const keptOutput = 20_000;

/** Runs PostgreSQL under the watchdog (OPS-01: no orphan, however this process ends). */
export function runWatched(command: Command): Watched {
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'sh', command.socketDir, command.rubbish ?? '', command.program, ...command.args],
    { ...command.who, cwd: '/', env: postgresEnvironment, stdio: ['pipe', 'ignore', 'pipe'], detached: true },
  );
  child.stdin.on('error', () => undefined); // the pipe breaks when PostgreSQL ends first: `exited` reports that
  let output = '';
  const { promise: ready, resolve: readyNow } = Promise.withResolvers<boolean>();
  child.stderr.setEncoding('utf8');
  let line = '';
  child.stderr.on('data', (chunk: string) => {
    output = (output + chunk).slice(-keptOutput);
    const lines = (line + chunk).split('\n');
    line = lines.pop() ?? '';
    for (const complete of lines) {
      command.log(complete);
      if (complete.includes('database system is ready to accept connections')) readyNow(true);
    }
  });
  const exited = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      readyNow(false);
      resolve({ code, output });
    });
  });
  exited.catch(() => readyNow(false));
  const stop = async (): Promise<void> => {
    child.stdin.end();
    await exited;
  };
  return { child, exited, ready, stop };
}
