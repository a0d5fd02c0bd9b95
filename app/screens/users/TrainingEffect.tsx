import { Alert, List, Stack, Text } from '@mantine/core';
import { IconBook2, IconCircleDashed, IconCircleMinus } from '@tabler/icons-react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import type { peopleContract } from '#shared/contract/people.ts';
import { CalendarDate } from '#app/ui/Moment.tsx';
import { ScrollingList } from '#app/ui/ScrollingList.tsx';

/** The effect of creating or moving a person on the trainings, as the server returns it (USR-05). */
export type Effect = Pick<
  ResponseOf<typeof peopleContract.create>,
  'assigned' | 'withdrawn' | 'noLongerRequired'
>;

/** Returns true if anything is assigned, withdrawn or marked. */
export const hasEffect = ({ assigned, withdrawn, noLongerRequired }: Effect): boolean =>
  assigned.length > 0 || withdrawn.length > 0 || noLongerRequired.length > 0;

/** The trainings that the matrices of the new place assigned and those of the old one withdrew, by title and due date (USR-05). */
export function TrainingEffect({ effect }: { readonly effect: Effect }) {
  const { assigned, withdrawn, noLongerRequired } = effect;
  if (!hasEffect(effect)) {
    return (
      <Text size="sm" c="dimmed">
        <Trans>No training matrix requires anything here, so nothing was assigned.</Trans>
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Part
        trainings={assigned}
        color="teal"
        icon={IconBook2}
        title={<Plural value={assigned.length} one="# training assigned" other="# trainings assigned" />}
      />
      <Part
        trainings={withdrawn}
        color="gray"
        icon={IconCircleMinus}
        title={
          <Plural
            value={withdrawn.length}
            one="# training not yet started is withdrawn"
            other="# trainings not yet started are withdrawn"
          />
        }
      />
      <Part
        trainings={noLongerRequired}
        color="gray"
        icon={IconCircleDashed}
        title={
          <Plural
            value={noLongerRequired.length}
            one="# started training stays, no longer required"
            other="# started trainings stay, no longer required"
          />
        }
      />
    </Stack>
  );
}

/** One kind of effect, with its trainings; renders nothing if there are none. */
function Part({
  trainings,
  color,
  icon: TheIcon,
  title,
}: {
  readonly trainings: Effect['assigned'];
  readonly color: string;
  readonly icon: typeof IconBook2;
  readonly title: ReactNode;
}) {
  if (trainings.length === 0) return null;
  return (
    <Alert color={color} variant="light" icon={<TheIcon aria-hidden />} title={title}>
      <Trainings trainings={trainings} />
    </Alert>
  );
}

function Trainings({ trainings }: { readonly trainings: Effect['assigned'] }) {
  const { t } = useLingui();
  return (
    <ScrollingList label={t`Trainings that change`} height={200}>
      <List size="sm" spacing={4} listStyleType="none">
        {trainings.map(({ assignmentId, title, dueDate }) => (
          <List.Item key={assignmentId} style={{ overflowWrap: 'anywhere' }}>
            {title}
            {dueDate && (
              <Text span size="xs" c="dimmed">
                {' · '}
                <Trans>
                  due <CalendarDate value={dueDate} />
                </Trans>
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </ScrollingList>
  );
}
