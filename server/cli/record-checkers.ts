import { signatureBindingChecker, type RecordChecker } from '#server/domains/audit/index.ts';

/** What `verify` checks besides the trail (AUD-02, SIG-04); each area adds its own. */
export const recordCheckers: readonly RecordChecker[] = [signatureBindingChecker];
