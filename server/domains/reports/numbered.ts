/** Texts that a paper prints once, at its end. Rows refer to them by number, and details of a row stay in the row. */
export class Numbered {
  readonly #numbers = new Map<string, { readonly number: number; readonly beside: readonly string[] }>();

  numberOf(text: string, beside: readonly string[] = []): number {
    const known = this.#numbers.get(text);
    if (known) return known.number;
    const number = this.#numbers.size + 1;
    this.#numbers.set(text, { number, beside });
    return number;
  }

  /** Each text with its number, in their order. */
  get all(): readonly {
    readonly text: string;
    readonly number: number;
    readonly beside: readonly string[];
  }[] {
    return Array.from(this.#numbers, ([text, rest]) => ({ text, ...rest }));
  }
}
