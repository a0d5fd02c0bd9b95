import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import {
  IconAlertCircle,
  IconCheck,
  IconCircle,
  IconCircleHalf2,
  IconClockExclamation,
  IconClockOff,
  IconMinus,
  type Icon,
} from '@tabler/icons-react';
import type { EffectiveStatus } from '#shared/domain/assignments/status.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The possible values of an assignment's badge: its status, or one of the marks of UI.md 'Language of color'. */
export type ShownStatus = EffectiveStatus | 'due_soon' | 'waived';

interface Look {
  readonly label: MessageDescriptor;
  readonly tone: Tone;
  readonly icon: Icon;
}

/** Label, tone and icon of every status (UI.md: never by color alone). */
export const statusLooks: Readonly<Record<ShownStatus, Look>> = {
  completed: { label: msg`Completed`, tone: 'green', icon: IconCheck },
  in_progress: { label: msg`In Progress`, tone: 'blue', icon: IconCircleHalf2 },
  not_started: { label: msg`Not Started`, tone: 'gray', icon: IconCircle },
  overdue: { label: msg`Overdue`, tone: 'red', icon: IconAlertCircle },
  due_soon: { label: msg`Due Soon`, tone: 'amber', icon: IconClockExclamation },
  waived: { label: msg`Waived`, tone: 'violet', icon: IconMinus },
  voided: { label: msg`Removed`, tone: 'violet', icon: IconMinus },
  expired: { label: msg`Expired`, tone: 'crimson', icon: IconClockOff },
};

/** The status of an assignment as people see it (SPEC §4, UI.md). */
export function StatusBadge({ status, size }: { readonly status: ShownStatus; readonly size?: 'sm' | 'md' }) {
  const { i18n } = useLingui();
  const { label, tone, icon } = statusLooks[status];
  return (
    <ToneBadge tone={tone} icon={icon} size={size}>
      {i18n._(label)}
    </ToneBadge>
  );
}
