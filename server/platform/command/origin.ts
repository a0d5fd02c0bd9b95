import { AsyncLocalStorage } from 'node:async_hooks';

/** The origin of work without a request: a background job or a command line, by its name. */
type Unattended = { readonly job: string } | { readonly commandLine: string };

const running = new AsyncLocalStorage<Unattended>();

/** Runs work on behalf of a job or the command line. The trail records it as the origin of the work's commands (AUD-01). */
export const runAs = <T>(origin: Unattended, work: () => T): T => running.run(origin, work);

/** Returns whether a job or a command line runs, without a person who waits for the answer. */
export const isUnattended = (): boolean => running.getStore() !== undefined;

/** Returns the origin of a command: the facts of the request, or else the job or command line that runs. */
export function originOf(
  request: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  return request?.['requestId'] === undefined ? { ...running.getStore(), ...request } : request;
}
