/**
 * The number of rows up to which a list without a stored count is counted (PERF-03): `X-Total-Count` is one more if there are more,
 * and the screens show 'more than 10,000'.
 */
export const MAX_COUNTED = 10_000;
