import { shareIn } from '#shared/domain/viewing/parts.ts';
import { raiseShare } from '#shared/domain/viewing/progress.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import {
  afterAnswer,
  bodiesOf,
  hasCredit,
  nothingPending,
  parsePending,
  withPage,
  withRange,
  waitingFiles,
  withShare,
  type Pending,
  type ProgressAnswer,
  type ProgressBody,
} from '#app/screens/training-module/progress/pending.ts';

/** Everything is stored; a report is on its way; reports wait for a connection; the server takes none any more. */
export type SaveState = 'saved' | 'saving' | 'waiting' | 'stopped';

/** What the screen shows of it. */
export interface ReporterState {
  readonly answer: ProgressAnswer;
  readonly pending: Pending;
  readonly save: SaveState;
  /** Why the server takes no more, while `stopped`. */
  readonly error: ApiError | null;
}

/** What the reporter needs of its surroundings; tests bring their own. */
export interface ReporterParts {
  readonly viewSessionId: string;
  /** Where the person stood when the content was opened. */
  readonly opened: ProgressAnswer;
  readonly send: (body: ProgressBody, leaving: boolean) => Promise<ProgressAnswer>;
  /** Requests files once more of which the server credits nothing: their bytes may be from an earlier session. */
  readonly fetchAgain: (urls: readonly string[]) => void;
  /** The session of the viewer is over, at a new version for instance: open the content again. */
  readonly onSessionLost: () => void;
  /** Keeps what waits, should the tab be closed without a connection. */
  readonly keep: (text: string | null) => void;
  readonly kept: string | null;
}

/** Time spent is told in steps of this many seconds (VIEW-05). */
const stepSeconds = 15;
/** A page or stretch is told after so long, together with what comes meanwhile; in milliseconds. */
const gather = 800;
/** The longest wait for what the server credits by its clock, and that for text, which waits for its reading time; in milliseconds. */
const longestWait = 30_000;
const textStep = 5000;
/** Waits between tries without a connection, in milliseconds. */
const retries = [2000, 4000, 8000, 15_000, 30_000] as const;

/**
 * Tells the server what was seen (VIEW-03, VIEW-05) and keeps it until the server has credited it: over lost
 * connections, closed tabs and the server's own clock, which lets no page come faster than one a second.
 */
export class ProgressReporter {
  readonly #parts: ReporterParts;
  readonly #listeners = new Set<() => void>();
  #state: ReporterState;
  #seconds = 0;
  #tries = 0;
  /** Answers in a row that credited nothing of what waits. */
  #unheard = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #closed = false;

  constructor(parts: ReporterParts) {
    this.#parts = parts;
    const kept = parsePending(parts.kept);
    const pending = afterAnswer(kept, nothingPending, parts.opened);
    this.#state = {
      answer: parts.opened,
      pending,
      save: hasCredit(pending) ? 'saving' : 'saved',
      error: null,
    };
    if (hasCredit(pending)) this.#later(gather);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getState = (): ReporterState => this.#state;

  /** A page was seen. */
  pageSeen(file: string, page: number): void {
    const known = this.#state.answer.files.find(({ name }) => name === file);
    if (known?.seenPages.includes(page)) return;
    this.#add(withPage(this.#state.pending, file, page));
  }

  /** A stretch of a video was played, in seconds. */
  played(file: string, from: number, to: number): void {
    this.#add(withRange(this.#state.pending, file, [from, to]), stepSeconds * 1000);
  }

  /** The share that was seen of a part which the server cannot count, 0 to 1; only upward. */
  shareSeen(part: string, share: number): void {
    const known = shareIn(this.#state.answer.shares, part);
    if (raiseShare(known, share) > known) this.#add(withShare(this.#state.pending, part, share));
  }

  /** Where the person is; told with the next report. */
  at(file: string, position: number): void {
    this.#set({ pending: { ...this.#state.pending, position: { file, position } } });
  }

  /** A second in which the content was open in front of the person. */
  tick(): void {
    this.#seconds += 1;
    if (this.#seconds >= stepSeconds && this.#tries === 0 && !this.#timer) void this.flush();
  }

  /** Tells the server now; again at once when something came meanwhile. */
  async flush(leaving = false): Promise<void> {
    if (this.#busy || this.#state.save === 'stopped' || this.#hasNothingToSay()) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#busy = true;
    if (hasCredit(this.#state.pending) && this.#state.save !== 'waiting') this.#set({ save: 'saving' });
    try {
      const before = JSON.stringify(this.#state.pending);
      await this.#sendAll(leaving);
      this.#tries = 0;
      const waits = hasCredit(this.#state.pending);
      this.#unheard = JSON.stringify(this.#state.pending) === before ? this.#unheard + 1 : 0;
      if (waits && this.#unheard > 0) this.#parts.fetchAgain(waitingFiles(this.#state));
      this.#set({ save: waits ? 'saving' : 'saved' });
      // The server lets pages through by its clock: the rest follows when its time has passed.
      const longest = Object.keys(this.#state.pending.shares).length > 0 ? textStep : longestWait;
      if (waits) this.#later(Math.min(longest, gather * 2 ** this.#unheard));
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

  /** The viewer goes away; what waits stays kept. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #hasNothingToSay(): boolean {
    const { pending } = this.#state;
    return this.#seconds === 0 && pending.position === null && !hasCredit(pending);
  }

  async #sendAll(leaving: boolean): Promise<void> {
    const sent = this.#state.pending;
    const seconds = this.#seconds;
    let told = 0;
    for (const body of bodiesOf(sent, this.#parts.viewSessionId, seconds)) {
      const answer = await this.#parts.send(body, leaving);
      told += body.seconds ?? 0;
      this.#set({ answer, pending: afterAnswer(this.#state.pending, sent, answer) });
    }
    this.#seconds -= told;
    this.#keep();
  }

  #failed(error: unknown): void {
    const known = error instanceof ApiError ? error : null;
    if (!known) {
      this.#set({ save: 'stopped' });
      throw error;
    }
    if (known.errors.some(({ path }) => path === 'viewSessionId')) {
      this.#set({ save: 'saving' });
      this.#parts.onSessionLost();
      return;
    }
    const passing = known.status === 0 || known.status === 429 || known.status >= 500;
    if (!passing || isUnauthorized(known)) {
      this.#set({ save: 'stopped', error: known });
      return;
    }
    this.#set({ save: 'waiting' });
    this.#later(retries[Math.min(this.#tries, retries.length - 1)] ?? 30_000);
    this.#tries += 1;
  }

  #add(pending: Pending, wait = gather): void {
    if (pending === this.#state.pending) return;
    this.#set({ pending, save: this.#state.save === 'saved' ? 'saving' : this.#state.save });
    this.#keep();
    if (!this.#timer && !this.#busy && this.#state.save !== 'stopped') this.#later(wait);
  }

  #later(wait: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), wait);
  }

  #keep(): void {
    this.#parts.keep(hasCredit(this.#state.pending) ? JSON.stringify(this.#state.pending) : null);
  }

  #set(change: Partial<ReporterState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
