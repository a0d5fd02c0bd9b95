/** A JSON schema as in the OpenAPI document; only the fields that the screen shows. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly description?: string;
}

/** A parameter of a call in its path, its query or its headers. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

interface Reference {
  readonly $ref: string;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Answer {
  readonly description: string;
  readonly content?: Content;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-permission'?: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer | Reference>>;
}

/** The OpenAPI document of `GET /api/docs`. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Answer>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
}

/** The input or the answer of a call: its media type, and the schema. */
export interface Body {
  readonly type: string;
  readonly schema: Schema;
}

/** One call of the API. */
export interface ApiCall {
  readonly id: string;
  readonly area: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Null if none is required: for everyone, or for all signed-in people. */
  readonly permission: string | null;
  readonly isPublic: boolean;
  readonly takesTokens: boolean;
  readonly parameters: readonly Parameter[];
  readonly body: Body | null;
  readonly answers: readonly {
    readonly status: string;
    readonly description: string;
    readonly body: Body | null;
  }[];
}

/** Returns the calls of a document by area, in the order of their names and paths. */
export function callsOf(document: ApiDocument): readonly ApiCall[] {
  return Object.entries(document.paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => callOf(document, path, method, operation)),
    )
    .toSorted((a, b) => compare(a.area, b.area) || compare(a.path, b.path) || compare(a.method, b.method));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function callOf(document: ApiDocument, path: string, method: string, operation: Operation): ApiCall {
  const { operationId: id, tags, summary, security, parameters, requestBody, responses } = operation;
  const { components } = document;
  return {
    id,
    area: tags[0] ?? '',
    method: method.toUpperCase(),
    path,
    summary,
    permission: operation['x-permission'] ?? null,
    isPublic: security.length === 0,
    takesTokens: security.some((scheme) => 'token' in scheme),
    parameters: parameters.map((parameter) => resolved(parameter, components.parameters)),
    body: bodyOf(requestBody?.content),
    answers: Object.entries(responses).map(([status, answer]) => {
      const { description, content } = resolved(answer, components.responses);
      return { status, description, body: bodyOf(content) };
    }),
  };
}

const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';

function resolved<Part extends object>(
  part: Part | Reference,
  components: Readonly<Record<string, Part>>,
): Part {
  if (!('$ref' in part)) return part;
  const found = components[nameOf(part.$ref)];
  if (!found) throw new Error(`The document has no ${part.$ref}`);
  return found;
}

function bodyOf(content: Content | undefined): Body | null {
  const [first] = Object.entries(content ?? {});
  return first ? { type: first[0], schema: first[1].schema } : null;
}

/** Returns whether a person with these permissions may make a call (AUTH-13). */
export const mayMake = ({ permission }: ApiCall, permissions: readonly string[]): boolean =>
  permission === null || permissions.includes(permission);

/** Returns whether a call has every word of a search in its name, path, summary or permission. */
export function isFound({ id, method, path, summary, permission }: ApiCall, search: string): boolean {
  const text = [id, method, path, summary, permission ?? ''].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Longer lists of values are shown by name. */
const mostValues = 12;

/** Returns the type of a schema in the notation of the document: `string (date)`, `PersonCard[] | null`. */
export function typeOf(document: ApiDocument, schema: Schema): string {
  if (schema.$ref !== undefined) return typeOfNamed(document, schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.map((variant) => typeOf(document, variant)).join(' | ');
  if (schema.allOf) return schema.allOf.map((part) => typeOf(document, part)).join(' & ');
  if (schema.items) return listOf(typeOf(document, schema.items));
  if (typeof schema.additionalProperties === 'object' && !schema.properties) {
    return `{ [key]: ${typeOf(document, schema.additionalProperties)} }`;
  }
  const type = typeof schema.type === 'string' ? schema.type : (schema.type ?? ['any']).join(' | ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

const listOf = (type: string): string => (type.includes(' ') ? `(${type})[]` : `${type}[]`);

function typeOfNamed(document: ApiDocument, $ref: string): string {
  const name = nameOf($ref);
  const schema = document.components.schemas[name];
  return schema?.enum && schema.enum.length <= mostValues ? typeOf(document, schema) : name;
}

/** An object within a schema, with its name if it has one. */
export interface NamedObject {
  readonly name: string | null;
  readonly schema: Schema;
}

/** Returns the objects that a schema consists of: itself, the rows of a list, or the variants of a choice. */
export function objectsIn(
  document: ApiDocument,
  schema: Schema,
  name: string | null = null,
): readonly NamedObject[] {
  if (schema.$ref !== undefined) {
    const found = document.components.schemas[nameOf(schema.$ref)];
    return found ? objectsIn(document, found, nameOf(schema.$ref)) : [];
  }
  const inner = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
    ...(schema.items ? [schema.items] : []),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties] : []),
  ];
  const own = schema.properties && Object.keys(schema.properties).length > 0 ? [{ name, schema }] : [];
  return [...own, ...inner.flatMap((part) => objectsIn(document, part))];
}

/** Returns the address of a call with the entered values; null while a part of its path is missing. */
export function addressWith(
  { path, parameters }: Pick<ApiCall, 'path' | 'parameters'>,
  values: Readonly<Record<string, string>>,
): string | null {
  const given = (name: string): string => values[name]?.trim() ?? '';
  if (parameters.some((parameter) => parameter.in === 'path' && given(parameter.name) === '')) return null;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given(name)));
  const search = new URLSearchParams();
  for (const { in: place, name } of parameters) {
    if (place === 'query' && given(name) !== '') search.set(name, given(name));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
