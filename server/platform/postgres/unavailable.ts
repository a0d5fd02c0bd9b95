/** SQLSTATEs with which a server reports that it cannot work now, or not over this connection. */
const states = new Set([
  '25006', // read-only: a replica, after a failover
  '25P03', // idle in a transaction for too long
  '25P04', // a transaction lasted too long
  '28000', // nobody may connect as this role
  '28P01', // the password is no longer correct
  '3D000', // no such database
  '55000', // the database takes no connections
  '57P01', // ended by an administrator
  '57P02', // a crash
  '57P03', // starting up, or recovering
  '57P04', // the database was dropped
  '57P05', // an idle connection was ended
  '58030', // a disk that does not read or write
]);

/** Classes of SQLSTATE: connection exceptions, and exhausted resources; a full disk (53100) has a separate code. */
const isState = (code: string): boolean =>
  states.has(code) || code.startsWith('08') || (code.startsWith('53') && code !== '53100');

const socketCodes = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const socketCalls = new Set(['connect', 'getaddrinfo', 'read', 'write']);

/** The messages of pg without a code. */
const texts =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|There was an error establishing an SSL|The server does not support SSL|SASL: )/;

/**
 * Returns true if the database cannot be reached, accepts no connections or lost the connection: the call may succeed later
 * (OPS-10). A host with several addresses fails with all of their errors.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (isState(code) || texts.test(error.message)) return true;
  return socketCodes.has(code) && 'syscall' in error && socketCalls.has(String(error.syscall));
}
