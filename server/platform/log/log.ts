import { pino, type DestinationStream, type Logger } from 'pino';

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
  return destination ? pino(options, destination) : pino(options);
}
