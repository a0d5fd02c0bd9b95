import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 43;
const checkLength = 6;

/** The form of every API token: scanners find leaked ones by it (docs/integrating.md). */
export const tokenForm = /^tt_[0-9A-Za-z]{49}$/;

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  while (text.length < length) {
    text = `${digits[Number(rest % 62n)] ?? ''}${text}`;
    rest /= 62n;
  }
  return text;
}

const checksumOf = (secret: string): string => base62(BigInt(crc32(secret)), checkLength);

/** Creates a token: `tt_`, 256 random bits in base 62, and the CRC-32 of those characters in base 62. */
export function newTokenText(): string {
  const secret = base62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength);
  return `tt_${secret}${checksumOf(secret)}`;
}

/** Returns whether a text can be a token: what is misspelled is refused without reading the database. */
export function isTokenText(text: string): boolean {
  if (!tokenForm.test(text)) return false;
  const secret = text.slice(3, 3 + secretLength);
  return checksumOf(secret) === text.slice(3 + secretLength);
}
