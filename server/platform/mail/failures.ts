/** What is to be done about a mail that could not be sent. */
export type Verdict = 'refused' | 'again' | 'wayBlocked';

/** The first wait in seconds, doubled with each try. */
const firstWait = 30;
/** Longest wait between two tries, in seconds. */
const longestWait = 6 * 3600;
/** So long a mail is tried before it is given up, in seconds: five days, as mail servers do among themselves. */
const triedFor = 5 * 24 * 3600;

/** Commands of SMTP whose answer is about this one mail; that to any other is about everything that waits. */
const aboutTheMail = new Set(['RCPT TO', 'DATA']);
/** Errors before a session stood: no address of the server, no encryption, no sign-in. */
const beforeSession = new Set(['EDNS', 'ETLS', 'EAUTH', 'EOAUTH2', 'ENOAUTH', 'EPROXY']);

/**
 * Judges why a mail was not sent (NOT-02). `refused`: the server wants this mail never. `wayBlocked`: nothing would have gone, because the
 * server could not be reached, did not let us in or took not even the sender. `again`: everything else, also a connection that broke
 * in the middle, since the server may have taken the mail and would get it for ever.
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

/** Seconds until the next try of a mail after so many tries; null once it was tried for five days (NOT-02). */
export function waitAfter(tries: number): number | null {
  let waited = 0;
  for (let one = 1; one < tries; one += 1) waited += waitOf(one);
  return waited >= triedFor ? null : waitOf(tries);
}

const waitOf = (tries: number): number => Math.min(firstWait * 2 ** (tries - 1), longestWait);
