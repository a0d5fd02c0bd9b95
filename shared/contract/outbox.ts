import { because } from '#shared/reasons/in-schema.ts';
import { z } from 'zod';
import {
  bodyId,
  calendarDate,
  instant,
  line,
  pageFields,
  pathId,
  requiredLine,
  requiredText,
  sortBy,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { announcementAudiences, mailStates } from '#shared/domain/notifications/outbox.ts';
import { languages } from '#shared/domain/people/settings.ts';

const operations = { permission: 'operations.manage' } as const;

/** An email of the outbox. */
const outboxMail = z
  .object({
    id: z.int(),
    to: z.string(),
    person: z.string().nullable(),
    template: z.string(),
    /** The text that was sent, or that would be sent now. */
    subject: z.string(),
    language: z.enum(languages),
    /** The event that caused it and the record that it names. */
    cause: z.string(),
    state: z.enum(mailStates),
    attempts: z.number(),
    createdAt: instant,
    sentAt: instant.nullable(),
    /** The time of the next attempt; null if there is none, or if it is held for an administrator. */
    nextAttemptAt: instant.nullable(),
    lastError: z.string().nullable(),
  })
  .meta({ id: 'OutboxMail' });

/** One more than `MAX_COUNTED` means that there are more. */
const counts = z
  .object({
    waiting: z.number(),
    sent: z.number(),
    failed: z.number(),
    held: z.number(),
  })
  .meta({ id: 'OutboxCounts' });

/** An administrator's input for an announcement (NOT-02). */
export const announcementText = z
  .strictObject({
    subject: requiredLine(150, because('subject_needed')),
    message: requiredText(5000, because('message_needed')),
  })
  .meta({ id: 'AnnouncementText' });

const audienceFields = { audience: z.enum(announcementAudiences) };

/** The outbox and announcements (NOT-02). */
export const outboxContract = {
  list: defineEndpoint({
    id: 'outbox.list',
    method: 'GET',
    path: '/api/outbox',
    summary: 'Emails with their subject and state, the newest first (NOT-02, NOT-06)',
    access: operations,
    audit: { none: 'delivery of emails, with their subjects alone' },
    data: { shows: ['outbox'] },
    query: z.strictObject({
      ...pageFields,
      sort: sortBy(['createdAt', 'to', 'template', 'attempts']),
      state: z.enum(mailStates).optional(),
      template: line(80).optional(),
      /** Days on which they were queued, in the reader's zone. */
      from: calendarDate.optional(),
      to: calendarDate.optional(),
    }),
    response: z.array(outboxMail),
    list: true,
    compressed: true,
  }),
  open: defineEndpoint({
    id: 'outbox.open',
    method: 'GET',
    path: '/api/outbox/:id',
    summary:
      'What an email said when it was sent, or would say now; secrets of its links are blanked (NOT-06)',
    access: operations,
    audit: { access: 'mail.opened' },
    data: { shows: ['outbox'] },
    params: z.object({ id: pathId }),
    response: outboxMail
      .extend({
        html: z.string(),
        text: z.string(),
        /** False: it is a preview, because the email was not sent yet, or before what was sent was stored. */
        asSent: z.boolean(),
      })
      .meta({ id: 'OutboxMailView' }),
  }),
  overview: defineEndpoint({
    id: 'outbox.overview',
    method: 'GET',
    path: '/api/outbox/overview',
    summary:
      'How many mails wait, were sent, failed or are held; whether a mail server is configured (NOT-02)',
    access: operations,
    audit: { none: 'figures' },
    data: { shows: ['outbox'] },
    response: z
      .object({ configured: z.boolean(), counts, templates: z.array(z.string()) })
      .meta({ id: 'OutboxOverview' }),
  }),
  resend: defineEndpoint({
    id: 'outbox.resend',
    method: 'POST',
    path: '/api/outbox/resend',
    summary: 'Send failed mails again, or release held ones: some, or all of that state (NOT-02, F18)',
    access: operations,
    audit: { command: 'mail.resent' },
    data: { changes: ['outbox'] },
    body: z.strictObject({
      state: z.enum(['waiting', 'failed', 'held']),
      ids: z.array(bodyId).min(1).max(1000).optional(),
    }),
    response: z.object({ count: z.number() }).meta({ id: 'ResentMails' }),
  }),
  recipients: defineEndpoint({
    id: 'outbox.recipients',
    method: 'GET',
    path: '/api/announcements/recipients',
    summary: 'How many people an announcement would reach, and how many it is for (NOT-02)',
    access: operations,
    audit: { none: 'figures' },
    data: { shows: ['people', 'organizations'] },
    query: z.strictObject({ ...audienceFields, organizationId: pathId.optional() }),
    response: z.object({ reached: z.number(), all: z.number() }).meta({ id: 'AnnouncementRecipients' }),
  }),
  announce: defineEndpoint({
    id: 'outbox.announce',
    method: 'POST',
    path: '/api/announcements',
    summary: 'Mail an announcement to those who chose to get announcements (NOT-02)',
    access: operations,
    audit: { command: 'announcement.sent' },
    data: { changes: ['outbox'] },
    body: z.strictObject({
      ...audienceFields,
      organizationId: bodyId.nullable().default(null),
      ...announcementText.shape,
    }),
    response: z.object({ id: z.number(), reached: z.number() }).meta({ id: 'QueuedAnnouncement' }),
    status: 201,
  }),
};
