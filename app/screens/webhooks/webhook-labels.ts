import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { IconAlertTriangle, IconCircleCheck, IconClock, type Icon } from '@tabler/icons-react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { webhooksContract as contract } from '#shared/contract/webhooks.ts';
import type { DeliveryProblem, DeliveryState } from '#shared/domain/webhooks/delivery.ts';
import type { WebhookEvent } from '#shared/domain/webhooks/events.ts';
import type { ToastRow } from '#app/lib/toasts.ts';
import type { Tone } from '#app/theme/tokens.ts';

/** A webhook on the screens. */
export type WebhookView = ResponseOf<typeof contract.get>;
/** A delivery on the screens. */
export type DeliveryView = ResponseOf<typeof contract.deliveries>[number];

/** The interval at which a page of webhooks checks for updates, in milliseconds. */
export const refreshInterval = 10_000;

/** The events in words. */
export const eventLabels: Readonly<Record<WebhookEvent, MessageDescriptor>> = {
  'user.created': msg`Person created`,
  'user.changed': msg`Person changed`,
  'user.deactivated': msg`Person deactivated`,
  'user.erased': msg`Person erased`,
  'people.imported': msg`People imported from a file`,
  'account.locked': msg`Account locked`,
  'organization.archived': msg`Organization archived`,
  'module.published': msg`Module version published`,
  'module.retired': msg`Module retired`,
  'assignment.assigned': msg`Training assigned`,
  'assignment.completed': msg`Training completed`,
  'assignment.voided': msg`Assignments voided`,
};

/** The label, tone and icon of each state of a delivery. */
export const deliveryLooks: Readonly<
  Record<DeliveryState, { readonly label: MessageDescriptor; readonly tone: Tone; readonly icon: Icon }>
> = {
  waiting: { label: msg`Pending`, tone: 'blue', icon: IconClock },
  delivered: { label: msg`Delivered`, tone: 'green', icon: IconCircleCheck },
  failed: { label: msg`Failed`, tone: 'red', icon: IconAlertTriangle },
};

/** The reasons why an attempt failed. */
export const problemLabels: Readonly<Record<DeliveryProblem, MessageDescriptor>> = {
  timeout: msg`The receiver did not answer in time.`,
  unreachable: msg`The receiver could not be reached.`,
  refused_address: msg`The address is in a private network.`,
  redirect: msg`The receiver redirected the request. Redirects are not followed.`,
  answer: msg`The receiver did not accept the event.`,
  gone: msg`The receiver answered that it is gone.`,
};

/** Shown when a webhook was changed. */
export const saved: ToastRow = { tone: 'default', title: msg`Webhook saved` };

/** Shown when a webhook was deleted. */
export const deleted: ToastRow = { tone: 'default', title: msg`Webhook deleted` };

/** Shown when a test event was queued. */
export const tested: ToastRow = {
  tone: 'default',
  title: msg`Test event sent`,
  text: msg`The list of deliveries shows the answer within seconds.`,
};

/** Shown when deliveries are sent again. */
export const sentAgain: ToastRow = { tone: 'default', title: msg`Deliveries are sent again` };
