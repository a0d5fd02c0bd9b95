import { useCallback, useMemo, useRef, useState } from 'react';
import { isDone } from '#shared/domain/assignments/status.ts';
import { shareIn } from '#shared/domain/viewing/parts.ts';
import type { CompletionVerdict } from '#shared/domain/viewing/completion.ts';
import { QUIZ_SHARE, shownProgress } from '#shared/domain/viewing/progress.ts';
import type { PdfViewerHandle } from '#app/features/pdf/viewer-props.ts';
import {
  firstPart,
  isPartSeen,
  missingParts,
  partsOf,
  progressOfFile,
  type ContentPart,
  type FileProgress,
  type MissingPart,
  type Shares,
} from '#app/screens/training-module/content-parts.ts';
import type { ProgressAnswer } from '#app/screens/training-module/progress/pending.ts';
import { useProgress, type Progress } from '#app/screens/training-module/progress/use-progress.ts';
import {
  verdictOf,
  type PdfHandle,
  type ReadingEvents,
  type Resume,
} from '#app/screens/training-module/reading.ts';
import type { Viewing } from '#app/screens/training-module/use-viewing.ts';

type Ready = Extract<Viewing, { state: 'ready' }>;

/** The subject of the reading: the module, and the person's own assignment with its viewer session if there is one. */
export interface ReadingInput {
  readonly module: Ready['module'];
  readonly reading: Ready['reading'];
  /** Opens the content again, with a new viewer session. */
  readonly onReopen: () => void;
}

/** The reading of a module: parts, the reader's position, progress, and whether it may be completed. */
export interface Reading {
  readonly parts: readonly ContentPart[];
  /** The part that is shown; undefined for a module without content. */
  readonly part: ContentPart | undefined;
  readonly choose: (part: ContentPart) => void;
  readonly isSeen: (part: ContentPart) => boolean;
  /** The parts left to see; empty before anything was seen, and once the content counts as seen. */
  readonly missing: readonly MissingPart[];
  /** Opens a part, at its first missing page if it has pages. */
  readonly goToMissing: (missing: MissingPart) => void;
  readonly page: number;
  readonly pages: number;
  readonly setPage: (page: number) => void;
  readonly setPages: (pages: number) => void;
  readonly goTo: (page: number) => void;
  readonly handle: PdfHandle;
  readonly resume: Resume | null;
  /** The share seen of the current part, if the server cannot count it; 0 to 1. */
  readonly share: number;
  readonly watched: readonly (readonly [number, number])[];
  readonly events: ReadingEvents;
  readonly progress: Progress | null;
  readonly answer: ProgressAnswer | null;
  readonly file: FileProgress | null;
  readonly verdict: CompletionVerdict | null;
  /** The quiz was passed just now: the server has said so with the attempt. */
  readonly quizPassed: () => void;
}

const nowhere: readonly (readonly [number, number])[] = [];

/** Applies a passed quiz to the server's answer from before; if the module has only the quiz, all content counts as seen. */
function withQuizPassed(answer: ProgressAnswer, parts: readonly ContentPart[]): ProgressAnswer {
  const quiz = { passed: true };
  if (answer.quiz?.passed === true) return answer;
  const isAll = parts.every(({ kind }) => kind === 'quiz');
  return isAll
    ? { ...answer, quiz, contentSeen: true, progress: shownProgress('in_progress', 100, true) }
    : { ...answer, quiz, progress: Math.min(99, answer.progress + QUIZ_SHARE) };
}

/** Keeps the viewer's state of a reading consistent with its reports to the server (VIEW-03, VIEW-04). */
export function useReading({ module, reading, onReopen }: ReadingInput): Reading {
  const handle = useRef<PdfViewerHandle>(null);
  const [passed, setPassed] = useState(false);
  const completed = reading !== null && isDone(reading.assignment.status);
  const session = reading && !completed ? reading.session : null;
  const progress = useProgress(reading?.assignment.id ?? 0, session, onReopen);
  const parts = useMemo(() => partsOf(module), [module]);
  const told = progress?.state.shown ?? reading?.session ?? null;
  const answer = passed && told ? withQuizPassed(told, parts) : told;
  // Stored by key: an office file becomes a document of pages while it is open (MOD-09).
  const [chosen, setChosen] = useState(() => firstPart(parts, reading?.session ?? null)?.key);
  const part = parts.find(({ key }) => key === chosen) ?? parts[0];
  // The page at which a part opens if a page was chosen; otherwise a part continues where its reading stopped.
  const [wanted, setWanted] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const [pages, setPages] = useState(1);
  // The shares seen in this viewer: they are shown before the server has answered, and also if nothing is recorded.
  const [shares, setShares] = useState<Shares>({});
  const seenShares = useRef(shares);
  const file = part && 'file' in part ? part.file : null;
  const waiting = (file && progress?.state.waiting.pages[file.name]) ?? [];
  const fileProgress = file && progressOfFile(answer, waiting, file);
  // The position at which the reading stopped is fetched once, when a part opens; later reports come from this page.
  const opened = useMemo(() => reading?.session ?? null, [reading?.session]);
  const resume = file && {
    position: wanted ?? (opened?.lastPosition?.file === file.name ? opened.lastPosition.position : null),
    progress: progressOfFile(opened, [], file),
  };
  const reporter = progress?.reporter;
  const events = useMemo(
    (): ReadingEvents => ({
      pageSeen: (name, number) => reporter?.pageSeen(name, number),
      played: (name, from, to) => reporter?.played(name, from, to),
      rests: () => void reporter?.autosave.flush(),
      at: (name, position) => reporter?.at(name, position),
      share: ({ key }, share) => {
        const before = seenShares.current;
        if ((before[key] ?? 0) >= share) return;
        seenShares.current = { ...before, [key]: share };
        setShares(seenShares.current);
        reporter?.shareSeen(key, share);
      },
    }),
    [reporter],
  );
  const isSeen = (candidate: ContentPart): boolean =>
    (completed && candidate.kind !== 'quiz') || isPartSeen(candidate, answer, shares);
  const goTo = useCallback((number: number) => handle.current?.goTo(number), []);
  const left =
    completed || answer?.contentSeen !== false
      ? []
      : missingParts(parts, answer, progress?.state.waiting.pages ?? {}, shares);
  const begun = (answer?.progress ?? 0) > 0 || Object.values(shares).some((share) => share > 0);
  return {
    parts,
    part,
    choose: useCallback((choice: ContentPart) => {
      setWanted(null);
      setChosen(choice.key);
    }, []),
    isSeen,
    missing: begun ? left : [],
    goToMissing: ({ part: choice, stretches }) => {
      const first = stretches[0]?.[0] ?? null;
      if (choice.key === part?.key) return first === null ? undefined : goTo(first);
      setWanted(first);
      return setChosen(choice.key);
    },
    page,
    pages,
    setPage,
    setPages,
    goTo,
    handle,
    resume,
    share: part ? Math.max(shareIn(answer?.shares, part.key), shares[part.key] ?? 0) : 0,
    watched: (file && opened?.files.find(({ name }) => name === file.name)?.watched) ?? nowhere,
    events,
    progress,
    answer,
    file: fileProgress,
    verdict: reading && answer ? verdictOf(reading.assignment, answer) : null,
    quizPassed: useCallback(() => setPassed(true), []),
  };
}
