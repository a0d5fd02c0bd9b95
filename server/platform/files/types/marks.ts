/** First bytes of EBML, the container of WEBM and Matroska. */
export const ebmlMagic = Buffer.from('1a45dfa3', 'hex');

/** True for a file that starts with the box of the MP4 family. */
export function isMp4Family(head: Buffer): boolean {
  return head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp';
}

/** Whether the first bytes are these. */
export function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic);
}

/**
 * True when the first bytes are those of a video container, for which another size limit holds (MOD-07). This is all that the server's
 * own process looks at of a file: it compares bytes at fixed places (SEC-05).
 */
export function looksLikeVideo(head: Buffer): boolean {
  return isMp4Family(head) || startsWith(head, ebmlMagic);
}
