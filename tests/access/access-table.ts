/** How the hand-written access table is written (AUTH-13), and the table itself, one file an area. */
import type { AccessWorld, Material, Persona } from './access-world.ts';
import type { ReachPerson } from '#tests/harness/reach-world.ts';
import { absencesRows } from './table/absences.ts';
import { accessReviewsRows } from './table/access-reviews.ts';
import { accountsRows } from './table/accounts.ts';
import { apiTokensRows } from './table/api-tokens.ts';
import { assignmentsRows } from './table/assignments.ts';
import { certificatesRows } from './table/certificates.ts';
import { complianceRows } from './table/compliance.ts';
import { curriculaRows } from './table/curricula.ts';
import { directoryRows } from './table/directory.ts';
import { hrRows } from './table/hr.ts';
import { inspectionsRows } from './table/inspections.ts';
import { integrityChecksRows } from './table/integrity-checks.ts';
import { modulesRows } from './table/modules.ts';
import { notificationsRows } from './table/notifications.ts';
import { organizationsRows } from './table/organizations.ts';
import { outboxRows } from './table/outbox.ts';
import { namesRows } from './table/names.ts';
import { ownAccountRows } from './table/own-account.ts';
import { absenceImportsRows } from './table/absence-imports.ts';
import { pastImportsRows } from './table/past-imports.ts';
import { peopleImportsRows } from './table/people-imports.ts';
import { peopleRows } from './table/people.ts';
import { platformRows } from './table/platform.ts';
import { proofsRows } from './table/proofs.ts';
import { quizzesRows } from './table/quizzes.ts';
import { remindersRows } from './table/reminders.ts';
import { reportsRows } from './table/reports.ts';
import { webhooksRows } from './table/webhooks.ts';

/** Whose record a call is about; `any` where it is about nobody's. */
export type TargetName = 'own' | 'report' | 'foreign' | 'any';

/** The record that a call is about. */
export interface Target {
  readonly name: TargetName;
  /** Who calls. */
  readonly persona: Persona;
  /** `own`: the caller; `report`: an indirect report of the manager, in the same organization; `foreign`: in another one. */
  readonly person: ReachPerson;
  readonly organizationId: number;
  readonly departmentId: number;
  readonly material: Material;
}

/** What is sent. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A row of the table: what is sent, and the status that each persona must get. */
export interface AccessRow {
  /** The call is made in a session of its own, because it may end it. */
  readonly fresh?: true;
  readonly send?: (target: Target, world: AccessWorld) => Sent | Promise<Sent>;
  /**
   * Target → eight statuses, in the order anonymous, learner, manager, admin, hr, inspector, inactive, must-change.
   * Calls about nobody's record have `any`, calls about the own account `own`, all others own, report and foreign.
   */
  readonly expect: Readonly<Partial<Record<TargetName, string>>>;
}

/** Endpoint id → row. */
export type AccessRows = Readonly<Record<string, AccessRow>>;

/** The table: every endpoint of the catalogue has a row here, or a test fails. */
export const accessTable: AccessRows = {
  ...platformRows,
  ...outboxRows,
  ...integrityChecksRows,
  ...accountsRows,
  ...organizationsRows,
  ...peopleRows,
  ...absencesRows,
  ...absenceImportsRows,
  ...pastImportsRows,
  ...peopleImportsRows,
  ...namesRows,
  ...ownAccountRows,
  ...accessReviewsRows,
  ...inspectionsRows,
  ...webhooksRows,
  ...apiTokensRows,
  ...directoryRows,
  ...modulesRows,
  ...quizzesRows,
  ...curriculaRows,
  ...assignmentsRows,
  ...certificatesRows,
  ...proofsRows,
  ...remindersRows,
  ...hrRows,
  ...reportsRows,
  ...complianceRows,
  ...notificationsRows,
};
