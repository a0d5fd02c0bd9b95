/** Returns a key's fingerprint in the form for comparison by people: its 32 hexadecimal digits in groups of four (SIG-04). */
export const groupedFingerprint = (fingerprint: string): string =>
  (fingerprint.match(/.{1,4}/g) ?? []).join(' ');
