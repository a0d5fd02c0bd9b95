import { useSyncExternalStore } from 'react';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';

/** All changes are stored; a write is running; changes wait for a connection; the server accepts no more changes. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'stopped';

/** The state that the screen shows. */
export interface AutosaveState<Shown, Waiting> {
  /** The data that the person sees: their own changes, or the server's result of them. */
  readonly shown: Shown;
  /** Changes that the server has not accepted yet. */
  readonly waiting: Waiting;
  readonly save: SaveState;
  /** The reason why the server accepts no more changes, while `stopped`. */
  readonly error: ApiError | null;
}

/** Applies a change or an answer of the server to the data. */
type Step<Shown, Waiting> = (
  now: AutosaveState<Shown, Waiting>,
) => Partial<Pick<AutosaveState<Shown, Waiting>, 'shown' | 'waiting'>>;

/** The dependencies of an {@link Autosave}; tests supply their own. */
export interface AutosaveParts<Shown, Waiting> {
  readonly shown: Shown;
  /** Changes that an earlier tab could not save. */
  readonly waiting: Waiting;
  readonly isEmpty: (waiting: Waiting) => boolean;
  /**
   * Writes the pending changes, and calls `take` with a function that applies the server's answer to the current data: the person may
   * have continued in the meantime.
   */
  readonly write: (
    sent: AutosaveState<Shown, Waiting>,
    leaving: boolean,
    take: (step: Step<Shown, Waiting>) => void,
  ) => Promise<void>;
  /** Returns whether there is something to write in addition to the pending changes. */
  readonly hasMore?: (waiting: Waiting) => boolean;
  /** Stores pending changes in the browser, in case the tab is closed without a connection. */
  readonly keep?: (text: string | null) => void;
  /** The time after which changes are written, together with later ones; in milliseconds. */
  readonly gather: number;
  /** The longest wait for a server that accepts data bit by bit, by its own clock; in milliseconds. */
  readonly longest?: (waiting: Waiting) => number;
  /** Called if the last write accepted none of the pending changes. */
  readonly onNothingTaken?: (state: AutosaveState<Shown, Waiting>) => void | Promise<void>;
  /** Returns true if it has handled the refusal and saving can continue. */
  readonly onRefused?: (error: ApiError) => boolean;
}

/** Waits between tries without a connection, in milliseconds. */
const retries = [2000, 4000, 8000, 15_000] as const;
const longestRetry = 30_000;

/**
 * Saves a person's changes automatically (VIEW-03, VIEW-06, docs/decisions/065). Changes are gathered and written one at a time;
 * a change during a write is written after it. Changes that cannot be written stay pending, are retried, and are stored in the
 * browser.
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

  /** True while no write is running or scheduled. */
  get isIdle(): boolean {
    return this.#writing === null && this.#timer === undefined;
  }

  /** Applies a change of the person: it is written after `wait`, or with the next write if that is null. */
  change(step: Step<Shown, Waiting>, wait: number | null = this.#parts.gather): void {
    const before = this.#state.waiting;
    this.#set(step(this.#state));
    if (wait === null || this.#state.waiting === before) return;
    this.#keep();
    if (this.#state.save === 'saved') this.#set({ save: 'saving' });
    if (this.isIdle) this.#later(wait);
  }

  /** Writes the pending changes now. When the tab is being left, the write outlives it, and changes made during a write follow at once. */
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

  /** Called when the browser says that the connection is back: the next try is now. */
  online(): void {
    if (this.#state.save === 'waiting') void this.flush();
  }

  /** Stops further writes; a running write ends first. */
  async pause(): Promise<void> {
    this.#paused = true;
    this.#cancel();
    // Its failure is shown at the place that sent it.
    await Promise.allSettled([this.#writing]);
  }

  /** Writes again after {@link pause}. */
  resume(): void {
    this.#paused = false;
    if (this.#waits() && this.#state.save !== 'stopped') this.#later(this.#parts.gather);
  }

  /** Called when the screen closes: pending changes are written again, and stay stored in the browser if that fails. */
  leave(): void {
    void this.flush(true);
    this.#closed = true;
    this.#cancel();
  }

  /** Ends saving: no changes must be saved or stored any more. */
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

  /**
   * Returns the time to wait for more changes. A server that accepts data little by little, by its own clock, is called less and
   * less often.
   */
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

/** Reads and stores a text in this browser. If the browser refuses, nothing is stored. */
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

/** Saves when the tab is left and when the connection is back; the returned function leaves for good. */
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
