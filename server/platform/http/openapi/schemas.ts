import { z } from 'zod';

/** A part of the document. */
export type Json = Record<string, unknown>;

const inDefinitions = '#/$defs/';
const inComponents = '#/components/schemas/';

/**
 * Writes schemas as JSON Schema. A schema with an id (`.meta({ id })`) stands once under `components` and is referred to; what a
 * caller sends and what it receives are two components where they differ.
 */
export class Schemas {
  readonly #components = new Map<string, string>();

  /** The schema in the place where it is used. */
  of(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io,
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override: ({ zodSchema, jsonSchema }) => {
        if (zodSchema._zod.def.type === 'date')
          Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
        // The declared form of a value that is read from text stands for the text.
        const declared = (z.globalRegistry.get(zodSchema) as { wire?: Json } | undefined)?.wire;
        if (declared) {
          for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key];
          Object.assign(jsonSchema, declared);
        }
      },
    }) as Json & { $defs?: Record<string, Json> };
    const names = new Map(Object.keys($defs).map((id) => [id, this.#nameOf(id, $defs, io)]));
    for (const [id, definition] of Object.entries($defs)) {
      this.#components.set(names.get(id) ?? id, JSON.stringify(renamed(withoutId(definition), names)));
    }
    return renamed(json, names) as Json;
  }

  /** Every component, by name. */
  components(): Readonly<Record<string, Json>> {
    const entries = [...this.#components].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, text]) => [name, JSON.parse(text) as Json]));
  }

  #nameOf(id: string, definitions: Readonly<Record<string, Json>>, io: 'input' | 'output'): string {
    if (io === 'output') return id;
    const names = new Map(Object.keys(definitions).map((other) => [other, other]));
    const text = JSON.stringify(renamed(withoutId(definitions[id] ?? {}), names));
    const known = this.#components.get(id);
    return known === undefined || known === text ? id : `${id}Input`;
  }
}

const withoutId = (definition: Json): Json =>
  Object.fromEntries(Object.entries(definition).filter(([key]) => key !== 'id'));

/** A copy whose references lead to the components. */
function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key !== '$ref' || typeof inner !== 'string') return [key, renamed(inner, names)];
      const id = inner.slice(inDefinitions.length);
      return [key, inComponents + (names.get(id) ?? id)];
    }),
  );
}
