/** Quizzes for tests: one with every kind of question, and the ways to answer it. */
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { quizzesContract } from '#shared/contract/quizzes.ts';
import type { GivenAnswer, Question } from '#shared/domain/quizzes/question.ts';
import type { Answer, TestClient } from './client.ts';
import { createModuleBy, type Module } from './module-world.ts';
import { assignTo, putStatus } from './training-world.ts';

/** What a person sees of a quiz. */
export type QuizState = ResponseOf<typeof quizzesContract.state>;
/** What came of an attempt. */
export type AttemptResult = ResponseOf<typeof quizzesContract.attempt>;
/** A quiz as its author sees it. */
export type Quiz = ResponseOf<typeof quizzesContract.get>;

/** A question of each kind, in ten points; the ids are such as a careless author would choose. */
export const fiveQuestions: readonly Question[] = [
  {
    id: 'first',
    kind: 'single',
    text: 'What comes first when a participant is harmed?',
    points: 2,
    options: [
      { id: 'right', text: 'Care for the participant' },
      { id: 'wrong1', text: 'Fill in the form' },
      { id: 'wrong2', text: 'Call the sponsor' },
    ],
    key: { kind: 'single', optionId: 'right' },
    explanation: 'The person comes before every paper.',
  },
  {
    id: 'serious',
    kind: 'multiple',
    text: 'Which of these make an adverse event serious?',
    points: 2,
    options: [
      { id: 'yes1', text: 'A stay in hospital' },
      { id: 'no1', text: 'A strong headache' },
      { id: 'yes2', text: 'Danger to life' },
      { id: 'no2', text: 'A visit to the pharmacy' },
    ],
    key: { kind: 'multiple', optionIds: ['yes1', 'yes2'] },
    explanation: 'Severe and serious are not the same.',
  },
  {
    id: 'overwrite',
    kind: 'true_false',
    text: 'An entry may be overwritten when the new value is right.',
    points: 2,
    options: [],
    key: { kind: 'true_false', value: false },
    explanation: 'The first entry stays readable.',
  },
  {
    id: 'hours',
    kind: 'numeric',
    text: 'Within how many hours is a serious event reported?',
    points: 2,
    options: [],
    key: { kind: 'numeric', value: 24, tolerance: 0 },
    explanation: null,
  },
  {
    id: 'committee',
    kind: 'short_text',
    text: 'Who approves the consent form before it is used?',
    points: 2,
    options: [],
    key: { kind: 'short_text', accepted: ['Ethics Committee', 'IRB'], caseSensitive: false },
    explanation: null,
  },
];

/** Every text that would tell what is right before an attempt was handed in. */
export const secretTexts: readonly string[] = [
  '"key"',
  'explanation',
  'accepted',
  'tolerance',
  'The person comes before every paper.',
  'Ethics Committee',
  'IRB',
  '"right"',
  'yes1',
];

/** Writes the quiz of a module through the API; throws when it is refused. */
export async function writeQuiz(
  admin: TestClient,
  moduleId: number,
  fields: Record<string, unknown> = {},
): Promise<Quiz> {
  const answer = await putQuiz<Quiz>(admin, moduleId, fields);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** A module with the quiz, which the person has been assigned and has begun. */
export async function beginQuiz(
  admin: TestClient,
  person: { readonly id: string; readonly client: TestClient },
  quiz: Record<string, unknown> = {},
  fields: Record<string, unknown> = {},
): Promise<{ readonly id: number; readonly module: Module }> {
  const module = await createModuleBy(admin, {
    contentType: 'quiz',
    title: 'Knowledge check',
    passingScore: 80,
    ...fields,
  });
  await writeQuiz(admin, module.id, quiz);
  const { id } = await assignTo(admin, person.id, module.id);
  const started = await putStatus(person.client, id, { status: 'in_progress' });
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  return { id, module };
}

/** Asks for the quiz of a module to be written. */
export function putQuiz<Body>(
  admin: TestClient,
  moduleId: number,
  fields: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  return admin.put<Body>(
    `/api/training-modules/${String(moduleId)}/quiz`,
    { questions: fiveQuestions, shuffleQuestions: true, ...fields },
    { headers },
  );
}

/** The answers to a paper: the right ones, or wrong ones to the questions whose text begins so. */
export function answersTo(
  paper: readonly {
    readonly id: string;
    readonly text: string;
    readonly options: readonly { readonly id: string; readonly text: string }[];
  }[],
  wrong: readonly string[] = [],
): { questionId: string; answer: GivenAnswer }[] {
  return paper.map(({ id, text, options }) => {
    const question = fiveQuestions.find((candidate) => candidate.text === text);
    if (!question) throw new Error(`nobody knows the answer to ${text}`);
    const isWrong = wrong.some((beginning) => text.startsWith(beginning));
    return {
      questionId: id,
      answer: isWrong ? wrongAnswer(question, options) : rightAnswer(question, options),
    };
  });
}

type Shown = readonly { readonly id: string; readonly text: string }[];

const shownId = (question: Question, options: Shown, id: string): string => {
  const text = question.options.find((option) => option.id === id)?.text;
  return options.find((option) => option.text === text)?.id ?? '';
};

function rightAnswer(question: Question, options: Shown): GivenAnswer {
  const { key } = question;
  switch (key.kind) {
    case 'single':
      return { optionId: shownId(question, options, key.optionId) };
    case 'multiple':
      return { optionIds: key.optionIds.map((id) => shownId(question, options, id)) };
    case 'true_false':
      return { value: key.value };
    case 'numeric':
      return { text: String(key.value) };
    case 'short_text':
      return { text: ` ${key.accepted[0]?.toUpperCase() ?? ''} ` };
  }
}

function wrongAnswer(question: Question, options: Shown): GivenAnswer {
  const { key } = question;
  switch (key.kind) {
    case 'single':
      return {
        optionId: options.find(({ id }) => id !== shownId(question, options, key.optionId))?.id ?? '',
      };
    case 'multiple':
      return { optionIds: [shownId(question, options, key.optionIds[0] ?? '')] };
    case 'true_false':
      return { value: !key.value };
    case 'numeric':
    case 'short_text':
      return { text: '48' };
  }
}

const at = (assignmentId: number): string => `/api/training-assignments/${String(assignmentId)}/quiz`;

/** Where a person stands with a quiz. */
export const readState = <Body = QuizState>(client: TestClient, id: number): Promise<Answer<Body>> =>
  client.get<Body>(at(id));

/** Begins an attempt or goes on with it. */
export const begin = <Body = QuizState>(client: TestClient, id: number): Promise<Answer<Body>> =>
  client.post<Body>(`${at(id)}/attempts`);

/** Hands an attempt in. */
export const submitAttempt = <Body = AttemptResult>(
  client: TestClient,
  id: number,
  number: number,
  answers: unknown,
): Promise<Answer<Body>> => client.post<Body>(`${at(id)}/attempts/${String(number)}/hand-in`, { answers });

/** Keeps answers of an open attempt. */
export const saveDraft = <Body = { savedAt: string }>(
  client: TestClient,
  id: number,
  number: number,
  answers: unknown,
): Promise<Answer<Body>> => client.put<Body>(`${at(id)}/attempts/${String(number)}/draft`, { answers });

/** The result of an attempt. */
export const readAttempt = <Body = AttemptResult>(
  client: TestClient,
  id: number,
  number: number,
): Promise<Answer<Body>> => client.get<Body>(`${at(id)}/attempts/${String(number)}`);

/** Takes an attempt from its beginning to its result, with wrong answers to these questions. */
export async function attempt(
  client: TestClient,
  id: number,
  wrong: readonly string[] = [],
): Promise<AttemptResult> {
  const begun = await begin(client, id);
  const { open } = begun.body;
  if (!open) throw new Error(JSON.stringify(begun.body));
  const result = await submitAttempt(client, id, open.number, answersTo(open.questions, wrong));
  if (result.status !== 200) throw new Error(JSON.stringify(result.body));
  return result.body;
}
