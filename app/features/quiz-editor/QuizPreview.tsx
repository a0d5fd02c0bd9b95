import { Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { shownPaper } from '#shared/domain/quizzes/paper.ts';
import type { GivenAnswer } from '#shared/domain/quizzes/question.ts';
import { questionOf, type QuizDraft } from '#app/features/quiz-editor/quiz-draft.ts';
import { QuestionField } from '#app/features/quizzes/QuestionField.tsx';
import { EmptyState } from '#app/ui/EmptyState.tsx';

/** The paper as learners see it, to try out; no answers are stored (VIEW-06). */
export function QuizPreview({ draft }: { readonly draft: QuizDraft }) {
  const [answers, setAnswers] = useState<Readonly<Record<string, GivenAnswer>>>({});
  if (draft.questions.length === 0) {
    return <EmptyState icon={IconEye} title={<Trans>No questions yet</Trans>} />;
  }
  return (
    <Stack gap="xl">
      <Text size="sm" c="dimmed">
        <Trans>This is what learners see, in your order. Your answers here are not saved.</Trans>
      </Text>
      {shownPaper(draft.questions.map(questionOf)).map((question, index) => (
        <QuestionField
          key={question.id}
          question={{ ...question, points: Number.isNaN(question.points) ? 0 : question.points }}
          number={index + 1}
          answer={answers[question.id] ?? null}
          onAnswer={(answer) => setAnswers({ ...answers, [question.id]: answer })}
        />
      ))}
    </Stack>
  );
}
