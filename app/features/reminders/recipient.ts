import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { remindersContract } from '#shared/contract/reminders.ts';

/** A person whom a reminder type is for. */
export type Recipient = ResponseOf<typeof remindersContract.info>[number];
