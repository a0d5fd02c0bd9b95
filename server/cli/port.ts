import net from 'node:net';
import { CommandFailure } from './command.ts';

/** The variables with the address of a service, and the command that starts it. */
export interface PortNames {
  readonly port: string;
  readonly host: string;
  readonly start: string;
}

const ofServer: PortNames = { port: 'PORT', host: 'HOST', start: 'npm start' };

/** Returns the one line about a port that cannot be used (OPS-01). */
export function portProblem(
  error: unknown,
  host: string,
  port: number,
  names: PortNames = ofServer,
): CommandFailure | undefined {
  const code = (error as NodeJS.ErrnoException).code;
  const other = port + 1 <= 65_535 ? port + 1 : 3000;
  if (code === 'EADDRINUSE') {
    return new CommandFailure(
      `Port ${port} on ${host} is already in use. Choose another one with ${names.port}, for example: ${names.port}=${other} ${names.start}`,
    );
  }
  if (code === 'EACCES') {
    return new CommandFailure(
      `Port ${port} on ${host} may not be used by this user. Choose one above 1023 with ${names.port}, for example: ${names.port}=3000 ${names.start}`,
    );
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new CommandFailure(
      `${names.host} ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all.`,
    );
  }
  return undefined;
}

/** Tries the port before anything else is started, so that a taken port is reported at once. Throws CommandFailure. */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const probe = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen({ host, port }, resolve);
    });
  } catch (error) {
    throw portProblem(error, host, port) ?? error;
  }
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}
