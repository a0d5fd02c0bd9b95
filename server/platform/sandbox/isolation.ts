import { execFile } from 'node:child_process';

/** An empty network namespace, in a user namespace that owns it. */
const withoutNetwork = ['unshare', '--map-root-user', '--net'] as const;

let canGoWithout: Promise<boolean> | undefined;

/**
 * Returns the words before a command that run it without network; none if this system does not allow it. A property of the
 * machine, checked once.
 */
export async function commandWithoutNetwork(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  canGoWithout ??= new Promise((resolve) => {
    const [program, ...args] = withoutNetwork;
    execFile(program, [...args, 'true'], { timeout: 10_000 }, (error) => resolve(error === null));
  });
  return (await canGoWithout) ? withoutNetwork : [];
}

/**
 * Sets limits that the kernel itself enforces, then runs the command: no dump, limited processor time, limited memory (a last
 * guard between two measurements), the lowest processor priority, and the first place in line to be killed if the machine runs
 * out of memory.
 */
export const withKernelLimits = `
{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$2"; { ulimit -d "$3"; } 2>/dev/null
shift 3
exec nice -n 5 "$@"`;
