import type { RetrainingChoice } from '#shared/domain/modules/publishing.ts';
import type { DomainEvent } from '#server/platform/command/transaction.ts';

/** New content of a module took effect (MOD-11). */
export interface ModulePublished extends DomainEvent {
  readonly type: 'module.published';
  readonly moduleId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  /** The version that was current until now; null for the first one. */
  readonly previousVersionId: number | null;
  /** Whom the publisher wants trained again; without a choice nobody (MOD-11). */
  readonly retraining: RetrainingChoice;
}

/** A module was retired (MOD-13): whether its open assignments stay or are voided. */
export interface ModuleRetired extends DomainEvent {
  readonly type: 'module.retired';
  readonly moduleId: number;
  readonly title: string;
  readonly openAssignments: 'keep' | 'void';
}

/** A module that was never assigned is gone (MOD-13). */
export interface ModuleDeleted extends DomainEvent {
  readonly type: 'module.deleted';
  readonly moduleId: number;
  readonly title: string;
}

/** A module was made (MOD-03…05). */
export interface ModuleCreated extends DomainEvent {
  readonly type: 'module.created';
  readonly moduleId: number;
  readonly title: string;
}

/** The questions of a module were written (VIEW-06). */
export interface QuizSaved extends DomainEvent {
  readonly type: 'quiz.saved';
  readonly moduleId: number;
  readonly title: string;
  readonly questions: number;
}

/** A module asks no questions any more (VIEW-06). */
export interface QuizRemoved extends DomainEvent {
  readonly type: 'quiz.removed';
  readonly moduleId: number;
  readonly title: string;
}

/** A person began an attempt at a quiz (VIEW-06). */
export interface QuizAttemptBegun extends DomainEvent {
  readonly type: 'quiz.attempt_begun';
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly number: number;
}

/** A person handed an attempt in, and what came of it (VIEW-06). */
export interface QuizHandedIn extends DomainEvent {
  readonly type: 'quiz.handed_in';
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly number: number;
  /** Percent. */
  readonly score: number;
  readonly passed: boolean;
}

/** Every event of this area. */
export type ModulesEvent =
  | ModulePublished
  | ModuleRetired
  | ModuleDeleted
  | ModuleCreated
  | QuizSaved
  | QuizRemoved
  | QuizAttemptBegun
  | QuizHandedIn;

/** Raises an event of this area with its type checked. */
export const modulesEvent = (event: ModulesEvent): ModulesEvent => event;
