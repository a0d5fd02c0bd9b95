import { NumberInput, Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { attemptLimits } from '#shared/domain/quizzes/attempts.ts';
import { feedbackKinds } from '#shared/domain/quizzes/quiz.ts';
import { faultAt } from '#app/features/quiz-editor/fault-at.ts';
import type { Quiz, QuizDraft } from '#app/features/quiz-editor/quiz-draft.ts';
import { Facts } from '#app/features/signing/Facts.tsx';
import { useFormat } from '#app/lib/format.ts';
import { errorsByField, type FieldReason } from '#app/lib/forms.ts';

/** The rules of the quiz: order, attempts, waiting, feedback; and the rules that the module itself sets (VIEW-06). */
export function QuizRules({
  quiz,
  draft,
  faults,
  onChange,
}: {
  readonly quiz: Quiz;
  readonly draft: QuizDraft;
  readonly faults: readonly FieldReason[];
  readonly onChange: (change: Partial<QuizDraft>) => void;
}) {
  const { t } = useLingui();
  const { percent } = useFormat();
  const byField = errorsByField(faults);
  return (
    <Stack gap="md">
      <Switch
        label={t`Shuffle questions in each attempt`}
        checked={draft.shuffleQuestions}
        onChange={({ currentTarget }) => onChange({ shuffleQuestions: currentTarget.checked })}
      />
      <Switch
        label={t`Shuffle choices in each attempt`}
        checked={draft.shuffleOptions}
        onChange={({ currentTarget }) => onChange({ shuffleOptions: currentTarget.checked })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={t`Maximum attempts`}
          description={t`Leave empty for unlimited attempts`}
          min={1}
          max={attemptLimits.maxAttempts}
          value={draft.maxAttempts}
          error={faultAt(byField, 'maxAttempts')}
          onChange={(maxAttempts) => onChange({ maxAttempts })}
        />
        <NumberInput
          label={t`Wait between attempts (minutes)`}
          description={t`1440 minutes are one day`}
          min={0}
          max={attemptLimits.coolDownMinutes}
          value={draft.coolDownMinutes}
          error={faultAt(byField, 'coolDownMinutes')}
          onChange={(coolDownMinutes) => onChange({ coolDownMinutes })}
        />
      </SimpleGrid>
      <Radio.Group
        label={t`Learners see after an attempt`}
        value={draft.feedback}
        onChange={(value) => {
          const feedback = feedbackKinds.find((kind) => kind === value);
          if (feedback) onChange({ feedback });
        }}
      >
        <Stack gap="xs" mt={6}>
          <Radio
            value="full"
            label={t`Score and questions`}
            description={t`The score after each attempt; each question with its answer and explanation once the quiz is passed or no attempts are left`}
          />
          <Radio value="score" label={t`The score only`} />
        </Stack>
      </Radio.Group>
      <Facts
        rows={[
          [
            <Trans key="p">Passing score</Trans>,
            quiz.passingScore === null ? (
              <Trans key="v">None: submitting is enough</Trans>
            ) : (
              percent(quiz.passingScore, 2)
            ),
          ],
          [<Trans key="c">Completion</Trans>, <Completion key="v" policy={quiz.completionPolicy} />],
        ]}
      />
      <Text size="sm" c="dimmed">
        <Trans>Both are set in the module settings.</Trans>
      </Text>
      {quiz.attempts > 0 && (
        <Text size="sm" c="dimmed">
          <Plural
            value={quiz.attempts}
            one="# attempt was submitted. It keeps its questions, score and certificate."
            other="# attempts were submitted. They keep their questions, scores and certificates."
          />
        </Text>
      )}
    </Stack>
  );
}

function Completion({ policy }: { readonly policy: string }) {
  if (policy === 'quiz') return <Trans>Quiz passed and signed</Trans>;
  if (policy === 'self_attest') return <Trans>Self-attested: the quiz is optional</Trans>;
  return <Trans>Content seen, quiz passed, and signed</Trans>;
}
