export { wrongPastFigures } from './past/check-past-days.ts';
export { carryOutExport, mostBytes } from './exports/carry-out-export.ts';
export { requestExport } from './exports/request-export.ts';
export { exportJobData, resumeLost } from './exports/resume-lost.ts';
export { readSignedTrailReviews } from './trail/reviews/signed-trail-reviews.ts';
export { isWhollyWithin, type TrailScope } from './trail/trail-narrowing.ts';
export { calendarDay } from './requested-scope.ts';
