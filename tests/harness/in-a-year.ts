/** The calendar date in a year from now: inspector access may last until then (AUTH-14). */
export const inAYear = (): string => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);
