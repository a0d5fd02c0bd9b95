import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { remindersContract } from '#shared/contract/reminders.ts';

/** A recipient of a reminder type. */
export type Recipient = ResponseOf<typeof remindersContract.info>[number];
