/** A key's fingerprint as people compare it: its 32 hexadecimal digits in groups of four (SIG-04). */
export const groupedFingerprint = (fingerprint: string): string =>
  (fingerprint.match(/.{1,4}/g) ?? []).join(' ');
