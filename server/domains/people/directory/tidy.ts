/**
 * Directories send values in forms that RFC 7643 does not know: `"True"` for true, a manager or a member as a text, a reference that the
 * server decides, changes of an email that is not there yet. They are written here as the RFC has them, before the library reads them.
 */
import SCIMMY from 'scimmy';
import { AppError } from '#shared/contract/errors.ts';

const { Types } = SCIMMY;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const flags = new Set(['active', 'primary']);

function flagOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const lower = value.trim().toLowerCase();
  if (lower === 'true') return true;
  return lower === 'false' ? false : value;
}

/** A value below the attribute `name`. */
function tidyValue(name: string, value: unknown): unknown {
  const last = name.toLowerCase().split(/[.:]/).at(-1) ?? '';
  if (flags.has(last)) return flagOf(value);
  if (last === 'manager' && typeof value === 'string') return { value };
  if (Array.isArray(value)) return value.map((item) => (isFields(item) ? tidyFields(item) : item));
  return isFields(value) ? tidyFields(value) : value;
}

const tidyFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => name.toLowerCase() !== '$ref' && value !== null)
      .map(([name, value]) => [name, tidyValue(name, value)]),
  );

/** A resource in the forms of the RFC; without `schemas`, which directories forget to change when they add attributes. */
export function tidyResource(sent: Fields): Fields {
  return Object.fromEntries(
    Object.entries(tidyFields(sent)).filter(
      ([name]) => !['schemas', 'meta', 'id'].includes(name.toLowerCase()),
    ),
  );
}

/** The operators of a PATCH (RFC 7644 §3.5.2). */
const operators = ['add', 'remove', 'replace'] as const;
type PatchOperator = (typeof operators)[number];

/** An operation of a PATCH, with its names in lower case. */
export interface Operation {
  readonly op: PatchOperator;
  readonly path: string | undefined;
  readonly value: unknown;
}

/** Reads an operation; Microsoft's directory writes `Replace` and some clients `Path`. VALIDATION_FAILED for any other operator. */
export function readOperation(sent: unknown): Operation {
  const fields = isFields(sent)
    ? Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
    : {};
  const { op, path, value } = fields;
  const operator = operators.find((one) => typeof op === 'string' && op.toLowerCase() === one);
  if (operator === undefined)
    throw new AppError('VALIDATION_FAILED', {
      reason: 'directory_patch',
      extra: { scimType: 'invalidSyntax' },
    });
  return {
    op: operator,
    path: typeof path === 'string' && path !== '' ? path : undefined,
    value,
  };
}

/** An operation as the library reads it. */
interface SentOperation {
  readonly op: PatchOperator;
  readonly path?: string;
  readonly value?: unknown;
}

/** Operations of a PATCH in the forms of the RFC. */
export function tidyOperations(resource: Fields, operations: readonly unknown[]): readonly SentOperation[] {
  return operations.flatMap((sent) => {
    const { op, path, value } = readOperation(sent);
    if (path !== undefined) return [tidyOperation(resource, { op, path, value })];
    if (!isFields(value)) return [{ op, value }];
    const entries = Object.entries(tidyFields(value)).filter(([name]) => name.toLowerCase() !== 'schemas');
    const [ofItems, plain] = [
      entries.filter(([name]) => name.includes('[')),
      entries.filter(([name]) => !name.includes('[')),
    ];
    return [
      ...(plain.length > 0 ? [{ op, value: Object.fromEntries(plain) }] : []),
      ...ofItems.map(([name, part]) => tidyOperation(resource, { op, path: name, value: part })),
    ];
  });
}

const itemPath = /^(\w+)\[([^\]]+)\](?:\.(\w+))?$/;

function tidyOperation(resource: Fields, { op, path = '', value }: Operation): SentOperation {
  const tidied: { readonly value?: unknown } = value === undefined ? {} : { value: tidyValue(path, value) };
  const [, attribute, filter, part] = itemPath.exec(path) ?? [];
  if (op === 'remove' || attribute === undefined || filter === undefined) return { op, path, ...tidied };
  const [name, items] = Object.entries(resource).find(
    ([key]) => key.toLowerCase() === attribute.toLowerCase(),
  ) ?? [attribute, []];
  const wanted = new Types.Filter(filter) as unknown as { match(items: unknown): unknown[] };
  if (Array.isArray(items) && wanted.match(items).length > 0) return { op, path, ...tidied };
  // There is no such item yet: it is added, with what the filter says about it.
  const item = part === undefined ? tidied.value : { [part]: tidied.value };
  return { op: 'add', path: name, value: [{ ...equalities(filter), ...(isFields(item) ? item : {}) }] };
}

/** `type eq "work"` as `{ type: 'work' }`. */
const equalities = (filter: string): Fields =>
  Object.fromEntries(
    [...filter.matchAll(/(\w+)\s+eq\s+"([^"]*)"/gi)].map(([, name = '', value]) => [name, value] as const),
  );
