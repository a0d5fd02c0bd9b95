/**
 * The events of the product that webhooks send (OPS-06), each with the version of its payload. A payload has ids and codes, never names,
 * addresses or texts. Fields may be added to a version; changing or removing one requires the next version.
 */
export const webhookEvents = {
  'user.created': 1,
  'user.changed': 1,
  'user.deactivated': 1,
  'user.erased': 1,
  'people.imported': 1,
  'account.locked': 1,
  'organization.archived': 1,
  'module.published': 1,
  'module.retired': 1,
  'assignment.assigned': 1,
  'assignment.completed': 1,
  'assignment.voided': 1,
} as const;

/** An event that a webhook can be set up for. */
export type WebhookEvent = keyof typeof webhookEvents;

/** The names of {@link webhookEvents}. */
export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** The event that an administrator sends to try a webhook. */
export const testEvent = 'webhook.test';

/** Returns the version of the payload of an event. */
export const versionOf = (event: string): number => webhookEvents[event as WebhookEvent] ?? 1;
