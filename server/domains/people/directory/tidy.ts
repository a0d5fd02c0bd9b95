/**
 * Directories send values in forms that RFC 7643 does not know: `"True"` for true, a manager or a member as a text, a reference that the
 * server decides, changes of an email that is not there yet. They are written here as the RFC has them, before the library reads them.
 */
import SCIMMY from 'scimmy';
import { AppError } from '#shared/contract/errors.ts';
import { readFilter } from './read-filter.ts';

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
  if (last === 'manager' && Array.isArray(value)) return tidyValue(name, value[0] ?? null);
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
export interface SentOperation {
  readonly op: PatchOperator;
  readonly path?: string;
  readonly value?: unknown;
}

/** Operations that each change one attribute: those without a path are one for each attribute that they name. */
export function singleOperations(operations: readonly unknown[]): readonly Operation[] {
  return operations.flatMap((sent) => {
    const { op, path, value } = readOperation(sent);
    if (path !== undefined || !isFields(value)) return [{ op, path, value }];
    return Object.entries(value)
      .filter(([name]) => !['schemas', 'id', 'meta'].includes(name.toLowerCase()))
      .map(([name, part]) => ({ op, path: name, value: part }));
  });
}

const mainSchema = /^urn:ietf:params:scim:schemas:core:2\.0:user:/i;
const managerValue = /^(.*\bmanager)\.value$/i;
const itemPath = /^(\w+)\[([^[\]]+)\](?:\.(\w+))?$/;

const unsupported = (scimType: string): AppError =>
  new AppError('VALIDATION_FAILED', { reason: 'directory_patch', extra: { scimType } });

/** An operation in the form of the RFC, for a resource as it is before it; null if it changes nothing. */
export function tidyOperation(resource: Fields, { op, path: sent, value }: Operation): SentOperation | null {
  if (sent === undefined) return { op, value };
  const path = sent.replace(mainSchema, '');
  const ofManager = managerValue.exec(path)?.[1];
  if (ofManager !== undefined && op !== 'remove')
    return tidyOperation(resource, { op, path: ofManager, value });
  // Nothing is what a removal leaves.
  if (value === null && op !== 'remove') return hasValue(resource, path) ? { op: 'remove', path } : null;
  // An extension as a whole names its attributes.
  if (op !== 'remove' && /^urn:/i.test(path) && isFields(value) && !/:(?:manager|\w+\.\w+)$/i.test(path))
    return { op, value: { [path]: tidyValue(path, value) } };
  const tidied: { readonly value?: unknown } = value === undefined ? {} : { value: tidyValue(path, value) };
  if (!path.includes('[')) return { op, path, ...tidied };
  return itemOperation(resource, { op, path, ...tidied });
}

/** An operation on the items that a filter in brackets names. The library parses it without a limit, so it is read here first. */
function itemOperation(
  resource: Fields,
  operation: SentOperation & { readonly path: string },
): SentOperation {
  const [, attribute, filter, part] = itemPath.exec(operation.path) ?? [];
  if (attribute === undefined || filter === undefined) throw unsupported('invalidPath');
  readFilter(filter);
  if (operation.op === 'remove') return operation;
  const [name, items] = entryOf(resource, attribute) ?? [attribute, []];
  const wanted = new Types.Filter(filter) as unknown as { match(items: unknown): unknown[] };
  if (Array.isArray(items) && wanted.match(items).length > 0) return operation;
  // There is no such item yet: it is added, with what the filter says about it.
  const item = part === undefined ? operation.value : { [part]: operation.value };
  return { op: 'add', path: name, value: [{ ...equalities(filter), ...(isFields(item) ? item : {}) }] };
}

const entryOf = (resource: Fields, name: string): readonly [string, unknown] | undefined =>
  Object.entries(resource).find(([key]) => key.toLowerCase() === name.toLowerCase());

/** Whether the resource has a value at a path: an attribute, a part of one, or one of an extension. */
function hasValue(resource: Fields, path: string): boolean {
  const extension = Object.keys(resource).find((key) =>
    path.toLowerCase().startsWith(`${key.toLowerCase()}:`),
  );
  const whole = extension === undefined ? resource : resource[extension];
  const names = (extension === undefined ? path : path.slice(extension.length + 1)).split('.');
  return (
    names.reduce<unknown>((at, name) => (isFields(at) ? entryOf(at, name)?.[1] : undefined), whole) !==
    undefined
  );
}

/** `type eq "work"` as `{ type: 'work' }`. */
const equalities = (filter: string): Fields =>
  Object.fromEntries(
    [...filter.matchAll(/(\w+)\s+eq\s+"([^"]*)"/gi)].map(([, name = '', value]) => [name, value] as const),
  );
