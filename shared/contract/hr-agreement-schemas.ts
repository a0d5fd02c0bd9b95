import { z } from 'zod';
import { givenDate, instant } from '#shared/contract/common.ts';
import { statementCode } from '#shared/contract/signatures.ts';
import { documentSignature, documentVersion, hrPerson } from '#shared/contract/hr-schemas.ts';
import {
  agreementSides,
  agreementEvents,
  agreementKinds,
  agreementMoves,
  agreementStates,
} from '#shared/domain/hr/agreements.ts';

/** The state of an agreement (HR-03). */
export const agreementState = z.enum(agreementStates);
/** The kind of an agreement (HR-03). */
export const agreementKind = z.enum(agreementKinds);
/** The two sides of an agreement (HR-03). */
export const agreementSide = z.enum(agreementSides);

const facts = {
  id: z.number(),
  title: z.string(),
  kind: agreementKind,
  state: agreementState,
  organizationId: z.number(),
  organizationName: z.string(),
  /** The name of the other party, with or without an account. */
  partyName: z.string(),
  partyEmail: z.string().nullable(),
  /** Set if the other party has an account and signs in the product. */
  partyUserId: z.string().nullable(),
  startsOn: givenDate,
  endsOn: givenDate.nullable(),
  noticeDays: z.number(),
  /** The last day after a notice, which overrides `endsOn`; null if no notice was given. */
  terminatesOn: givenDate.nullable(),
  /** The day on which it was terminated, in the organization's zone; this is its last day, whatever the agreed end. */
  terminatedOn: givenDate.nullable(),
  /** Days until the last day, negative once it is over; null if it never ends. */
  endsInDays: z.number().nullable(),
  /** Days until the start date, negative once it is over. */
  startsInDays: z.number(),
  /** The newest version of its document. */
  versionId: z.number().nullable(),
  versionNumber: z.number().nullable(),
  /** The sides that have signed. */
  signed: z.array(agreementSide),
  /** The PDF of the agreement with all its signatures; null before the last one. */
  signedCopyUrl: z.string().nullable(),
  revision: z.number(),
};

/** An agreement in lists (HR-03). */
export const agreementItem = z.object(facts).meta({ id: 'AgreementItem' });

/** An action on an agreement, from the audit trail (HR-03). */
export const agreementHistoryEntry = z
  .object({
    at: instant,
    /** The IANA zone in which everybody reads it (RPT-05): the one of the signature, or else the organization's. */
    timeZone: z.string(),
    event: z.enum(agreementEvents),
    /** The person who did it; null: a person who is no longer known. */
    by: z.string().nullable(),
    /** The version that was uploaded. */
    versionNumber: z.number().nullable(),
    /** The terms that were changed. */
    changed: z.array(z.enum(['title', 'kind', 'party', 'startsOn', 'endsOn', 'noticeDays'])),
    /** The reason for declining or ending it; null without one. */
    reason: z.string().nullable(),
  })
  .meta({ id: 'AgreementHistoryEntry' });

/** An agreement with its versions and signatures (HR-03). */
export const agreementView = z
  .object({
    ...facts,
    party: hrPerson.nullable(),
    sentAt: instant.nullable(),
    activatedAt: instant.nullable(),
    terminatedAt: instant.nullable(),
    terminatedBy: z.string().nullable(),
    terminatedReason: z.string().nullable(),
    noticeGivenAt: instant.nullable(),
    noticeGivenBy: z.string().nullable(),
    noticeReason: z.string().nullable(),
    declinedAt: instant.nullable(),
    /** The reason why the other party did not sign. */
    declinedReason: z.string().nullable(),
    /** The actions that the caller may take now. */
    moves: z.array(z.enum(agreementMoves)),
    /** The side for which the caller would sign; null: nothing to sign. */
    signsFor: agreementSide.nullable(),
    /** The statement with which the caller would sign it (SIG-05); null: nothing to sign. */
    statement: statementCode.nullable(),
    versions: z.array(documentVersion),
    signatures: z.array(documentSignature.extend({ side: agreementSide })),
    /** The actions on the agreement, the newest first; empty for its party. */
    history: z.array(agreementHistoryEntry),
  })
  .meta({ id: 'AgreementView' });
