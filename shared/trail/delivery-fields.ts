import { defineTexts } from '../texts/define-texts.ts';

/** The fields of webhooks and of scheduled exports, which send data out of the installation automatically: names by kind. */
export const deliveryFields = {
  text: defineTexts('trail.field', {
    'webhooks.events': 'Events',
    time_of_day: 'Time of day',
  }),
  code: defineTexts('trail.field', {
    frequency: 'Frequency',
    pause: 'Paused because',
    off_reason: 'Turned off by',
  }),
  number: defineTexts('trail.field', {
    weekday: 'Day of the week',
    month_day: 'Day of the month',
    saved_export_id: 'Saved export',
    webhook_id: 'Webhook',
  }),
  instant: defineTexts('trail.field', {
    next_run_at: 'Next run',
    scheduled_for: 'Due',
    ends_at: 'Ends',
  }),
};
