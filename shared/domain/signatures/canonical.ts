import { utf8Length } from './utf8.ts';

/** A value that can be hashed: text, a finite number, or null. */
export type CanonicalValue = string | number | null;

/** Named values in a fixed order. */
export type CanonicalFields = readonly (readonly [name: string, value: CanonicalValue])[];

function encodeValue(value: CanonicalValue): string {
  if (value === null) return 'n';
  if (typeof value === 'string') return `s${utf8Length(value)}:${value}`;
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`);
  // The text of -0 is that of 0, as they are the same value.
  const text = String(value);
  return `d${text.length}:${text}`;
}

const NAME = /^[a-z][A-Za-z0-9]*$/;

/**
 * Returns the function that encodes records of one kind, to be hashed as UTF-8 (SIG-01). The first line has the kind and version.
 * A line `name=value` per field follows, where the value is `n` for null, or else its type, its length in bytes and the bytes.
 * Two different records never give the same bytes, because every length precedes the value that it measures. Names are checked
 * here, once for all records, because a report writes thousands of them. RangeError for names, and later for values, that have no
 * encoding.
 */
export function canonicalForm(
  kind: string,
  version: number,
  names: readonly string[],
): (values: readonly CanonicalValue[]) => string {
  if (!NAME.test(kind) || !Number.isInteger(version) || version < 1)
    throw new RangeError(`no kind: ${kind}/${version}`);
  for (const [index, name] of names.entries())
    if (!NAME.test(name) || names.indexOf(name) !== index)
      throw new RangeError(`no field name, or twice: ${name}`);
  const head = `traintrail/${kind}/${version}\n`;
  const beginnings = names.map((name) => `${name}=`);
  return (values) => {
    if (values.length !== names.length) throw new RangeError(`not ${names.length} values: ${values.length}`);
    let text = head;
    let index = 0;
    for (const value of values) {
      text += `${beginnings[index] ?? ''}${encodeValue(value)}\n`;
      index += 1;
    }
    return text;
  };
}

/** Returns the text of a single record in its {@link canonicalForm}. */
export function canonicalText(kind: string, version: number, fields: CanonicalFields): string {
  const form = canonicalForm(
    kind,
    version,
    fields.map(([name]) => name),
  );
  return form(fields.map(([, value]) => value));
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/**
 * Returns an instant in the form for hashing: ISO 8601 in UTC with milliseconds, as Date.toISOString writes it. RangeError for
 * anything else.
 */
export function canonicalInstant(instant: string): string {
  if (!INSTANT.test(instant)) throw new RangeError(`not an instant in UTC with milliseconds: ${instant}`);
  return instant;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** Returns a SHA-256 sum in the form for hashing: 64 lower-case hexadecimal digits. RangeError for anything else. */
export function canonicalHash(hash: string): string {
  if (!SHA256.test(hash)) throw new RangeError('not a SHA-256 sum in lower-case hexadecimal');
  return hash;
}
