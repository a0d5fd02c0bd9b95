import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

/** The milliseconds that a line waits for others at most: written together, they cost the server and its reader less. */
const longestWait = 100;

/** From this level on, lines are written at once, with those before them. */
const urgent = pino.levels.values['warn'] ?? 0;

let standardOutput: ReturnType<typeof pino.destination> | undefined;

/** Returns the standard output of this process. The library writes what still waits when the process exits. */
const openOutput = (): ReturnType<typeof pino.destination> =>
  (standardOutput ??= pino.destination({ dest: 1, minLength: 4096, periodicFlush: longestWait }));

function writeWaiting(): void {
  try {
    standardOutput?.flushSync();
  } catch {
    // Nobody reads the log any more, which is no fault of the caller.
  }
}

/**
 * Creates a structured log without personal data or secrets (OPS-04, R-SEC-16): JSON lines on standard output. Errors are logged
 * by code, message and stack, without the database client that a failed pool attaches to them. Headers, cookies and bodies are
 * never logged.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service: 'traintrail' },
    redact: {
      paths: [
        'password',
        '*.password',
        '*.newPassword',
        '*.currentPassword',
        '*.token',
        '*.email',
        'req',
        'err.parameters',
        'err.detail',
        'err.where',
        'err.client',
      ],
      censor: '[redacted]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  if (destination) return pino(options, destination);
  const logMethod: NonNullable<LoggerOptions['hooks']>['logMethod'] = function (args, method, lineLevel) {
    method.apply(this, args);
    if (lineLevel >= urgent) writeWaiting();
  };
  return pino({ ...options, hooks: { logMethod } }, openOutput());
}
