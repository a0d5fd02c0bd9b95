/** First bytes of EBML, the container of WEBM and Matroska. */
export const ebmlMagic = Buffer.from('1a45dfa3', 'hex');

/** Returns true for a file that starts with the box of the MP4 family. */
export function isMp4Family(head: Buffer): boolean {
  return head.length >= 12 && head.toString('latin1', 4, 8) === 'ftyp';
}

/** Returns whether a file starts with these bytes. */
export function startsWith(head: Buffer, magic: Buffer): boolean {
  return head.subarray(0, magic.length).equals(magic);
}

/**
 * Returns whether the first bytes are those of a video container, which has another size limit (MOD-07). The server's own process
 * reads no more of a file than this, and only compares bytes at fixed places (SEC-05).
 */
export function looksLikeVideo(head: Buffer): boolean {
  return isMp4Family(head) || startsWith(head, ebmlMagic);
}
