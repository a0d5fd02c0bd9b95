/** The states of an inspection (INS-01): before its first day, while it admits its inspectors, after its last day, and closed. */
export const inspectionStates = ['planned', 'open', 'ended', 'closed'] as const;

/** One of {@link inspectionStates}. */
export type InspectionState = (typeof inspectionStates)[number];

/** The longest inspection, in months from its opening to its last day (AUTH-14). */
export const LONGEST_INSPECTION_MONTHS = 24;
