import { sql, type RawBuilder } from 'kysely';
import { readFilter, refusedFilter, type Comparison, type FilterParts } from './read-filter.ts';
import { findAttribute, type KnownAttribute } from './scim-schemas.ts';

type Sql = RawBuilder<unknown>;

/** How a column is compared: texts without regard to case, unless they are `exact` (RFC 7643 §2.2 caseExact). */
type Kind = 'text' | 'exact' | 'instant' | 'flag';

/** A value that a filter can compare. */
interface Column {
  readonly value: Sql;
  readonly kind: Kind;
}

/** The filter of a list: attributes that are columns, by names in lower case, and all others. */
export interface Filterable {
  readonly columns: Readonly<Record<string, Column>>;
  /** The condition of an attribute that is no column; null if there is none with this name. */
  readonly other: (name: string, compared: (column: Column) => Sql) => Sql | null;
  /** The condition that one item of a list has all these parts; null if the attribute is no list. */
  readonly items?: (name: string, parts: FilterParts) => Sql | null;
}

/** Names may carry the schema that they belong to anyway. */
const mainSchema = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

const and = (parts: readonly Sql[]): Sql => sql`(${sql.join(parts, sql` and `)})`;

const isComparison = (value: unknown): value is Comparison =>
  Array.isArray(value) && typeof value[0] === 'string';

/** The comparisons of one attribute, as the library writes one, or several. */
function comparisonsOf(value: unknown): readonly Comparison[] {
  if (isComparison(value)) return [value];
  if (Array.isArray(value) && value.every(isComparison)) return value;
  throw refusedFilter();
}

const operators = { gt: '>', ge: '>=', lt: '<', le: '<=' } as const;

function instantOf(value: unknown): Sql {
  const date = new Date(textOf(value));
  // The database has the years that people write.
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999)
    throw refusedFilter();
  return sql`${date.toISOString()}::timestamptz`;
}

const flagOf = (value: unknown): boolean => {
  const lower = textOf(value).toLowerCase();
  if (lower !== 'true' && lower !== 'false') throw refusedFilter();
  return lower === 'true';
};

/** Numbers and flags in a filter count as they are written. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw refusedFilter();
}

/** One comparison of a value. The operators of RFC 7644 §3.4.2.2. */
function compare({ value, kind }: Column, comparison: Comparison): Sql {
  const negated = comparison[0] === 'not';
  const [operator, wanted] = (negated ? comparison.slice(1) : comparison) as [string, unknown];
  const found = compareOnce({ value, kind }, operator.toLowerCase(), wanted);
  // A missing value is not equal to anything, so `not` is true of it.
  return negated ? sql`not coalesce(${found}, false)` : found;
}

function compareOnce({ value, kind }: Column, operator: string, wanted: unknown): Sql {
  if (operator === 'pr') return sql`(${value}) is not null`;
  if (operator === 'ne') return sql`not coalesce(${compareOnce({ value, kind }, 'eq', wanted)}, false)`;
  if (wanted === null && operator === 'eq') return sql`(${value}) is null`;
  if (wanted === undefined || wanted === null) throw refusedFilter();
  if (kind === 'flag') {
    if (operator !== 'eq') throw refusedFilter();
    return sql`(${value}) = ${flagOf(wanted)}`;
  }
  const ordered = operators[operator as keyof typeof operators] as string | undefined;
  if (kind === 'instant') {
    if (ordered === undefined && operator !== 'eq') throw refusedFilter();
    return sql`(${value}) ${sql.raw(ordered ?? '=')} ${instantOf(wanted)}`;
  }
  const same = (text: Sql): Sql => (kind === 'exact' ? text : sql`lower(${text})`);
  const [left, right] = [same(value), same(sql`${textOf(wanted)}::text`)];
  if (ordered !== undefined) return sql`${left} collate "C" ${sql.raw(ordered)} ${right} collate "C"`;
  switch (operator) {
    case 'eq':
      return sql`${left} = ${right}`;
    case 'co':
      return sql`strpos(${left}, ${right}) > 0`;
    case 'sw':
      return sql`starts_with(${left}, ${right})`;
    case 'ew':
      return sql`right(${left}, length(${right})) = ${right}`;
    default:
      throw refusedFilter();
  }
}

/** SQL condition of a filter that a directory sent; VALIDATION_FAILED for one that cannot be used. */
export function filterSql(filter: string | undefined, filterable: Filterable): Sql {
  if (filter === undefined) return sql`true`;
  const alternatives = readFilter(filter).map((parts) => and(conditionsOf(parts, '', filterable)));
  return sql`(${sql.join(alternatives, sql` or `)})`;
}

function conditionsOf(parts: FilterParts, prefix: string, filterable: Filterable): readonly Sql[] {
  const conditions = Object.entries(parts).flatMap(([name, value]) =>
    conditionsOfOne(prefix === '' ? name : `${prefix}.${name}`, value, filterable),
  );
  if (conditions.length === 0) throw refusedFilter();
  return conditions;
}

function conditionsOfOne(name: string, value: unknown, filterable: Filterable): readonly Sql[] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const ofItems = filterable.items?.(name, value as FilterParts);
    return ofItems ? [ofItems] : conditionsOf(value as FilterParts, name, filterable);
  }
  if (Array.isArray(value) && value.every((part) => typeof part === 'object' && !Array.isArray(part)))
    return value.flatMap((part) => conditionsOfOne(name, part, filterable));
  const all = (column: Column): Sql => and(comparisonsOf(value).map((one) => compare(column, one)));
  const column = filterable.columns[name.toLowerCase().replace(mainSchema, '')];
  const condition = column ? all(column) : filterable.other(name, all);
  if (!condition) throw refusedFilter();
  return [condition];
}

/** People whose list attribute has one item with all of these parts: `emails[type eq "work" and value co "x"]`. */
export function keptItems(name: string, parts: FilterParts): Sql | null {
  const known = findAttribute(name);
  if (!known?.multiValued) return null;
  const conditions = Object.entries(parts).map(([part, value]) => {
    const sub = findAttribute(`${name}.${part}`);
    if (!sub) throw refusedFilter();
    const column: Column = { value: partOfItem(sub), kind: 'text' };
    return and(comparisonsOf(value).map((one) => compare(column, one)));
  });
  return itemWith(known, and(conditions));
}

const partOfItem = ({ path }: KnownAttribute): Sql =>
  sql`(case when jsonb_typeof(item) = 'object' then item ->> ${path[1] ?? 'value'} else item #>> '{}' end)`;

const itemWith = ({ path }: KnownAttribute, condition: Sql): Sql =>
  sql`exists (select 1 from jsonb_array_elements(coalesce(d.attributes -> ${path[0] ?? ''}, '[]'::jsonb)) item where ${condition})`;

/** The condition of an attribute that is kept as the directory sent it, in `d.attributes`. */
export function keptAttribute(name: string, compared: (column: Column) => Sql): Sql | null {
  const known = findAttribute(name);
  if (!known) return null;
  if (known.multiValued) return itemWith(known, compared({ value: partOfItem(known), kind: 'text' }));
  const path = known.urn === null ? known.path : [known.urn, ...known.path];
  const whole = known.hasParts && known.path.length === 1;
  return compared({
    value: sql`d.attributes #>> ${whole && known.path[0] === 'manager' ? [...path, 'value'] : path}::text[]`,
    kind: 'text',
  });
}
