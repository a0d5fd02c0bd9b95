/**
 * So many rows of a list without a kept count are counted (PERF-03): `X-Total-Count` is one more where there are more, and the screens
 * say 'more than 10,000'.
 */
export const MAX_COUNTED = 10_000;
