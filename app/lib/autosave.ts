import { useSyncExternalStore } from 'react';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';

/** Everything is stored; a write is on its way; changes wait for a connection; the server takes none any more. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'stopped';

/** What the screen shows of it. */
export interface AutosaveState<Shown, Waiting> {
  /** What the person sees: their own changes, or what the server made of them. */
  readonly shown: Shown;
  /** What the server has not taken yet. */
  readonly waiting: Waiting;
  readonly save: SaveState;
  /** Why the server takes no more, while `stopped`. */
  readonly error: ApiError | null;
}

/** What a change or an answer of the server makes of the data. */
type Step<Shown, Waiting> = (
  now: AutosaveState<Shown, Waiting>,
) => Partial<Pick<AutosaveState<Shown, Waiting>, 'shown' | 'waiting'>>;

/** What an {@link Autosave} needs of its surroundings; tests bring their own. */
export interface AutosaveParts<Shown, Waiting> {
  readonly shown: Shown;
  /** What an earlier tab could not save. */
  readonly waiting: Waiting;
  readonly isEmpty: (waiting: Waiting) => boolean;
  /**
   * Writes what waits, and calls `take` with what an answer of the server makes of the data as it is by then: the person may have gone
   * on meanwhile.
   */
  readonly write: (
    sent: AutosaveState<Shown, Waiting>,
    leaving: boolean,
    take: (step: Step<Shown, Waiting>) => void,
  ) => Promise<void>;
  /** Whether there is something to write beside what waits. */
  readonly hasMore?: (waiting: Waiting) => boolean;
  /** Keeps what waits in the browser, should the tab be closed without a connection. */
  readonly keep?: (text: string | null) => void;
  /** Changes are written after so long, together with what comes meanwhile; in milliseconds. */
  readonly gather: number;
  /** The longest wait for a server that takes what it is sent bit by bit, by its own clock; in milliseconds. */
  readonly longest?: (waiting: Waiting) => number;
  /** Nothing of what waits was taken by the last write. */
  readonly onNothingTaken?: (state: AutosaveState<Shown, Waiting>) => void | Promise<void>;
  /** True when a refusal is dealt with and is not the end of saving. */
  readonly onRefused?: (error: ApiError) => boolean;
}

/** Waits between tries without a connection, in milliseconds. */
const retries = [2000, 4000, 8000, 15_000] as const;
const longestRetry = 30_000;

/**
 * Saves by itself what a person does: gathered, one write at a time, the newest value last; a change during a write is written after
 * it. What cannot be written waits, is tried again, and is kept in the browser (VIEW-03, VIEW-06, docs/decisions/065).
 */
export class Autosave<Shown, Waiting> {
  readonly #parts: AutosaveParts<Shown, Waiting>;
  readonly #listeners = new Set<() => void>();
  #state: AutosaveState<Shown, Waiting>;
  #writing: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tries = 0;
  #takenNothing = 0;
  #paused = false;
  #closed = false;
  #ended = false;
  #leaves = false;

  constructor(parts: AutosaveParts<Shown, Waiting>) {
    this.#parts = parts;
    const { shown, waiting } = parts;
    this.#state = { shown, waiting, save: 'saved', error: null };
    if (this.#waits()) {
      this.#state = { ...this.#state, save: 'saving' };
      this.#later(parts.gather);
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): AutosaveState<Shown, Waiting> => this.#state;

  /** True while nothing is under way, and no time is set for it. */
  get isIdle(): boolean {
    return this.#writing === null && this.#timer === undefined;
  }

  /** The person has changed something: it is written after `wait`, or with the next write where that is null. */
  change(step: Step<Shown, Waiting>, wait: number | null = this.#parts.gather): void {
    const before = this.#state.waiting;
    this.#set(step(this.#state));
    if (wait === null || this.#state.waiting === before) return;
    this.#keep();
    if (this.#state.save === 'saved') this.#set({ save: 'saving' });
    if (this.isIdle) this.#later(wait);
  }

  /** Writes now what waits. A tab that is left says so: the write outlives it, and what came during one follows at once. */
  async flush(leaving = false): Promise<void> {
    if (this.#closed || this.#paused || this.#state.save === 'stopped') return;
    if (this.#writing) {
      this.#leaves ||= leaving;
      return;
    }
    if (!this.#waits() && this.#parts.hasMore?.(this.#state.waiting) !== true) return;
    this.#cancel();
    this.#writing = this.#writeAll(leaving);
    await this.#writing;
  }

  /** The connection is back, says the browser: the next try is now. */
  online(): void {
    if (this.#state.save === 'waiting') void this.flush();
  }

  /** Holds every write back; what is under way arrives first. */
  async pause(): Promise<void> {
    this.#paused = true;
    this.#cancel();
    // Its failure is shown where it was sent.
    await Promise.allSettled([this.#writing]);
  }

  /** Writes again after {@link pause}. */
  resume(): void {
    this.#paused = false;
    if (this.#waits() && this.#state.save !== 'stopped') this.#later(this.#parts.gather);
  }

  /** The screen goes away: what waits is written again, and stays kept where that fails. */
  leave(): void {
    void this.flush(true);
    this.#closed = true;
    this.#cancel();
  }

  /** Nothing has to be saved or kept any more. */
  end(): void {
    this.#closed = true;
    this.#ended = true;
    this.#cancel();
    this.#parts.keep?.(null);
  }

  async #writeAll(leaving: boolean): Promise<void> {
    try {
      await this.#write(leaving);
      while (this.#leaves && this.#waits() && !this.#paused) {
        this.#leaves = false;
        await this.#write(true);
      }
      if (this.#waits()) this.#later(this.#waitForMore());
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#leaves = false;
      this.#writing = null;
    }
  }

  async #write(leaving: boolean): Promise<void> {
    const before = JSON.stringify(this.#state.waiting);
    if (this.#waits() && this.#state.save !== 'waiting') this.#set({ save: 'saving' });
    await this.#parts.write(this.#state, leaving, (step) => this.#set(step(this.#state)));
    this.#tries = 0;
    if (this.#ended) return;
    this.#keep();
    const waits = this.#waits();
    const sameAsBefore = waits && JSON.stringify(this.#state.waiting) === before;
    this.#takenNothing = sameAsBefore ? this.#takenNothing + 1 : 0;
    this.#set({ save: waits ? 'saving' : 'saved' });
    if (sameAsBefore) await this.#parts.onNothingTaken?.(this.#state);
  }

  /** A server that takes little by little, by its own clock, is asked more and more rarely. */
  #waitForMore(): number {
    const { gather, longest } = this.#parts;
    return Math.min(longest?.(this.#state.waiting) ?? longestRetry, gather * 2 ** this.#takenNothing);
  }

  #failed(error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.#set({ save: 'stopped' });
      throw error;
    }
    if (this.#closed || this.#parts.onRefused?.(error) === true) return;
    const passing = error.status === 0 || error.status === 429 || error.status >= 500;
    if (!passing || isUnauthorized(error)) {
      this.#set({ save: 'stopped', error });
      return;
    }
    this.#set({ save: 'waiting' });
    this.#later(retries[this.#tries] ?? longestRetry);
    this.#tries += 1;
  }

  #waits(): boolean {
    return !this.#parts.isEmpty(this.#state.waiting);
  }

  #later(wait: number): void {
    if (this.#closed || this.#paused || this.#state.save === 'stopped') return;
    this.#cancel();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, wait);
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #keep(): void {
    this.#parts.keep?.(this.#waits() ? JSON.stringify(this.#state.waiting) : null);
  }

  #set(change: Partial<AutosaveState<Shown, Waiting>>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Reads and keeps a text in this browser. A browser that refuses keeps it for as long as the tab lives. */
export function storedText(key: string) {
  const guarded = <Value>(work: () => Value): Value | null => {
    try {
      return work();
    } catch (error) {
      if (error instanceof DOMException) return null;
      throw error;
    }
  };
  return {
    read: () => guarded(() => localStorage.getItem(key)),
    keep: (text: string | null) =>
      void guarded(() => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text))),
  };
}

/** Saves when the tab is left and when the connection is back; what is answered leaves for good. */
export function saveWithPage(
  autosave: Pick<Autosave<unknown, unknown>, 'flush' | 'online' | 'leave'>,
): () => void {
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') void autosave.flush(true);
  };
  const onOnline = (): void => autosave.online();
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('online', onOnline);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('online', onOnline);
    autosave.leave();
  };
}

/** The state of an autosave for a screen; null before there is one. */
export function useAutosaveState<Shown, Waiting>(
  autosave: Autosave<Shown, Waiting> | null,
): AutosaveState<Shown, Waiting> | null {
  return useSyncExternalStore(autosave?.subscribe ?? noSubscription, autosave?.getState ?? noState);
}

const noSubscription = (): (() => void) => () => undefined;
const noState = (): null => null;
