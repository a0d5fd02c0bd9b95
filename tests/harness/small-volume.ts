import { execFileSync } from 'node:child_process';

/** A folder that takes only so much, and how to give it back. */
export interface SmallVolume {
  readonly free: () => void;
}

/**
 * Makes a folder small: a volume of so many bytes where this user may mount one; else a limit on the size of any file that
 * this process writes.
 */
export function makeSmall(folder: string, bytes: number): SmallVolume {
  const own = String(process.pid);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(bytes)}`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
    return { free: () => void execFileSync('umount', [folder]) };
  } catch {
    // Node ignores SIGXFSZ: a write beyond the limit fails with EFBIG.
    execFileSync('prlimit', [`--fsize=${String(bytes)}:`, '--pid', own]);
    return { free: () => void execFileSync('prlimit', ['--fsize=unlimited:', '--pid', own]) };
  }
}
