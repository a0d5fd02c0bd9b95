import { execFile } from 'node:child_process';

/** A network namespace that holds nothing, in a user namespace that owns it. */
const withoutNetwork = ['unshare', '--map-root-user', '--net'] as const;

let canGoWithout: Promise<boolean> | undefined;

/** The words before a command that take the network from it; none where this system does not allow it. A fact of the machine, asked once. */
export async function commandWithoutNetwork(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return [];
  canGoWithout ??= new Promise((resolve) => {
    const [program, ...args] = withoutNetwork;
    execFile(program, [...args, 'true'], { timeout: 10_000 }, (error) => resolve(error === null));
  });
  return (await canGoWithout) ? withoutNetwork : [];
}

/**
 * Limits that the kernel itself keeps, then the command: no dump, so much processor time, so much memory of its own (a last guard
 * between two measurements), first to go when the machine runs out of memory, behind everything else in line for the processor.
 */
export const withKernelLimits = `
{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
ulimit -c 0; ulimit -S -t "$1"; ulimit -H -t "$2"; { ulimit -d "$3"; } 2>/dev/null
shift 3
exec nice -n 5 "$@"`;
