import { z } from 'zod';
import { namedValues } from '#shared/contract/named-values.ts';

/** A part of the document. */
export type Json = Record<string, unknown>;

const inDefinitions = '#/$defs/';
const inComponents = '#/components/schemas/';

const nameOfValues = new Map(Object.entries(namedValues).map(([name, values]) => [values.join('|'), name]));

/**
 * Writes schemas as JSON Schema. A schema with an id (`.meta({ id })`) and a list of `namedValues` appear once under `components` and are
 * referred to. If the schemas of requests and answers differ, they are two components.
 */
export class Schemas {
  readonly #components = new Map<string, string>();

  /** Returns the schema in the place where it is used. */
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
        // The declared form of a value that is read from text is written instead of the text.
        const declared = (z.globalRegistry.get(zodSchema) as { wire?: Json } | undefined)?.wire;
        if (declared) {
          for (const key of Object.keys(jsonSchema)) delete (jsonSchema as Json)[key];
          Object.assign(jsonSchema, declared);
        }
        leaveOutImplied(jsonSchema);
        this.#nameValues(jsonSchema);
      },
    }) as Json & { $defs?: Record<string, Json> };
    const names = new Map(Object.keys($defs).map((id) => [id, this.#nameOf(id, $defs, io)]));
    for (const [id, definition] of Object.entries($defs)) {
      this.#components.set(names.get(id) ?? id, JSON.stringify(written(withoutId(definition), names, $defs)));
    }
    return written(json, names, $defs) as Json;
  }

  /** Returns a reference to a component of this name; a schema with a name keeps it. */
  named(name: string, json: Json): Json {
    if (typeof json['$ref'] === 'string') return json;
    const text = JSON.stringify(json);
    const known = this.#components.get(name);
    if (known !== undefined && known !== text) throw new Error(`Two schemas are named ${name}`);
    this.#components.set(name, text);
    return { $ref: inComponents + name };
  }

  /** Returns every component, by name. */
  components(): Readonly<Record<string, Json>> {
    const entries = [...this.#components].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries.map(([name, text]) => [name, JSON.parse(text) as Json]));
  }

  /** Replaces a list of `namedValues` by a reference. */
  #nameValues(json: Json): void {
    const values = json['enum'];
    const name = Array.isArray(values) ? nameOfValues.get(values.join('|')) : undefined;
    if (name === undefined) return;
    this.#components.set(name, JSON.stringify({ type: 'string', enum: values }));
    delete json['type'];
    delete json['enum'];
    json['$ref'] = inDefinitions + name;
  }

  #nameOf(id: string, definitions: Readonly<Record<string, Json>>, io: 'input' | 'output'): string {
    if (io === 'output') return id;
    const names = new Map(Object.keys(definitions).map((other) => [other, other]));
    const text = JSON.stringify(written(withoutId(definitions[id] ?? {}), names, definitions));
    const known = this.#components.get(id);
    return known === undefined || known === text ? id : `${id}Input`;
  }
}

/** Leaves out what `format` and `integer` imply: the pattern of a date, the limits of what JavaScript can count. */
function leaveOutImplied(json: Json): void {
  if (json['format'] === 'date' || json['format'] === 'date-time') delete json['pattern'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
}

const withoutId = (definition: Json): Json =>
  Object.fromEntries(Object.entries(definition).filter(([key]) => key !== 'id'));

/** Returns a copy whose references point to the components, without facts that a reference already contains. */
function written(
  value: unknown,
  names: ReadonlyMap<string, string>,
  definitions: Readonly<Record<string, Json>>,
): unknown {
  if (Array.isArray(value)) return value.map((item) => written(item, names, definitions));
  if (typeof value !== 'object' || value === null) return value;
  const reference = (value as Json)['$ref'];
  const id = typeof reference === 'string' ? reference.slice(inDefinitions.length) : undefined;
  const said = id === undefined ? undefined : definitions[id];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => JSON.stringify(said?.[key]) !== JSON.stringify(inner) || said === undefined)
      .map(([key, inner]) =>
        key === '$ref' && id !== undefined
          ? [key, inComponents + (names.get(id) ?? id)]
          : [key, written(inner, names, definitions)],
      ),
  );
}
