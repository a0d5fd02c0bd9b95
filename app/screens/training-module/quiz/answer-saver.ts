import type { GivenAnswer } from '#shared/domain/quizzes/question.ts';
import { Autosave, type AutosaveParts, type AutosaveState } from '#app/lib/autosave.ts';

/** Answers by the id of their question. */
export type Answers = Readonly<Record<string, GivenAnswer>>;

/** All answers are shown; those that the server has not heard of wait. */
export type AnswerSaverState = AutosaveState<Answers, Answers>;

/** What the answers of an open attempt are saved with; tests bring their own. */
export interface AnswerSaverParts extends Required<Pick<AutosaveParts<Answers, Answers>, 'keep'>> {
  /** The answers as the server has them. */
  readonly stored: Answers;
  readonly send: (answers: Answers, leaving: boolean) => Promise<unknown>;
  /** The attempt was submitted elsewhere, in another tab for instance. */
  readonly onHandedIn: () => void;
  readonly kept: string | null;
}

/** The autosave of the answers of an open attempt (VIEW-06), which are sent whole: on the server for every device. */
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

/** The person answers a question, or takes an answer back. */
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
