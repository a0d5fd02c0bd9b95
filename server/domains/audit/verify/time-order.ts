import { clockLimitMs } from '#server/platform/clock/clock.ts';
import { parseSealBody } from '../seal-body.ts';
import type { Findings } from './findings.ts';
import type { StoredEvent, StoredSeal } from './trail.ts';

/**
 * An event has the instant at which its transaction started. Events of overlapping transactions can therefore be sealed in
 * another order. The product ends transactions that run longer than some minutes, so a difference of a quarter of an hour or more
 * has another cause.
 */
const longestTransactionMs = 15 * 60_000;

interface Timed {
  readonly at: string;
  readonly name: string;
}

const later = (a: Timed | undefined, b: Timed): Timed => (a === undefined || b.at > a.at ? b : a);

const minutesBetween = (earlier: string, at: string): number =>
  Math.round((Date.parse(earlier) - Date.parse(at)) / 60_000);

/**
 * Checks that time moves forward in the trail (AUD-02). No event started long before one that was sealed earlier, and no seal was
 * made before its predecessor. Otherwise the clock of the database was set back, or ahead and then back. Each jump is named once.
 */
export class TimeOrder {
  readonly #findings: Findings;
  #sealedBefore: Timed | undefined;
  #ofThisSeal: Timed | undefined;
  #lastSeal: Timed | undefined;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** Starts a seal: the events that follow are later than those of the seals before. */
  seal(seal: StoredSeal): void {
    const at = parseSealBody(seal.body)?.sealedAt;
    if (at === undefined) return;
    const name = `seal ${String(seal.number)}`;
    const before = this.#lastSeal;
    if (before && Date.parse(before.at) - Date.parse(at) > clockLimitMs)
      this.#findings.add(
        'clock_moved',
        name,
        `it says ${at}, ${String(minutesBetween(before.at, at))} minutes before ${before.name}: the clock was set back`,
      );
    this.#lastSeal = { at, name };
  }

  /** An event of the seal that started last, or one that is not sealed yet. */
  event(event: StoredEvent): void {
    const told = { at: event.at, name: `event ${String(event.id)}` };
    const before = this.#sealedBefore;
    if (before && Date.parse(before.at) - Date.parse(told.at) > longestTransactionMs) {
      this.#findings.add(
        'clock_moved',
        told.name,
        `it says ${told.at}, ${String(minutesBetween(before.at, told.at))} minutes before ${before.name}, which was sealed earlier: the clock was set back`,
      );
      // Later events are compared with the new time, so that one jump is one finding.
      this.#sealedBefore = told;
    }
    this.#ofThisSeal = later(this.#ofThisSeal, told);
  }

  /** Ends a seal. Events that follow were sealed later. */
  end(): void {
    if (this.#ofThisSeal) this.#sealedBefore = later(this.#sealedBefore, this.#ofThisSeal);
    this.#ofThisSeal = undefined;
  }
}
