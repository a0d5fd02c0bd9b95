import type { z } from 'zod';
import type { Json, Schemas } from './schemas.ts';

/** The number of calls from which a parameter is written once, under `components`. */
const sharedFrom = 3;

type Place = 'path' | 'query';

/**
 * Parameters of calls. The most common one of each name is a component once several calls have it: `limit` is `LimitQuery`,
 * a path's `id` is `IdPath`.
 */
export class Parameters {
  readonly #schemas: Schemas;
  /** The number of calls with a parameter, by its text. */
  readonly #uses = new Map<string, number>();
  #shared: ReadonlyMap<string, string> | undefined;

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Counts the parameters of a call; every call is counted before the first one is written. */
  count(place: Place, schema: z.ZodType | undefined): void {
    for (const parameter of this.#inline(place, schema)) {
      const text = JSON.stringify(parameter);
      this.#uses.set(text, (this.#uses.get(text) ?? 0) + 1);
    }
  }

  /** Returns the parameters of a call. */
  of(place: Place, schema: z.ZodType | undefined): readonly Json[] {
    const shared = this.#namesByText();
    return this.#inline(place, schema).map((parameter) => {
      const name = shared.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }

  /** Returns every shared parameter, by name. */
  components(): Json {
    const entries = [...this.#namesByText()].toSorted(([, a], [, b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([text, name]) => [name, JSON.parse(text) as Json]));
  }

  #namesByText(): ReadonlyMap<string, string> {
    this.#shared ??= new Map(
      [...Map.groupBy(this.#uses, ([text]) => nameOf(JSON.parse(text) as Json))].flatMap(([name, uses]) => {
        const [text, count] = uses.toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? ['', 0];
        return count >= sharedFrom ? [[text, name] as const] : [];
      }),
    );
    return this.#shared;
  }

  #inline(place: Place, schema: z.ZodType | undefined): readonly Json[] {
    if (!schema) return [];
    const object = this.#schemas.of(schema, 'input');
    const required = new Set((object['required'] as string[] | undefined) ?? []);
    return Object.entries((object['properties'] as Record<string, Json> | undefined) ?? {}).map(
      ([name, value]) => ({
        name,
        in: place,
        ...(place === 'path' || required.has(name) ? { required: true } : {}),
        schema: value,
      }),
    );
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const nameOf = (parameter: Json): string =>
  capital(String(parameter['name'])) + capital(String(parameter['in']));
