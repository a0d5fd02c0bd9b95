import { AsyncLocalStorage } from 'node:async_hooks';

/** What runs where nobody sent a request: a background job or a command line, by its name. */
type Unattended = { readonly job: string } | { readonly commandLine: string };

const running = new AsyncLocalStorage<Unattended>();

/** Runs work whose commands are recorded in the trail as those of a job or command line (AUD-01). */
export const runAs = <T>(origin: Unattended, work: () => T): T => running.run(origin, work);

/** Whether nobody waits for the answer: a job or a command line runs, no request. */
export const isUnattended = (): boolean => running.getStore() !== undefined;

/** The origin of a command: the facts of the request, or else the job or command line that runs. */
export function originOf(
  request: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  return request?.['requestId'] === undefined ? { ...running.getStore(), ...request } : request;
}
