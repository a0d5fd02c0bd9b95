/** How deliveries of webhooks end, and when they are tried again (OPS-06). */

/** States of a delivery on screen: `sending` shows as waiting. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
/** One of {@link deliveryStates}. */
export type DeliveryState = (typeof deliveryStates)[number];

/** Why an attempt failed. */
export const deliveryProblems = [
  'timeout',
  'unreachable',
  'refused_address',
  'redirect',
  'answer',
  'gone',
] as const;
/** One of {@link deliveryProblems}. */
export type DeliveryProblem = (typeof deliveryProblems)[number];

const minute = 60;
const hour = 60 * minute;

/** Seconds between the attempts: ten attempts within three days. */
const delays = [5, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 18 * hour, 20 * hour];

/** The share by which a delay may be longer, so that deliveries that failed together are not repeated together. */
const jitter = 0.02;

/** Seconds until the next attempt after so many; null after the last one. `random` is from 0 to 1. */
export function delayAfter(attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + jitter * random));
}

/** Seconds for which a receiver that failed so many times in a row is left alone: from 5 seconds to 15 minutes. */
export const pauseAfter = (failures: number): number => Math.min(5 * 2 ** (failures - 1), 15 * minute);

/** What the status of an answer means; null where the receiver took the event. */
export function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'answer';
}

/** How long an earlier secret still signs after a rotation. */
export const rotationHours = 24;

/** Days for which ended deliveries are kept. */
export const deliveriesKeptDays = 30;

/** Most webhooks of an installation. */
export const mostWebhooks = 50;
