import type { GivenAnswer } from '#shared/domain/quizzes/question.ts';
import { Autosave, type AutosaveParts, type AutosaveState } from '#app/lib/autosave.ts';

/** Answers by the id of their question. */
export type Answers = Readonly<Record<string, GivenAnswer>>;

/** All answers are shown; those that the server does not have yet are pending. */
export type AnswerSaverState = AutosaveState<Answers, Answers>;

/** The dependencies with which the answers of an open attempt are saved; tests supply their own. */
export interface AnswerSaverParts extends Required<Pick<AutosaveParts<Answers, Answers>, 'keep'>> {
  /** The answers as stored on the server. */
  readonly stored: Answers;
  readonly send: (answers: Answers, leaving: boolean) => Promise<unknown>;
  /** Called when the attempt was submitted elsewhere, in another tab for instance. */
  readonly onHandedIn: () => void;
  readonly kept: string | null;
}

/**
 * Returns the autosave of the answers of an open attempt (VIEW-06). They are always sent completely and are stored on the server,
 * for every device.
 */
export function saveAnswers({
  stored,
  kept,
  keep,
  send,
  onHandedIn,
}: AnswerSaverParts): Autosave<Answers, Answers> {
  const waiting = parseKept(kept);
  const autosave: Autosave<Answers, Answers> = new Autosave({
    shown: { ...stored, ...waiting },
    waiting,
    isEmpty: (answers) => Object.keys(answers).length === 0,
    keep,
    gather: 700,
    write: async (sent, leaving, take) => {
      await send(sent.shown, leaving);
      take((now) => ({
        waiting: Object.fromEntries(
          Object.entries(now.waiting).filter(([id, answer]) => sent.waiting[id] !== answer),
        ),
      }));
    },
    onRefused: ({ code }) => {
      if (code !== 'ATTEMPT_HANDED_IN') return false;
      autosave.end();
      onHandedIn();
      return true;
    },
  });
  return autosave;
}

/** Records an answer of the person, or removes it. */
export function answerQuestion(
  autosave: Autosave<Answers, Answers>,
  questionId: string,
  answer: GivenAnswer,
): void {
  const added = { [questionId]: answer };
  autosave.change(({ shown, waiting }) => ({
    shown: { ...shown, ...added },
    waiting: { ...waiting, ...added },
  }));
}

/** Reads the answers that an earlier tab stored; an invalid text counts as nothing. */
function parseKept(text: string | null): Answers {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Answers) : {};
  } catch (error) {
    // Other code wrote under this name, or the write was cut short.
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
