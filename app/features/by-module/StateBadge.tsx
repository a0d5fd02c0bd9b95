import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { IconUserExclamation } from '@tabler/icons-react';
import type { TrainingState } from '#shared/domain/reports/training-states.ts';
import { statusLooks } from '#app/features/training/StatusBadge.tsx';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

type Look = (typeof statusLooks)['completed'];

/** Label, tone and icon for the state of a person's training on a module (MTX-09). */
export const stateLooks: Readonly<Record<TrainingState, Look>> = {
  overdue: statusLooks.overdue,
  expired: statusLooks.expired,
  not_assigned: { label: msg`Required, not assigned`, tone: 'amber', icon: IconUserExclamation },
  not_started: statusLooks.not_started,
  in_progress: statusLooks.in_progress,
  completed: statusLooks.completed,
};

/** The state of a person's training on a module (MTX-09). */
export function StateBadge({ state }: { readonly state: TrainingState }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = stateLooks[state];
  return (
    <ToneBadge tone={tone} icon={icon} size="sm">
      {i18n._(label)}
    </ToneBadge>
  );
}
