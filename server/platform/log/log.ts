import { pino, type Logger } from 'pino';

/**
 * Structured log without personal data or secrets (OPS-04, R-SEC-16): JSON lines on standard output; errors by their
 * code, message and stack; headers, cookies and bodies are never logged.
 */
export function createLog(level: string): Logger {
  return pino({
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
      ],
      censor: '[redacted]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
