import SCIMMY from 'scimmy';
import { AppError } from '#shared/contract/errors.ts';

const { Types } = SCIMMY;

/** A comparison of a filter: `not`, operator, value. */
export type Comparison = readonly unknown[];
/** A filter by attributes: each name with comparisons, or with a filter of its parts. */
export interface FilterParts {
  readonly [attribute: string]: unknown;
}

/** Logical operators that a filter may have: the library writes it as alternatives, whose number they multiply. */
const mostOperators = 8;

/** The refusal of a filter that cannot be used (RFC 7644 §3.12). */
export const refusedFilter = (): AppError =>
  new AppError('VALIDATION_FAILED', { reason: 'directory_filter', extra: { scimType: 'invalidFilter' } });

/** Reads a filter (RFC 7644 §3.4.2.2) as alternatives. VALIDATION_FAILED if it cannot be read, or is too long. */
export function readFilter(filter: string): readonly FilterParts[] {
  const operators = filter.match(/\b(?:and|or|not)\b|[[(]/gi) ?? [];
  if (filter.trim() === '' || operators.length > mostOperators) throw refusedFilter();
  try {
    return [...(new Types.Filter(filter) as FilterParts[])];
  } catch {
    throw refusedFilter();
  }
}
