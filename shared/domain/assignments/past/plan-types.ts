import type { CalendarDate } from '#shared/domain/calendar/calendar.ts';
import type { RenewalTerms, Validity } from '#shared/domain/assignments/renewal.ts';
import type { RetrainingChoice } from '#shared/domain/modules/publishing.ts';
import type { PastProblem } from './read-past-row.ts';

/** A person as an import of past completions finds them. */
export interface PastPerson {
  readonly id: string;
  readonly email: string;
  readonly externalId: string | null;
  readonly organizationId: number | null;
  /** The organizations before a change of the person, and until when, the earliest first. */
  readonly earlier?: readonly { readonly organizationId: number; readonly until: Date }[];
  readonly isActive: boolean;
}

/** A published version of a module. */
export interface PastVersion {
  readonly id: number;
  readonly number: number;
  readonly effectiveAt: Date;
  readonly retraining: RetrainingChoice;
}

/** A module that a row can name. */
export interface PastModule {
  readonly id: number;
  readonly title: string;
  readonly reference: string | null;
  /** Null: of every organization. */
  readonly organizationId: number | null;
  /** Whether people can get it today. */
  readonly isAssignable: boolean;
  readonly currentVersionId: number | null;
  readonly versions: readonly PastVersion[];
}

/** A training that a person of the file has or had. */
export interface HeldTraining {
  readonly assignmentId: number;
  readonly userId: string;
  readonly moduleId: number;
  readonly cycle: number;
  readonly status: 'not_started' | 'in_progress' | 'completed' | 'voided';
  readonly type: 'manual' | 'matrix' | 'onboarding' | 'renewal' | 'retraining';
  readonly assignedOn: CalendarDate;
  readonly versionNumber: number | null;
  readonly completedOn: CalendarDate | null;
  readonly validity: Validity | null;
  readonly hasMatrix: boolean;
  readonly terms: RenewalTerms;
}

/** The terms by which the matrices of a person renew a module, by the shortest period (MTX-08). */
export interface PastTerms extends RenewalTerms {
  readonly userId: string;
  readonly moduleId: number;
}

/** The zone and today's date of an organization. */
export interface PastPlace {
  readonly timeZone: string;
  readonly today: CalendarDate;
  /** The zones before a change, and until when, the earliest first. */
  readonly earlier?: readonly { readonly timeZone: string; readonly until: Date }[];
}

/** The records that the plan for an import of past completions is based on (USR-09). */
export interface PastContext {
  readonly people: readonly PastPerson[];
  readonly modules: readonly PastModule[];
  readonly standing: readonly HeldTraining[];
  /** The terms of the modules that matrices require. */
  readonly terms: readonly PastTerms[];
  /** Each organization; people without one under null. */
  readonly places: ReadonlyMap<number | null, PastPlace>;
  /** The files that accompany the table, by their names in lower case. */
  readonly files: ReadonlyMap<string, number>;
  /** The person who runs the import. Their own completions must be imported by somebody else. */
  readonly importerId: string;
}

/** The result of a row: wrong, recorded in addition to other trainings, recorded as completing an open training, or already known. */
export const pastOutcomes = ['bad', 'recorded', 'completes', 'unchanged'] as const;
type PastOutcome = (typeof pastOutcomes)[number];

/** A completion that will be recorded. */
export interface PlannedCompletion {
  readonly userId: string;
  readonly organizationId: number | null;
  readonly moduleId: number;
  readonly versionId: number;
  readonly versionNumber: number;
  readonly completedOn: CalendarDate;
  readonly timeZone: string;
  readonly source: string;
  readonly fileId: number | null;
  readonly validity: Validity | null;
  readonly terms: RenewalTerms;
  readonly cycle: number;
  /** The open training that it completes; null: it becomes a separate training. */
  readonly assignmentId: number | null;
}

/** A row with its result. */
export interface PlannedPastRow {
  readonly line: number;
  readonly outcome: PastOutcome;
  readonly userId: string | null;
  readonly completion: PlannedCompletion | null;
  readonly problems: readonly PastProblem[];
}

/** The plan of a whole import of past completions (USR-09). */
export interface PastPlan {
  readonly rows: readonly PlannedPastRow[];
  /** Open trainings that get a later cycle number, because earlier completions are imported before them. */
  readonly moved: readonly { readonly assignmentId: number; readonly cycle: number }[];
  /** People and modules whose completions end, or have ended, and must be renewed now. */
  readonly renewals: readonly { readonly userId: string; readonly moduleId: number }[];
  /** Completions of old versions after which a later version makes people retrain (MOD-11), by their lines. */
  readonly retrainings: readonly { readonly line: number; readonly versionId: number }[];
}
