import { sql, type RawBuilder } from 'kysely';
import type { Reach } from '#shared/domain/access/permissions.ts';
import type { TrailGroup } from '#shared/domain/audit/groups.ts';

/**
 * The filters of a series of reviews (AUD-03). They do not include days, which only decide the part of the series that one review
 * covers.
 */
export interface SeriesFilters {
  readonly actor?: string | undefined;
  readonly about?: string | undefined;
  readonly recordType?: string | undefined;
  readonly recordId?: string | undefined;
  readonly group?: TrailGroup | undefined;
  readonly q?: string | undefined;
}

/** Returns the organizations whose events a reader sees: reviews of the same scope and filters are one series. */
export const scopeOf = ({ all, organizationIds }: Reach): string =>
  all ? 'all' : [...organizationIds].toSorted((a, b) => a - b).join(',');

/** Returns the filters of a series as JSON with sorted keys. */
export const seriesOf = ({ about, actor, group, q, recordId, recordType }: SeriesFilters): string =>
  JSON.stringify({ about, actor, group, q, recordId, recordType });

/**
 * SQL of the last event of the last review of a series, among reviews that were signed before an instant if one is given; 0 if
 * there is none.
 */
export const reviewedThrough = (
  reach: Reach,
  filters: SeriesFilters & { readonly until?: Date | undefined },
): RawBuilder<number> => sql`
  coalesce((select max(t.through_event) from trail_reviews t
    where t.scope = ${scopeOf(reach)} and t.filters = ${seriesOf(filters)}
      ${filters.until ? sql`and t.signed_at < ${filters.until}` : sql``}), 0)`;
