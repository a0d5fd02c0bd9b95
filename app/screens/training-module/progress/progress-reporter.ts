import { shareIn } from '#shared/domain/viewing/parts.ts';
import { raiseShare } from '#shared/domain/viewing/progress.ts';
import { Autosave, type AutosaveParts, type AutosaveState } from '#app/lib/autosave.ts';
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

/** The answer of the server is shown; progress that it has not credited is pending. */
export type ReporterState = AutosaveState<ProgressAnswer, Pending>;

/** The dependencies with which progress is reported; tests supply their own. */
export interface ReporterParts extends Required<Pick<AutosaveParts<ProgressAnswer, Pending>, 'keep'>> {
  readonly viewSessionId: string;
  /** The progress when the content was opened. */
  readonly opened: ProgressAnswer;
  readonly send: (body: ProgressBody, leaving: boolean) => Promise<ProgressAnswer>;
  /** Fetches files again for which the server credits nothing: their bytes may be from an earlier session. */
  readonly fetchAgain: (urls: readonly string[]) => void;
  /** Called when the session of the viewer has ended, at a new version for instance: opens the content again. */
  readonly onSessionLost: () => void;
  readonly kept: string | null;
}

/** Time spent is reported in steps of this many seconds (VIEW-05). */
const stepSeconds = 15;
/** The longest wait for parts that the server credits by its clock, and for text, which waits for its reading time; in milliseconds. */
const longestWait = 30_000;
const textStep = 5000;

/**
 * Reports the parts that were seen to the server (VIEW-03, VIEW-05) until the server has credited them; its clock allows at most
 * one page per second.
 */
export class ProgressReporter {
  readonly autosave: Autosave<ProgressAnswer, Pending>;
  #seconds = 0;

  constructor({ viewSessionId, opened, kept, keep, send, fetchAgain, onSessionLost }: ReporterParts) {
    this.autosave = new Autosave({
      shown: opened,
      waiting: afterAnswer(parsePending(kept), nothingPending, opened),
      isEmpty: (pending) => !hasCredit(pending),
      hasMore: ({ position }) => this.#seconds > 0 || position !== null,
      keep,
      gather: 800,
      longest: ({ shares }) => (Object.keys(shares).length > 0 ? textStep : longestWait),
      write: async ({ waiting: sent }, leaving, take) => {
        const seconds = this.#seconds;
        for (const body of bodiesOf(sent, viewSessionId, seconds)) {
          const answer = await send(body, leaving);
          this.#seconds -= body.seconds ?? 0;
          take(({ waiting }) => ({ shown: answer, waiting: afterAnswer(waiting, sent, answer) }));
        }
      },
      onNothingTaken: ({ shown, waiting }) => fetchAgain(waitingFiles(shown, waiting)),
      onRefused: ({ errors }) => {
        const isOver = errors.some(({ path }) => path === 'viewSessionId');
        if (isOver) onSessionLost();
        return isOver;
      },
    });
  }

  /** A page was seen. */
  pageSeen(file: string, page: number): void {
    const known = this.autosave.getState().shown.files.find(({ name }) => name === file);
    if (known?.seenPages.includes(page)) return;
    this.autosave.change(({ waiting }) => ({ waiting: withPage(waiting, file, page) }));
  }

  /** Records that a section of a video was played, in seconds. */
  played(file: string, from: number, to: number): void {
    this.autosave.change(
      ({ waiting }) => ({ waiting: withRange(waiting, file, [from, to]) }),
      stepSeconds * 1000,
    );
  }

  /** The share that was seen of a part which the server cannot count, 0 to 1; only upward. */
  shareSeen(part: string, share: number): void {
    const known = shareIn(this.autosave.getState().shown.shares, part);
    if (raiseShare(known, share) <= known) return;
    this.autosave.change(({ waiting }) => ({ waiting: withShare(waiting, part, share) }));
  }

  /** Records the person's position; it is sent with the next report. */
  at(file: string, position: number): void {
    this.autosave.change(({ waiting }) => ({ waiting: { ...waiting, position: { file, position } } }), null);
  }

  /** Counts a second in which the content was open in front of the person. */
  tick(): void {
    this.#seconds += 1;
    if (this.#seconds >= stepSeconds && this.autosave.isIdle) void this.autosave.flush();
  }
}
