import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useLingui } from '@lingui/react/macro';
import { quizzesContract } from '#shared/contract/quizzes.ts';
import { QuizForm } from '#app/features/quiz-editor/QuizForm.tsx';
import { queryFor } from '#app/lib/client.ts';
import { Load } from '#app/ui/Load.tsx';
import { LineSkeletons } from '#app/ui/Loading.tsx';

/** The dialog in which an administrator writes the quiz of a module (VIEW-06). */
export function QuizEditor({
  module,
  onClose,
}: {
  readonly module: { readonly id: number; readonly title: string };
  readonly onClose: () => void;
}) {
  const { t } = useLingui();
  // Always as stored now: another person may have saved in the meantime.
  const query = useQuery({
    ...queryFor(quizzesContract.get, { params: { id: module.id } }),
    gcTime: 0,
    refetchOnMount: 'always',
  });
  if (query.data)
    return <QuizForm key={module.id} stored={query.data} title={module.title} onClose={onClose} />;
  return (
    <Modal opened onClose={onClose} title={t`Quiz: ${module.title}`} size="xl">
      <Load query={query} skeleton={<LineSkeletons label={<Trans>Loading the quiz...</Trans>} count={4} />}>
        {() => null}
      </Load>
    </Modal>
  );
}
