import { defineTexts } from '../texts/define-texts.ts';

/** The actions with webhooks (OPS-06). */
export const webhookActions = defineTexts('trail.action', {
  'webhook.created': '{actor} set up a webhook',
  'webhook.changed': '{actor} changed a webhook',
  'webhook.secretRotated': '{actor} rotated the secret of a webhook',
  'webhook.deleted': '{actor} deleted a webhook',
  'webhook.tested': '{actor} sent a test event to a webhook',
  'webhook.resent': '{actor} sent deliveries of a webhook again',
  'webhook.failed': '{actor} could not deliver events to a webhook',
  'webhook.turnedOff': '{actor} turned off a webhook whose receiver is gone',
});
