/** The public interface of webhooks for the composition root: they subscribe to events, and no area imports them (OPS-06). */
export { cleanDeliveriesJob, deliverJob, sweepDeliveriesJob } from './deliver.jobs.ts';
export { queueDeliveries } from './queue-deliveries.ts';
export { webhookSecrets } from './secrets.ts';
export { webhookFailedMail, webhookGoneMail } from './webhooks.mails.ts';
export { webhooksRoutes } from './webhooks.routes.ts';
