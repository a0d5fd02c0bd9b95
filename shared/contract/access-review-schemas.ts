import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { bodyId, calendarDate, instant, line, reason, userId } from '#shared/contract/common.ts';
import { checkedSignature, statementCode } from '#shared/contract/signatures.ts';
import { grantKinds, roles } from '#shared/domain/access/permissions.ts';
import { reviewAnswers, reviewStates, undecidedReasons } from '#shared/domain/people/access-review.ts';
import { closureCauses, signingOpenings } from '#shared/domain/signatures/signing-identity.ts';

const count = z.int().min(0);

/** The state of an organization's access reviews. */
export const reviewSchedule = z
  .object({
    organizationId: z.int(),
    organizationName: z.string(),
    everyMonths: z.int(),
    lastSignedAt: instant.nullable(),
    /** The review that is open; null: none, or not the reader's. */
    openReviewId: z.int().nullable(),
    /** Today in the organization. */
    today: calendarDate,
    /** The day by which access must be reviewed again. */
    dueOn: calendarDate,
  })
  .meta({ id: 'AccessReviewSchedule' });

/** A review in a list. */
export const reviewRow = {
  id: z.int(),
  organizationId: z.int(),
  organizationName: z.string(),
  state: z.enum(reviewStates),
  dueOn: calendarDate,
  openedAt: instant,
  openedByName: z.string(),
  /** The time at which it was signed or cancelled. */
  endedAt: instant.nullable(),
  endedByName: z.string().nullable(),
};

/** The progress of a review. */
const progress = z
  .object({
    accounts: count,
    keep: count,
    change: count,
    end: count,
    /** Accounts without a valid answer. */
    open: count,
    /** Accounts that have changed or were added since it was opened. */
    changed: count,
    flagged: count,
    privileged: count,
    noSecondFactor: count,
    neverSignedIn: count,
    longUnused: count,
  })
  .meta({ id: 'AccessReviewProgress' });

/** A review with its progress. */
export const accessReview = z
  .object({
    ...reviewRow,
    progress,
    /** The reader's own account in an open review: another administrator must answer for it, or nobody can. */
    ownAccount: z.enum(['answered', 'another', 'nobody']).nullable(),
    /** The statement to sign (SIG-05); null: nothing to sign yet. */
    statement: statementCode.nullable(),
    /** A signature sends this back: it is refused if an account or an answer has changed since. Null if the review is over. */
    seen: z.string().nullable(),
    /** The signature of a signed one, recomputed (SIG-04); null if it is missing, or none is due. */
    signature: checkedSignature.nullable(),
  })
  .meta({ id: 'AccessReview' });

/** An account in a review: its current state while the review is open, its state at the end afterwards. */
export const reviewedAccount = z
  .object({
    userId: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    organizationName: z.string().nullable(),
    managerName: z.string().nullable(),
    /** The name of the person who gave the role, and the time since when the account has it; null if unknown, and in older reviews. */
    roleGivenByName: z.string().nullable(),
    roleSince: instant.nullable(),
    grants: z.array(
      z
        .object({
          id: z.int(),
          kind: z.enum(grantKinds),
          organizationName: z.string(),
          validUntil: instant.nullable(),
          /** Null if unknown. */
          grantedByName: z.string().nullable(),
        })
        .meta({ id: 'ReviewedGrant' }),
    ),
    lastSignInAt: instant.nullable(),
    /** The time at which the password was chosen or issued; null: it signs in without one. */
    credentialAt: instant.nullable(),
    createdAt: instant,
    secondFactor: z.boolean(),
    /** Somebody else set the credentials with which the person signs (SIG-05). `chain` has the details. */
    flagged: z.boolean(),
    chain: z.array(
      z
        .object({
          cause: z.enum(closureCauses),
          causedAt: instant,
          causedByName: z.string().nullable(),
          openedAt: instant.nullable(),
          opening: z.enum(signingOpenings).nullable(),
          confirmedByName: z.string().nullable(),
        })
        .meta({ id: 'ReviewedChain' }),
    ),
    /** Whether it is unchanged since the review was opened. */
    since: z.enum(['same', 'changed', 'added']),
    answer: z.enum(reviewAnswers).nullable(),
    newRole: z.enum(roles).nullable(),
    /** Ids of the grants that are revoked. */
    endedGrants: z.array(z.int()),
    reason: z.string().nullable(),
    answeredByName: z.string().nullable(),
    answeredAt: instant.nullable(),
    /** There was an answer, but the account has changed since. */
    outdated: z.boolean(),
    undecided: z.enum(undecidedReasons).nullable(),
    /** An answer sends this back: it is refused if the account or its answer has changed since. */
    seen: z.string(),
  })
  .meta({ id: 'ReviewedAccount' });

/** The answers for accounts: a change for one at a time, with a reason for every answer except `keep`. */
export const reviewAnswerBody = z
  .strictObject({
    accounts: z
      .array(z.strictObject({ userId, seen: line(64) }))
      .min(1)
      .max(500),
    answer: z.enum(reviewAnswers),
    newRole: z.enum(roles).optional(),
    endedGrants: z.array(bodyId).max(100).optional(),
    reason: reason.optional(),
  })
  .refine(({ answer, reason: why }) => answer === 'keep' || why !== undefined, {
    path: ['reason'],
    message: because('reason_required'),
  })
  .refine(({ answer, accounts }) => answer !== 'change' || accounts.length === 1, {
    path: ['accounts'],
    message: because('review_one_account'),
  })
  .refine(
    ({ answer, newRole, endedGrants }) =>
      (answer === 'change') === (newRole !== undefined || (endedGrants ?? []).length > 0),
    { path: ['newRole'], message: because('review_change_needed') },
  );
