/** The consequence for an email that could not be sent. */
export type Verdict = 'refused' | 'again' | 'wayBlocked';

/** The first wait in seconds, doubled with each try. */
const firstWait = 30;
/** Longest wait between two tries, in seconds. */
const longestWait = 6 * 3600;
/** The time for which an email is tried before it is given up, in seconds: five days, like mail servers. */
const triedFor = 5 * 24 * 3600;

/** Commands of SMTP whose response concerns this one email; the response to any other concerns all pending emails. */
const aboutTheMail = new Set(['RCPT TO', 'DATA']);
/** Errors before a session was established: no address of the server, no encryption, no sign-in. */
const beforeSession = new Set(['EDNS', 'ETLS', 'EAUTH', 'EOAUTH2', 'ENOAUTH', 'EPROXY']);

/**
 * Decides why an email was not sent (NOT-02). `refused`: the server will never accept this email. `wayBlocked`: no email would
 * have been sent, because the server could not be reached, or refused the sign-in or the sender. `again`: everything else. This
 * includes a connection that broke in the middle, because the server may have accepted the email and would get it indefinitely.
 */
export function judgeFailure(error: unknown): Verdict {
  const { responseCode, command, code, originalCode, syscall, timeoutType } = factsOf(error);
  if (typeof responseCode === 'number') {
    if (responseCode === 421 || !aboutTheMail.has(String(command))) return 'wayBlocked';
    return responseCode >= 500 ? 'refused' : 'again';
  }
  const noSession =
    beforeSession.has(String(code)) ||
    syscall === 'connect' ||
    originalCode === 'ECONNREFUSED' ||
    (typeof timeoutType === 'string' && timeoutType !== 'SOCKET_TIMEOUT');
  return noSession ? 'wayBlocked' : 'again';
}

type Facts = Readonly<
  Partial<Record<'responseCode' | 'command' | 'code' | 'originalCode' | 'syscall' | 'timeoutType', unknown>>
>;

function factsOf(error: unknown): Facts {
  return error instanceof Error ? (error as Error & Facts) : {};
}

/** Seconds until the next attempt of an email after this number of attempts; null once it was tried for five days (NOT-02). */
export function waitAfter(tries: number): number | null {
  let waited = 0;
  for (let one = 1; one < tries; one += 1) waited += waitOf(one);
  return waited >= triedFor ? null : waitOf(tries);
}

const waitOf = (tries: number): number => Math.min(firstWait * 2 ** (tries - 1), longestWait);
