/** Minutes for which an authentication counts as fresh: critical changes of accounts require one (AUTH-19). */
export const STEP_UP_MINUTES = 10;
