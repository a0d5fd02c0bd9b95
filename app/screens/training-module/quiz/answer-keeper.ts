import type { GivenAnswer } from '#shared/domain/quizzes/question.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';

/** Answers by the id of their question. */
export type Answers = Readonly<Record<string, GivenAnswer>>;

/** Everything is stored; on its way; waiting for a connection; the server takes no more. */
export type KeepState = 'saved' | 'saving' | 'waiting' | 'stopped';

/** What the screen shows of it. */
export interface KeeperState {
  readonly answers: Answers;
  readonly save: KeepState;
  /** Why the server takes no more, while `stopped`. */
  readonly error: ApiError | null;
}

/** What the keeper needs of its surroundings; tests bring their own. */
export interface KeeperParts {
  /** The answers as the server has them. */
  readonly stored: Answers;
  readonly send: (answers: Answers, leaving: boolean) => Promise<unknown>;
  /** The attempt was handed in elsewhere, in another tab for instance. */
  readonly onHandedIn: () => void;
  /** Keeps what waits, should the tab be closed without a connection. */
  readonly keep: (text: string | null) => void;
  readonly kept: string | null;
}

/** Answers are told after so long, together with what comes meanwhile; in milliseconds. */
const gather = 700;
/** Waits between tries without a connection, in milliseconds. */
const retries = [2000, 4000, 8000, 15_000, 30_000] as const;

/**
 * Keeps the answers of an open attempt (VIEW-06): on the server for every device, and in the browser for as long as the server
 * has not heard of them.
 */
export class AnswerKeeper {
  readonly #parts: KeeperParts;
  readonly #listeners = new Set<() => void>();
  #state: KeeperState;
  #waiting: Answers;
  #tries = 0;
  #busy = false;
  #closed = false;
  #paused = false;
  #sending: Promise<void> = Promise.resolve();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
    this.#waiting = parseKept(parts.kept);
    const waits = Object.keys(this.#waiting).length > 0;
    this.#state = {
      answers: { ...parts.stored, ...this.#waiting },
      save: waits ? 'saving' : 'saved',
      error: null,
    };
    if (waits) this.#later(gather);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): KeeperState => this.#state;

  /** The person answers a question, or takes an answer back. */
  answer(questionId: string, answer: GivenAnswer): void {
    this.#waiting = { ...this.#waiting, [questionId]: answer };
    this.#parts.keep(JSON.stringify(this.#waiting));
    this.#set({
      answers: { ...this.#state.answers, [questionId]: answer },
      save: this.#state.save === 'saved' ? 'saving' : this.#state.save,
    });
    if (!this.#timer && !this.#busy && this.#state.save !== 'stopped') this.#later(gather);
  }

  /** Tells the server now; again when something came meanwhile. */
  async flush(leaving = false): Promise<void> {
    if (this.#busy || this.#closed || this.#paused || this.#state.save === 'stopped') return;
    if (Object.keys(this.#waiting).length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#busy = true;
    this.#sending = this.#tell(leaving);
    await this.#sending;
  }

  /** Handing in begins, with all answers in it: what is under way arrives before it, and nothing follows. */
  async pause(): Promise<void> {
    this.#paused = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // Its failure is told where it was sent; what it carried goes with the handing in.
    await Promise.allSettled([this.#sending]);
  }

  /** Handing in did not work: answers are told again. */
  resume(): void {
    this.#paused = false;
    if (Object.keys(this.#waiting).length > 0 && this.#state.save !== 'stopped') this.#later(gather);
  }

  async #tell(leaving: boolean): Promise<void> {
    const sent = this.#waiting;
    try {
      await this.#parts.send(this.#state.answers, leaving);
      this.#tries = 0;
      this.#waiting = Object.fromEntries(
        Object.entries(this.#waiting).filter(([id, answer]) => sent[id] !== answer),
      );
      const waits = Object.keys(this.#waiting).length > 0;
      this.#parts.keep(waits ? JSON.stringify(this.#waiting) : null);
      this.#set({ save: waits ? 'saving' : 'saved' });
      if (waits) this.#later(gather);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#busy = false;
    }
  }

  /** The connection is back, says the browser: do not wait for the next try. */
  online(): void {
    if (this.#state.save === 'waiting') void this.flush();
  }

  /** The paper goes away; what waits stays kept. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The attempt is handed in: nothing has to be kept any more. */
  done(): void {
    this.close();
    this.#parts.keep(null);
  }

  #failed(error: unknown): void {
    if (!(error instanceof ApiError)) {
      this.#set({ save: 'stopped' });
      throw error;
    }
    if (this.#closed) return;
    if (error.code === 'ATTEMPT_HANDED_IN') {
      this.done();
      this.#parts.onHandedIn();
      return;
    }
    const passing = error.status === 0 || error.status === 429 || error.status >= 500;
    if (!passing || isUnauthorized(error)) {
      this.#set({ save: 'stopped', error });
      return;
    }
    this.#set({ save: 'waiting' });
    this.#later(retries[Math.min(this.#tries, retries.length - 1)] ?? 30_000);
    this.#tries += 1;
  }

  #later(wait: number): void {
    if (this.#closed || this.#paused) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.flush();
    }, wait);
  }

  #set(change: Partial<KeeperState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Reads what an earlier tab kept; anything else than that is nothing. */
function parseKept(text: string | null): Answers {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answers) : {};
  } catch (error) {
    // Somebody else wrote under this name, or the writing was cut short.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
