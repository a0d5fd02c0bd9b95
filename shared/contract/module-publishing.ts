import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import { calendarDate, done, givenDate, instant, pathId, requiredText } from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { overtaking } from '#shared/contract/module-schemas.ts';
import { publishingEffects, retrainingChoices } from '#shared/domain/modules/publishing.ts';

const manage = { permission: 'modules.manage' } as const;
const params = z.strictObject({ id: pathId, versionId: pathId });

/** Body of publishing a version (MOD-11), also the form of its dialog. */
export const publishForm = z
  .strictObject({
    changeNote: requiredText(2000, because('change_note_needed')),
    /**
     * The day from whose start it is effective, in the time zone of the module's organization, or of the publisher's; null means
     * at once.
     */
    effectiveFrom: calendarDate.nullish(),
    retraining: z.enum(retrainingChoices).default('none'),
    /** Days from the effective date until the training again is due. */
    dueDays: z
      .int(because('not_whole_days'))
      .min(0, because('too_small', { minimum: 0 }))
      .max(3650, because('too_big', { maximum: 3650 }))
      .default(30),
  })
  .meta({ id: 'PublishForm' });

/** The people whom a new version concerns, and its effect on them (MOD-11). */
const publishingEffectView = z
  .object({
    /** The number of people per effect. */
    counts: z.record(z.enum(publishingEffects), z.number()),
    /** The first people, those with the most work at the top. The counts include everybody. */
    people: z.array(
      z.object({
        id: z.string(),
        firstName: z.string().nullable(),
        lastName: z.string().nullable(),
        email: z.string(),
        effect: z.enum(publishingEffects),
        /** The due date of the person's first step; null if there is nothing to do or no date. */
        dueDate: givenDate.nullable(),
        /** The earliest due date of the retraining that follows the completion of the old version; null without one. */
        againDueDate: givenDate.nullable(),
        /** Days from finishing the old version until that training is due, if finishing late makes it due later. */
        againDays: z.number().nullable(),
      }),
    ),
    /** Percent of the module's people who are compliant in it: completed, nothing overdue, no completion expired (CMP-03). */
    rateBefore: z.number(),
    rateAfter: z.number(),
  })
  .meta({ id: 'PublishingEffectView' });

/** Publishing the versions of a module (MOD-11). */
export const modulePublishingContract = {
  publish: defineEndpoint({
    id: 'modules.publish',
    method: 'POST',
    path: '/api/training-modules/:id/versions/:versionId/publish',
    summary: 'Publishes a draft; with `preview` says first who has to train again and until when (MOD-11)',
    access: manage,
    audit: { command: 'module.version-published', record: 'training_modules' },
    data: { changes: ['modules', 'assignments'] },
    params,
    body: publishForm.extend({
      /** Only previews the effect; nothing is written. */
      preview: z.boolean().default(false),
      /** The preview's hash; if the effect has changed since, nothing happens: EFFECT_CHANGED with the new one. */
      effectHash: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .optional(),
    }),
    errors: ['EFFECT_CHANGED', 'ILLEGAL_STEP'],
    response: z
      .object({
        preview: z.boolean(),
        effectHash: z.string(),
        effectiveFrom: instant,
        atOnce: z.boolean(),
        /** The version that took effect since the draft was started from an older one, and may be missing in it. */
        overtakenBy: overtaking,
        /** The effect in full; only in a preview. */
        effect: publishingEffectView.nullable(),
      })
      .meta({ id: 'Publishing' }),
  }),
  removeVersion: defineEndpoint({
    id: 'modules.removeVersion',
    method: 'DELETE',
    path: '/api/training-modules/:id/versions/:versionId',
    summary: 'Takes away a draft, or a version that waits for its day: nobody has read it',
    access: manage,
    audit: { command: 'module.version-removed', record: 'training_modules' },
    data: { changes: ['modules'] },
    params,
    errors: ['ILLEGAL_STEP'],
    response: done,
  }),
};
