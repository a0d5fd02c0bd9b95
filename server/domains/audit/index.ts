export { readSealLag, sealLagLimit, type SealLag } from './audit.queries.ts';
export { anchorFile } from './anchors.ts';
export { lostAnchoredHead, sealOnce, type Sealer } from './commands/seal.ts';
export { installationSealingKey, sealerOf, startSealing } from './sealing.ts';
export { exportBundle } from './export-bundle.ts';
export type { Finding, Findings, FindingKind, Notice, VerifyReport } from './verify/findings.ts';
export type { RecordChecker } from './verify/record-checker.ts';
export { readRows } from './verify/trail.ts';
export { verifyDatabase, type VerifyOptions } from './verify/verify-database.ts';
