import type { ReasonEntries } from './reason.ts';

/** The reasons for setting up webhooks. */
export const webhooksReasons = {
  webhook_events_needed: ['Choose at least one event', 'No event was chosen.'],
  webhook_address_form: [
    'Enter an address that starts with https://',
    'The address is not a complete one, contains a password, or is not encrypted.',
  ],
  webhook_address_private: [
    'This address is in a private network. Ask the people who run the server to allow its name.',
    'The address is not public, and WEBHOOK_PRIVATE_HOSTS does not name its host.',
  ],
  webhook_too_many: [
    'There are already {maximum, number} webhooks. Delete one first.',
    'The installation has as many webhooks as it may have.',
    { maximum: 'number' },
  ],
  webhook_off: ['This webhook is off. Turn it on first.', 'A webhook that is off sends nothing.'],
} as const satisfies ReasonEntries;
