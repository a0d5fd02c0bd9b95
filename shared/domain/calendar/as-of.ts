/** The instant of a report: the end of a calendar day in the zone of each organization, or an instant in ISO 8601 (INS-03). */
export type AsOf = string;

/** Returns whether it is an instant rather than a day. */
export const isInstant = (asOf: AsOf): boolean => asOf.includes('T');
