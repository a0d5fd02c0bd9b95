import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** Reads the resident memory of a process in MB; null when it has ended or cannot be measured. */
export type ReadMemory = (pid: number) => Promise<number | null>;

/** Milliseconds between two measurements: reading a file is cheap, starting a program is not. */
export const measureEvery = process.platform === 'linux' ? 20 : 250;

/** Linux: VmRSS of /proc. */
export const fromProc: ReadMemory = async (pid) => {
  try {
    const status = await readFile(`/proc/${String(pid)}/status`, 'utf8');
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1024;
  } catch {
    return null;
  }
};

/** Linux: the resident memory of all processes of a group, in MB; null on other systems. */
export async function groupMemory(group: number): Promise<number | null> {
  if (process.platform !== 'linux') return null;
  let sum = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of the program, in parentheses, may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (Number(fields[2]) === group) sum += (await fromProc(Number(name))) ?? 0;
  }
  return sum;
}

/** Other systems of the Unix family: `ps`, whose answer is in kilobytes. */
export const fromPs: ReadMemory = async (pid) => {
  const said = await answerOf('ps', ['-o', 'rss=', '-p', String(pid)]);
  return /^\s*\d+\s*$/.test(said) ? Number(said) / 1024 : null;
};

/** Windows: the last column of `tasklist`, such as "12,345 K" in the digits and marks of its language. */
export function memoryInTasklist(line: string): number | null {
  const last = /"([^"]*)"\s*$/.exec(line)?.[1];
  const digits = last?.replaceAll(/\D/g, '') ?? '';
  return digits === '' ? null : Number(digits) / 1024;
}

const fromTasklist: ReadMemory = async (pid) =>
  memoryInTasklist(await answerOf('tasklist', ['/FI', `PID eq ${String(pid)}`, '/FO', 'CSV', '/NH']));

function answerOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5000, windowsHide: true }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
}

/** Reads the resident memory of a process, as this operating system provides it. */
export const residentMemory: ReadMemory =
  process.platform === 'linux' ? fromProc : process.platform === 'win32' ? fromTasklist : fromPs;
