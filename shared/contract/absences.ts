import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { absenceKinds, absenceLimits, absenceStates } from '#shared/domain/people/absences.ts';
import { calendarDate, givenDate, instant, multiline, pathId, reason, userId } from './common.ts';
import { effectHash } from './curricula-schemas.ts';
import { defineEndpoint } from './endpoint.ts';

/** An absence by the current records. The reason and the note are only for the person and for people who may record absences (USR-10). */
export const absenceView = z
  .object({
    /** The id of this version of the absence: a change gives it another one. */
    id: z.int(),
    firstDay: givenDate,
    /** The last day away; null if the return is not known yet. */
    lastDay: givenDate.nullable(),
    state: z.enum(absenceStates),
    /** A due date during the absence moves to this number of days after the return. */
    returnDays: z.int(),
    /** Null for callers who only see that the person is away, and after an erasure. */
    kind: z.enum(absenceKinds).nullable(),
    note: z.string().nullable(),
    recordedAt: instant,
    recordedByName: z.string().nullable(),
  })
  .meta({ id: 'AbsenceView' });

/**
 * A training whose due date an absence moves; the new date is null if it is paused until the return is known, or has no due date.
 */
const movedByAbsence = z.object({
  assignmentId: z.int(),
  title: z.string(),
  from: givenDate.nullable(),
  to: givenDate.nullable(),
  /** Overdue with the new date. */
  overdue: z.boolean(),
});

const absenceEffect = z.object({
  moved: z.array(movedByAbsence),
  /** The number of these that are overdue with the new date. */
  overdue: z.int(),
});

/** The effect of recording, changing, ending or voiding an absence, before or after the change (USR-10). */
export const shownAbsence = z
  .object({
    preview: z.boolean(),
    effect: absenceEffect,
    effectHash,
    /** The absence after the change; null in a preview. */
    absence: absenceView.nullable(),
  })
  .meta({ id: 'ShownAbsence' });

const days = {
  firstDay: calendarDate,
  lastDay: calendarDate.nullable(),
};
const details = {
  kind: z.enum(absenceKinds, because('absence_kind_needed')),
  note: multiline(absenceLimits.note).trim().nullable().default(null),
};
/** Only previews the effect; nothing is written. */
const shown = {
  preview: z.boolean().default(false),
  /** From the preview: if the effect has changed since, nothing happens (409 EFFECT_CHANGED). */
  effectHash: effectHash.optional(),
};

const endsAfterStart = ({ firstDay, lastDay }: { firstDay: string; lastDay: string | null }) =>
  lastDay === null || firstDay <= lastDay;
const endsBefore = { path: ['lastDay'], message: because('absence_ends_before') };

const access = { permission: 'people.absences' } as const;
const byUserId = z.object({ userId });
const byId = z.object({ id: pathId });
const errors = ['CONFLICT', 'EFFECT_CHANGED', 'NOT_FOUND'] as const;
const changes = { changes: ['people', 'assignments', 'absences'] } as const;

/** Absences of people (USR-10). */
export const absencesContract = {
  list: defineEndpoint({
    id: 'absences.list',
    method: 'GET',
    path: '/api/users/:userId/absences',
    summary:
      'The absences of a person, the latest first; why, and notes, only for the person and for those who may record absences',
    access: { permission: 'people.view' },
    audit: {
      none: 'days of the absences of a person within reach',
      inspected: { action: 'inspection.absencesViewed', record: 'users' },
    },
    data: { shows: ['absences', 'people'] },
    params: byUserId,
    response: z
      .object({
        absences: z.array(absenceView),
        /** Today in the person's zone. */
        today: givenDate,
        /** Whether the person is away today. */
        isAway: z.boolean(),
        /** The last day away, over absences that follow each other; null if the person is not away or the return is not known. */
        awayUntil: givenDate.nullable(),
        /** Open trainings whose due date an absence moves. */
        paused: z.array(
          z.object({ assignmentId: z.int(), dueDate: givenDate.nullable(), before: givenDate }),
        ),
        /** Whether the caller may record and change absences of this person. */
        canRecord: z.boolean(),
      })
      .meta({ id: 'PersonAbsences' }),
  }),
  record: defineEndpoint({
    id: 'absences.record',
    method: 'POST',
    path: '/api/users/:userId/absences',
    summary:
      'Record an absence of another person; what is due meanwhile moves to the days after the return; `preview` only says what would move',
    access,
    audit: { command: 'absence.recorded', record: 'users' },
    data: changes,
    params: byUserId,
    body: z
      .strictObject({ ...days, ...details, ...shown })
      .refine(endsAfterStart, endsBefore)
      .meta({ id: 'AbsenceForm' }),
    errors,
    response: shownAbsence,
  }),
  change: defineEndpoint({
    id: 'absences.change',
    method: 'PUT',
    path: '/api/absences/:id',
    summary: 'Change an absence with a reason; the former version stays on record; due dates follow',
    access,
    audit: { command: 'absence.changed', record: 'absences' },
    data: changes,
    params: byId,
    body: z
      .strictObject({ ...days, ...details, ...shown, reason: reason.optional() })
      .refine(endsAfterStart, endsBefore)
      .refine(({ preview, reason: why }) => preview || why !== undefined, {
        path: ['reason'],
        message: because('reason_required'),
      })
      .meta({ id: 'AbsenceChange' }),
    errors,
    response: shownAbsence,
  }),
  end: defineEndpoint({
    id: 'absences.end',
    method: 'POST',
    path: '/api/absences/:id/end',
    summary:
      'Record the last day of an absence: the person returned, or returns, the day after; due dates follow',
    access,
    audit: { command: 'absence.ended', record: 'absences' },
    data: changes,
    params: byId,
    body: z.strictObject({ lastDay: calendarDate, ...shown }).meta({ id: 'AbsenceEnd' }),
    errors,
    response: shownAbsence,
  }),
  void: defineEndpoint({
    id: 'absences.void',
    method: 'POST',
    path: '/api/absences/:id/void',
    summary: 'Void an absence that did not take place; due dates return to what they were without it',
    access,
    audit: { command: 'absence.voided', record: 'absences' },
    data: changes,
    params: byId,
    body: z
      .strictObject({ ...shown, reason: reason.optional() })
      .refine(({ preview, reason: why }) => preview || why !== undefined, {
        path: ['reason'],
        message: because('reason_required'),
      })
      .meta({ id: 'AbsenceVoiding' }),
    errors,
    response: shownAbsence,
  }),
};
