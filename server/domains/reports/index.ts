/** The door of the reports: what `verify` counts anew of their past days (AUD-04). */
export { wrongPastFigures } from './past/check-past-days.ts';
