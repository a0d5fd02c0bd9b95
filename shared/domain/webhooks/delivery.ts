/** The outcomes of webhook deliveries, and the times of further attempts (OPS-06). */

/** States of a delivery on screen: `sending` shows as waiting. */
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const;
/** One of {@link deliveryStates}. */
export type DeliveryState = (typeof deliveryStates)[number];

/** The reasons why an attempt failed. */
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

/** The largest random extension of a delay, as a share of it, so that deliveries that failed together are not repeated together. */
const jitter = 0.02;

/** Returns the seconds until the next attempt after this number of attempts; null after the last one. `random` is from 0 to 1. */
export function delayAfter(attempts: number, random: number): number | null {
  const delay = delays[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + jitter * random));
}

/** Seconds of pause for a receiver after this number of failures in a row: from 5 seconds to 15 minutes. */
export const pauseAfter = (failures: number): number => Math.min(5 * 2 ** (failures - 1), 15 * minute);

/** Returns the meaning of the status of an answer; null if the receiver accepted the event. */
export function problemOf(status: number): DeliveryProblem | null {
  if (status >= 200 && status < 300) return null;
  if (status === 410) return 'gone';
  return status >= 300 && status < 400 ? 'redirect' : 'answer';
}

/** The time for which an earlier secret still signs after a rotation. */
export const rotationHours = 24;

/** Days for which ended deliveries are stored. */
export const deliveriesKeptDays = 30;

/** Most webhooks of an installation. */
export const maxWebhooks = 50;
