/** Returns the UTF-8 bytes of a text; RangeError for half a surrogate pair, which has no bytes and would make two texts equal (SIG-01). */
export function utf8(text: string): Uint8Array {
  if (isAscii(text)) {
    const plain = new Uint8Array(text.length);
    for (let index = 0; index < text.length; index += 1) plain[index] = text.charCodeAt(index);
    return plain;
  }
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xd800 && code <= 0xdfff) throw new RangeError('text with half a surrogate pair');
    if (code < 0x80) {
      bytes.push(code);
    } else if (code < 0x800) {
      bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    } else if (code < 0x1_0000) {
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    } else {
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 0x3f),
        0x80 | ((code >> 6) & 0x3f),
        0x80 | (code & 0x3f),
      );
    }
  }
  return Uint8Array.from(bytes);
}

/** Returns the number of bytes of a text in UTF-8; RangeError for half a surrogate pair. */
export function utf8Length(text: string): number {
  return isAscii(text) ? text.length : utf8(text).length;
}

/** Most texts of records are: reports check signatures by the ten thousands, and this is several times faster. */
function isAscii(text: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return /^[\u0000-\u007f]*$/.test(text);
}
