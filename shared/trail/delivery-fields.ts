import { defineTexts, type Text } from '../texts/define-texts.ts';
import type { FieldKind } from './ref-kinds.ts';

/** The kinds of the fields of webhooks and of scheduled exports, which send data out of the installation automatically. */
export const deliveryKinds = {
  'webhooks.events': 'text',
  frequency: 'code',
  weekday: 'number',
  month_day: 'number',
  time_of_day: 'text',
  next_run_at: 'instant',
  pause: 'code',
  saved_export_id: 'number',
  scheduled_for: 'instant',
  off_reason: 'code',
  webhook_id: 'number',
  ends_at: 'instant',
} as const satisfies Readonly<Record<string, FieldKind>>;

/** The names of these fields. */
export const deliveryNames: Readonly<Record<keyof typeof deliveryKinds, Text>> = defineTexts('trail.field', {
  'webhooks.events': 'Events',
  frequency: 'Frequency',
  weekday: 'Day of the week',
  month_day: 'Day of the month',
  time_of_day: 'Time of day',
  next_run_at: 'Next run',
  pause: 'Paused because',
  saved_export_id: 'Saved export',
  scheduled_for: 'Due',
  off_reason: 'Turned off by',
  webhook_id: 'Webhook',
  ends_at: 'Ends',
});
