import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { AssignmentAction } from '#app/features/assignments/AssignmentAction.tsx';
import type { ListedTraining } from '#app/features/assignments/order.ts';
import { TrainingList } from '#app/features/assignments/TrainingList.tsx';

/** The person's own trainings with the next step for each (LRN-01): on My Training and in the manager's Personal View. */
export function OwnTrainings(
  props: Pick<ComponentProps<typeof TrainingList<ListedTraining>>, 'assignments' | 'today' | 'phone'>,
) {
  const { t } = useLingui();
  return (
    <TrainingList
      {...props}
      name={t`Your trainings`}
      tableId="my-training"
      action={AssignmentAction}
      grouped
      none={<Trans>Trainings assigned to you are shown here with their due dates. There are none yet.</Trans>}
      noneOfThese={<Trans>None of your trainings has this status.</Trans>}
    />
  );
}
