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

/** The answer of the server is shown; what it has not credited waits. */
export type ReporterState = AutosaveState<ProgressAnswer, Pending>;

/** What progress is reported with; tests bring their own. */
export interface ReporterParts extends Required<Pick<AutosaveParts<ProgressAnswer, Pending>, 'keep'>> {
  readonly viewSessionId: string;
  /** Where the person stood when the content was opened. */
  readonly opened: ProgressAnswer;
  readonly send: (body: ProgressBody, leaving: boolean) => Promise<ProgressAnswer>;
  /** Requests files again of which the server credits nothing: their bytes may be from an earlier session. */
  readonly fetchAgain: (urls: readonly string[]) => void;
  /** The session of the viewer is over, at a new version for instance: open the content again. */
  readonly onSessionLost: () => void;
  readonly kept: string | null;
}

/** Time spent is told in steps of this many seconds (VIEW-05). */
const stepSeconds = 15;
/** The longest wait for what the server credits by its clock, and that for text, which waits for its reading time; in milliseconds. */
const longestWait = 30_000;
const textStep = 5000;

/**
 * Tells the server what was seen (VIEW-03, VIEW-05) until the server has credited it, whose clock lets no page come faster than one
 * a second.
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

  /** A stretch of a video was played, in seconds. */
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

  /** Where the person is; told with the next report. */
  at(file: string, position: number): void {
    this.autosave.change(({ waiting }) => ({ waiting: { ...waiting, position: { file, position } } }), null);
  }

  /** A second in which the content was open in front of the person. */
  tick(): void {
    this.#seconds += 1;
    if (this.#seconds >= stepSeconds && this.autosave.isIdle) void this.autosave.flush();
  }
}
