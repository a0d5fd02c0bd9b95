/** The reason why a document cannot be shown: locked by a password, damaged, no longer there, or not reachable at the moment. */
export type PdfFailure = 'password' | 'damaged' | 'missing' | 'unreachable';

/** Returns the cause of a pdf.js error. */
export function failureOf(error: unknown): PdfFailure {
  if (!(error instanceof Error)) return 'damaged';
  if (error.name === 'PasswordException') return 'password';
  const status = 'status' in error ? error.status : undefined;
  if (status === 404 || status === 410) return 'missing';
  // An error that is not an answer of the server is caused by the document.
  const isTransport = typeof status === 'number' || error.name === 'AbortException';
  return isTransport || /failed to fetch|network/i.test(error.message) ? 'unreachable' : 'damaged';
}
