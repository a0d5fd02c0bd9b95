/** The reasons why an office file has no PDF and will have none (MOD-09). */
export const conversionFailures = ['unreadable', 'too_slow', 'too_large', 'interrupted', 'empty'] as const;

/** A reason of {@link conversionFailures}. */
export type ConversionFailure = (typeof conversionFailures)[number];
