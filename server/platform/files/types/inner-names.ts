/** The mark of a line in the list of entries of an archive, the place of its name's length, and the start of the name. */
const lineMark = Buffer.from('504b0102', 'hex');
const lengthAt = 28;
const nameAt = 46;
/** No file of a course has a longer name; bytes that only look like a line may declare one. */
const longestName = 1024;

/** Finds the names of the files of an archive inside an archive while its bytes pass through, without opening it. */
export class InnerNames {
  readonly names = new Set<string>();
  readonly #most: number;
  #rest = Buffer.alloc(0);

  constructor(most: number) {
    this.#most = most;
  }

  /** Takes the next bytes. */
  take(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#rest, chunk]);
    let from = 0;
    for (;;) {
      const at = bytes.indexOf(lineMark, from);
      if (at < 0) {
        this.#rest = bytes.subarray(Math.max(from, bytes.length - lineMark.length + 1));
        return;
      }
      const begins = at + nameAt;
      const length = begins > bytes.length ? 0 : bytes.readUInt16LE(at + lengthAt);
      if (begins > bytes.length || (length <= longestName && begins + length > bytes.length)) {
        this.#rest = bytes.subarray(at);
        return;
      }
      const isName = length <= longestName;
      if (isName && this.names.size < this.#most)
        this.names.add(bytes.toString('utf8', begins, begins + length));
      // Continues behind the name: each byte is read once, whatever lengths the file declares.
      from = isName ? begins + length : at + lineMark.length;
    }
  }
}
