import { z } from 'zod';
import {
  bodyId,
  enteredLine,
  instant,
  organizationName,
  pagingFields,
  pathId,
  reason,
  reasonBody,
  recordId,
  requiredLine,
} from '#shared/contract/common.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { deliveryProblems, deliveryStates } from '#shared/domain/webhooks/delivery.ts';
import { webhookEventNames } from '#shared/domain/webhooks/events.ts';
import { because } from '#shared/reasons/in-schema.ts';

const managers = { permission: 'webhooks.manage' } as const;
const one = z.strictObject({ id: pathId });

const eventName = z.enum(webhookEventNames).meta({ id: 'WebhookEvent' });

const fields = {
  name: requiredLine(100, because('name_needed')),
  address: enteredLine(500).regex(/^https?:\/\/\S+$/i, because('webhook_address_form')),
  events: z.array(eventName).min(1, because('webhook_events_needed')).max(webhookEventNames.length),
};

const webhook = z
  .object({
    id: z.int(),
    name: z.string(),
    address: z.string(),
    organization: organizationName.nullable(),
    events: z.array(eventName),
    isActive: z.boolean(),
    offReason: z.enum(['person', 'gone']).nullable(),
    createdAt: instant,
    createdByName: z.string(),
    lastDeliveredAt: instant.nullable(),
    /** Deliveries that are pending, and those that failed; counted up to 1,000. */
    waiting: z.int(),
    failed: z.int(),
    /** The time until which the earlier secret signs too; null if no rotation is in progress. */
    rotationEndsAt: instant.nullable(),
  })
  .meta({ id: 'Webhook' });

const delivery = z
  .object({
    id: z.int(),
    /** The `webhook-id` of every attempt. */
    messageId: z.string(),
    event: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    createdAt: instant,
    /** The end and the duration of the last attempt, and its answer. */
    answeredAt: instant.nullable(),
    answerMs: z.int().nullable(),
    answerCode: z.int().nullable(),
    problem: z.enum(deliveryProblems).nullable(),
    nextAttemptAt: instant.nullable(),
  })
  .meta({ id: 'WebhookDelivery' });

/** Shown once, when it is created. */
const secret = z.string().meta({ description: 'whsec_ and 32 random bytes in base64' });

/** Webhooks after Standard Webhooks (OPS-06). */
export const webhooksContract = {
  list: defineEndpoint({
    id: 'webhooks.list',
    method: 'GET',
    path: '/api/webhooks',
    summary: 'Webhooks by name, with their figures (OPS-06)',
    access: managers,
    audit: { none: 'addresses of other systems, which administrators set up' },
    data: { shows: ['webhooks', 'organizations'] },
    query: z.strictObject(pagingFields),
    list: true,
    compressed: true,
    response: z.array(webhook),
  }),
  get: defineEndpoint({
    id: 'webhooks.get',
    method: 'GET',
    path: '/api/webhooks/:id',
    summary: 'One webhook (OPS-06)',
    access: managers,
    audit: { none: 'the address of another system, which administrators set up' },
    data: { shows: ['webhooks', 'organizations'] },
    params: one,
    response: webhook,
  }),
  create: defineEndpoint({
    id: 'webhooks.create',
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Set up a webhook; the answer is the only one with its secret (OPS-06)',
    access: managers,
    stepUp: true,
    audit: { command: 'webhook.created' },
    data: { changes: ['webhooks'] },
    body: z.strictObject({
      ...fields,
      /** The organization whose events it receives; null means all. */
      organizationId: bodyId.nullable(),
    }),
    response: z.object({ id: z.int(), secret }).meta({ id: 'CreatedWebhook' }),
    status: 201,
  }),
  change: defineEndpoint({
    id: 'webhooks.change',
    method: 'PUT',
    path: '/api/webhooks/:id',
    summary: 'Change a webhook, turn it off or on again, with a reason (OPS-06)',
    access: managers,
    stepUp: true,
    audit: { command: 'webhook.changed', record: 'webhooks' },
    data: { changes: ['webhooks'] },
    params: one,
    body: z.strictObject({ ...fields, isActive: z.boolean(), reason }),
    response: recordId,
  }),
  rotate: defineEndpoint({
    id: 'webhooks.rotate',
    method: 'POST',
    path: '/api/webhooks/:id/rotate-secret',
    summary:
      'Create a new secret; for a day both sign, and the answer is the only one with the new one (OPS-06)',
    access: managers,
    stepUp: true,
    audit: { command: 'webhook.secretRotated', record: 'webhooks' },
    data: { changes: ['webhooks'] },
    params: one,
    body: reasonBody,
    response: z.object({ secret, earlierUntil: instant }).meta({ id: 'RotatedWebhookSecret' }),
  }),
  delete: defineEndpoint({
    id: 'webhooks.delete',
    method: 'DELETE',
    path: '/api/webhooks/:id',
    summary: 'Delete a webhook with its deliveries; the audit trail keeps that it existed (OPS-06)',
    access: managers,
    stepUp: true,
    audit: { command: 'webhook.deleted', record: 'webhooks' },
    data: { changes: ['webhooks'] },
    params: one,
    body: reasonBody,
    response: recordId,
  }),
  test: defineEndpoint({
    id: 'webhooks.test',
    method: 'POST',
    path: '/api/webhooks/:id/test',
    summary: 'Send a test event to a webhook (OPS-06)',
    access: managers,
    audit: { command: 'webhook.tested', record: 'webhooks' },
    data: { changes: ['webhooks'] },
    params: one,
    errors: ['ILLEGAL_STEP'],
    response: recordId,
    status: 201,
  }),
  deliveries: defineEndpoint({
    id: 'webhooks.deliveries',
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    summary: 'Deliveries of a webhook, the newest first; ended ones are kept for 30 days (OPS-06)',
    access: managers,
    audit: { none: 'kinds of events with the answers of another system' },
    data: { shows: ['webhooks'] },
    params: one,
    query: z.strictObject({ ...pagingFields, state: z.enum(deliveryStates).optional() }),
    list: true,
    compressed: true,
    response: z.array(delivery),
  }),
  resend: defineEndpoint({
    id: 'webhooks.resend',
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/resend',
    summary: 'Send ended deliveries again with the same ids: some, or all that failed (OPS-06)',
    access: managers,
    audit: { command: 'webhook.resent', record: 'webhooks' },
    data: { changes: ['webhooks'] },
    params: one,
    body: z.strictObject({ ids: z.array(bodyId).min(1).max(1000).optional() }),
    errors: ['ILLEGAL_STEP'],
    response: z.object({ count: z.int() }).meta({ id: 'ResentDeliveries' }),
  }),
};
