/** The OpenAPI document as attacks read it: operations, arbitrary input by their schemas, and whether an answer fits its own (OPS-06). */
import fs from 'node:fs';
import path from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { strangeTexts } from '#tests/harness/garbage.ts';

/** A JSON schema, as far as the document uses the language. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface RawOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}

/** One call as the document describes it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With `{name}` for its parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** The schema of a JSON body. */
  readonly body: Schema | undefined;
  readonly statuses: ReadonlySet<number>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

/** The document with what attacks need of it. */
export interface OpenApi {
  readonly operations: readonly Operation[];
  /** Arbitrary values that a schema allows, mostly at its borders; `ids` are known values of fields. */
  readonly valuesOf: (schema: Schema, ids: (name: string) => readonly unknown[]) => fc.Arbitrary<unknown>;
  /** What is wrong with a JSON answer, or null. */
  readonly answerFault: (operation: Operation, status: number, body: unknown) => string | null;
}

const file = path.join(import.meta.dirname, '../../docs/openapi.json');
const pointer = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Reads docs/openapi.json. */
export function readOpenApi(): OpenApi {
  const document = JSON.parse(fs.readFileSync(file, 'utf8')) as Document;
  const resolve = <T extends { readonly $ref?: string }>(part: T): T => {
    if (part.$ref === undefined) return part;
    const found = part.$ref
      .slice(2)
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document);
    return resolve(found as T);
  };
  const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(at, method, raw, resolve)),
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema(document, 'openapi');
  const known = new Map<string, ValidateFunction | null>();
  const validatorOf = ({ path: at, method }: Operation, status: number): ValidateFunction | null => {
    const name = `${method} ${at} ${String(status)}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const raw = document.paths[at]?.[method.toLowerCase()];
    const answer = raw?.responses[String(status)];
    const where = `#/paths/${pointer(at)}/${method.toLowerCase()}/responses/${String(status)}/content/application~1json/schema`;
    const has = answer?.content?.['application/json']?.schema !== undefined;
    const made = has ? ajv.compile({ $ref: `openapi${encodeURI(where)}` }) : null;
    known.set(name, made);
    return made;
  };
  return {
    operations,
    valuesOf: (schema, ids) => valuesOf(schema, { ids, resolve, depth: 0, name: '' }),
    answerFault: (operation, status, body) => {
      const validate = validatorOf(operation, status);
      if (!validate || validate(body)) return null;
      return `the answer is not what the document says: ${ajv.errorsText(validate.errors)}`;
    },
  };
}

function operationOf(
  at: string,
  method: string,
  raw: RawOperation,
  resolve: <T extends { readonly $ref?: string }>(part: T) => T,
): Operation {
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path: at,
    parameters: (raw.parameters ?? []).map((parameter) => resolve(parameter)),
    body: raw.requestBody?.content['application/json']?.schema,
    statuses: new Set(Object.keys(raw.responses).map(Number)),
  };
}

interface Context {
  readonly ids: (name: string) => readonly unknown[];
  readonly resolve: <T extends { readonly $ref?: string }>(part: T) => T;
  readonly depth: number;
  /** The field that the value is for. */
  readonly name: string;
}

function valuesOf(given: Schema, context: Context): fc.Arbitrary<unknown> {
  const schema = context.resolve(given);
  const next = { ...context, depth: context.depth + 1 };
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, next)));
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => valuesOf(part, next));
    return fc.tuple(...parts).map((all) => Object.assign({}, ...all) as unknown);
  }
  if (Array.isArray(schema.type)) {
    const types = schema.type as readonly string[];
    return fc.oneof(...types.map((type) => valuesOf({ ...schema, type }, next)));
  }
  const known = context.ids(context.name).filter((id) => typeof id === jsTypeOf(schema.type as string));
  const made = byType(schema, next);
  return known.length === 0 ? made : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, made);
}

const jsTypeOf = (type: string | undefined): string => (type === 'integer' ? 'number' : (type ?? ''));

function byType(schema: Schema, context: Context): fc.Arbitrary<unknown> {
  switch (schema.type as string | undefined) {
    case 'object':
      return objects(schema, context);
    case 'array': {
      const [least, most] = [schema.minItems ?? 0, Math.min(schema.maxItems ?? 4, 4)];
      if (context.depth > 5 || !schema.items) return fc.constant([]);
      return fc.array(valuesOf(schema.items, context), {
        minLength: least,
        maxLength: Math.max(least, most),
      });
    }
    case 'string':
      return texts(schema);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case undefined:
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objects({ properties = {}, required = [], additionalProperties }: Schema, context: Context) {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, valuesOf(schema, { ...context, name })]),
  );
  const listed = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object' || context.depth > 5) return listed;
  const more = fc.dictionary(fc.string({ maxLength: 8 }), valuesOf(additionalProperties, context), {
    maxKeys: 3,
  });
  return fc.tuple(more, listed).map(([free, fixed]) => ({ ...free, ...fixed }));
}

function numbers({ type, minimum, maximum }: Schema): fc.Arbitrary<number> {
  const least = minimum ?? -(2 ** 31);
  const most = Math.min(maximum ?? 2 ** 31 - 1, Number.MAX_SAFE_INTEGER);
  const edges = fc.constantFrom(least, most, ...[0, 1, 2].filter((edge) => edge >= least && edge <= most));
  const between =
    type === 'integer' ? fc.integer({ min: Math.ceil(least), max: Math.floor(most) }) : fc.double();
  return fc.oneof(edges, between);
}

const samples: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-28', '1900-01-01', '9999-12-31', '2999-01-01'],
  'date-time': ['2026-01-01T00:00:00.000Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z'],
  email: ['somebody@world.example', 'a@b.co', 'SOMEBODY@WORLD.EXAMPLE', 'ſomebody@world.example'],
  uuid: ['00000000-0000-4000-8000-000000000000'],
  uri: ['https://world.example/', 'https://world.example/?a=%00'],
};

function texts({ pattern, format, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : samples[format];
  if (known) return fc.constantFrom(...known);
  const most = Math.max(minLength, Math.min(maxLength, 5000));
  const form = formOf(pattern);
  const fits = (text: string) =>
    text.length >= minLength && text.length <= most && (form === null || form.test(text));
  const edges = ['x', 'é', '😀', '%', '_', "'"].flatMap((one) => [
    one.repeat(minLength),
    one.repeat(Math.floor(most / one.length)),
  ]);
  const made =
    pattern !== undefined && form !== null
      ? fc.stringMatching(form).filter((text) => text.length <= most)
      : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(most, minLength + 40) });
  const lists = [edges, strangeTexts].map((list) => [...new Set(list)].filter(fits));
  return fc.oneof(made, ...lists.flatMap((list) => (list.length === 0 ? [] : [fc.constantFrom(...list)])));
}

/** A pattern that texts can be generated from; assertions that look ahead cannot. */
function formOf(pattern: string | undefined): RegExp | null {
  if (pattern === undefined || /\(\?[=!<]/.test(pattern)) return null;
  return new RegExp(pattern, 'u');
}
