import type { Question } from '#shared/domain/quizzes/question.ts';

/** The quizzes of the demo library, written for this product: by the reference of their module. */
export interface DemoQuiz {
  readonly reference: string;
  readonly maxAttempts: number | null;
  readonly coolDownMinutes: number;
  readonly questions: readonly Question[];
}

type Facts = Pick<Question, 'id' | 'text' | 'explanation'>;

const choice = (
  facts: Facts,
  texts: readonly string[],
  right: readonly number[],
  kind: 'single' | 'multiple' = 'single',
): Question => {
  const options = texts.map((text, index) => ({ id: `${facts.id}-${String(index)}`, text }));
  const ids = right.flatMap((index) => options[index]?.id ?? []);
  return {
    ...facts,
    kind,
    points: kind === 'single' ? 1 : 2,
    options,
    key: kind === 'single' ? { kind, optionId: ids[0] ?? '' } : { kind, optionIds: ids },
  };
};

/** The quizzes of the demo. */
export const demoQuizzes: readonly DemoQuiz[] = [
  {
    reference: 'CP-010',
    maxAttempts: 3,
    coolDownMinutes: 15,
    questions: [
      choice(
        {
          id: 'consent',
          text: 'When does a participant sign the consent form?',
          explanation:
            'Consent comes before anything that is done for the trial, the first blood sample included.',
        },
        [
          'Before anything is done for the trial',
          'Within a week of the first visit',
          'When the first results are known',
        ],
        [0],
      ),
      choice(
        {
          id: 'serious',
          text: 'Which of these make an adverse event serious?',
          explanation:
            'Severe is how strong it is; serious is what it means for life, health and independence.',
        },
        ['A stay in hospital', 'Danger to life', 'A strong headache', 'Lasting harm'],
        [0, 1, 3],
        'multiple',
      ),
      {
        id: 'correction',
        kind: 'true_false',
        text: 'A wrong entry on paper is covered, so that nobody reads it by mistake.',
        points: 1,
        options: [],
        key: { kind: 'true_false', value: false },
        explanation:
          'The first entry stays readable: crossed out once, with the new value, initials, date and reason.',
      },
      {
        id: 'hours',
        kind: 'numeric',
        text: 'Within how many hours of learning of it does the investigator report a serious adverse event to the sponsor?',
        points: 2,
        options: [],
        key: { kind: 'numeric', value: 24, tolerance: 0 },
        explanation: 'Within 24 hours with what is known; the rest follows.',
      },
      {
        id: 'committee',
        kind: 'short_text',
        text: 'Which body must approve the consent form before it is used?',
        points: 2,
        options: [],
        key: {
          kind: 'short_text',
          accepted: [
            'Ethics Committee',
            'Independent Ethics Committee',
            'IEC',
            'Institutional Review Board',
            'IRB',
          ],
          caseSensitive: false,
        },
        explanation: 'An independent ethics committee, or an institutional review board.',
      },
      choice(
        {
          id: 'new-facts',
          text: 'New facts about the risk of the treatment are known. What happens first?',
          explanation: 'Participants decide anew with what is known now.',
        },
        [
          'The report of the trial is corrected',
          'Participants are told and asked whether they want to go on',
          'The next monitoring visit is brought forward',
        ],
        [1],
      ),
    ],
  },
  {
    reference: 'TP-QMS-004',
    maxAttempts: null,
    coolDownMinutes: 0,
    questions: [
      {
        id: 'years',
        kind: 'numeric',
        text: 'At least every how many years is every process audited?',
        points: 1,
        options: [],
        key: { kind: 'numeric', value: 2, tolerance: 0 },
        explanation: 'Every two years, and sooner where there were findings.',
      },
      {
        id: 'own-work',
        kind: 'true_false',
        text: 'An experienced auditor may audit the own work.',
        points: 1,
        options: [],
        key: { kind: 'true_false', value: false },
        explanation: 'Nobody audits the own work, however experienced.',
      },
      choice(
        {
          id: 'finding',
          text: 'What does a finding name?',
          explanation: 'The requirement says what should be, the evidence what is.',
        },
        ['The requirement and the evidence', 'The person to blame', 'The cost of the correction'],
        [0],
      ),
    ],
  },
];
