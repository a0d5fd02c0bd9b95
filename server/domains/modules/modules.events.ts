import type { RetrainingChoice } from '#shared/domain/modules/publishing.ts';

/** New content of a module took effect (MOD-11). */
export interface ModulePublished {
  readonly type: 'module.published';
  readonly moduleId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  /** The version that was current until now; null for the first one. */
  readonly previousVersionId: number | null;
  /** The people who must retrain by the publisher's choice; without a choice nobody (MOD-11). */
  readonly retraining: RetrainingChoice;
}

/** A module was retired (MOD-13): whether its open assignments stay or are voided. */
export interface ModuleRetired {
  readonly type: 'module.retired';
  readonly moduleId: number;
  readonly title: string;
  readonly openAssignments: 'keep' | 'void';
}

declare module '#server/platform/command/transaction.ts' {
  interface EventsByArea {
    readonly modules: ModulePublished | ModuleRetired;
  }
}
