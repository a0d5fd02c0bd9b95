/** Why a document cannot be shown: locked by a password, not whole, not there any more, or not to be had just now. */
export type PdfFailure = 'password' | 'damaged' | 'missing' | 'unreachable';

/** Reads the cause from what pdf.js says. */
export function failureOf(error: unknown): PdfFailure {
  if (!(error instanceof Error)) return 'damaged';
  if (error.name === 'PasswordException') return 'password';
  const status = 'status' in error ? error.status : undefined;
  if (status === 404 || status === 410) return 'missing';
  // Everything that is no answer of the server is a matter of the document.
  const isTransport = typeof status === 'number' || error.name === 'AbortException';
  return isTransport || /failed to fetch|network/i.test(error.message) ? 'unreachable' : 'damaged';
}
