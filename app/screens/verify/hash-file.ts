/** The largest file that a browser can be expected to hold in memory: 1 GB. */
const mostBytes = 1024 ** 3;

/** The message of the error for a file that a browser cannot hold. */
export const fileTooLarge = 'file-too-large';

/** Returns the SHA-256 of a file in hexadecimal digits, computed in the browser. Fails with {@link fileTooLarge}. */
export async function sha256OfFile(file: File): Promise<string> {
  if (file.size > mostBytes) throw new Error(fileTooLarge);
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
