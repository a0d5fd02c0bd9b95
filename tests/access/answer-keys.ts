/** The keys of answers, per endpoint and persona: what a role gets to see is written down and compared (AUTH-13, GDP-04). */

/** Paths of all keys of a JSON value: `[]` stands for the items of a list, `{}` for keys that are ids. */
export function keysOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => keysOf(item, `${path}[]`)))];
  if (typeof value !== 'object' || value === null) return path === '' ? [] : [path];
  const keys = Object.entries(value).flatMap(([key, item]) => {
    const name = /^(?:\d+|u_[0-9a-f]+)$/.test(key) ? '{}' : key;
    return keysOf(item, path === '' ? name : `${path}.${name}`);
  });
  return [...new Set(keys)];
}

/** Collects the keys of every answer of a run. */
export class AnswerKeys {
  readonly #seen = new Map<string, Map<string, Set<string>>>();

  /** Notes the keys of one answer. */
  note(endpoint: string, persona: string, body: unknown): void {
    const personas = this.#seen.get(endpoint) ?? new Map<string, Set<string>>();
    this.#seen.set(endpoint, personas);
    const keys = personas.get(persona) ?? new Set<string>();
    personas.set(persona, keys);
    for (const key of keysOf(body)) keys.add(key);
  }

  /** The keys of one endpoint: a block of lines, personas that see the same in one. */
  block(endpoint: string): string {
    const groups = new Map<string, string[]>();
    const byName = [...(this.#seen.get(endpoint) ?? [])].sort(([left], [right]) => left.localeCompare(right));
    for (const [persona, keys] of byName) {
      const text = leaves(keys).join('\n      ');
      groups.set(text, [...(groups.get(text) ?? []), persona]);
    }
    const lines = [...groups].map(([keys, personas]) => `    ${personas.join(', ')}:\n      ${keys}`);
    return `${endpoint}\n${lines.join('\n')}\n`;
  }

  /** All endpoints in the order of their names. */
  text(): string {
    return [...this.#seen.keys()]
      .sort()
      .map((endpoint) => this.block(endpoint))
      .join('\n');
  }
}

/** A nullable object shows as a leaf in one answer and as a branch in another: the branch says more. */
function leaves(keys: ReadonlySet<string>): readonly string[] {
  const branches = new Set(
    [...keys].flatMap((key) => [...key.matchAll(/\.|\[\]/g)].map((sign) => key.slice(0, sign.index))),
  );
  return [...keys].filter((key) => !branches.has(key)).sort();
}
