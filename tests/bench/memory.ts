import fs from 'node:fs';
import type { Also } from './bench.ts';

/** What an answer or an upload of any length may add to a server's memory. */
const memoryLimit = 64;

/** Fields of /proc/PID/status in MB of 10^6 bytes. */
function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const status = fs.readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1];
  return (Number(kibibytes) * 1024) / 1e6;
}

/** Resident memory of a process in MB. */
export const residentMemory = (pid: number): number => memoryOf(pid, 'VmRSS');

/** Watches the resident memory of a process from now on: what it has, and by how much its peak exceeds that (PERF-01). */
export function watchMemory(
  pid: number,
  what: string,
): { readonly resident: number; readonly grown: () => Also } {
  const resident = residentMemory(pid);
  // Makes the peak begin anew at what is resident now.
  fs.writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
  return {
    resident,
    grown: () => ({ what, value: memoryOf(pid, 'VmHWM') - resident, limit: memoryLimit, unit: 'MB' }),
  };
}
