import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { IconCircleCheck, IconCircleOff, IconHourglass, type Icon } from '@tabler/icons-react';
import type { DisplayStatus } from '#shared/domain/people/status.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** Names of the account statuses (SPEC §4, USR-04). */
export const accountLabels: Readonly<Record<DisplayStatus, MessageDescriptor>> = {
  pending: msg`Pending`,
  active: msg({ message: 'Active', context: 'account' }),
  inactive: msg({ message: 'Inactive', context: 'account' }),
};

const looks: Readonly<Record<DisplayStatus, readonly [Tone, Icon]>> = {
  pending: ['amber', IconHourglass],
  active: ['green', IconCircleCheck],
  inactive: ['gray', IconCircleOff],
};

/** The status of an account (USR-04). */
export function AccountBadge({
  status,
  size,
}: {
  readonly status: DisplayStatus;
  readonly size?: 'sm' | 'md';
}) {
  const { i18n } = useLingui();
  const [tone, icon] = looks[status];
  return (
    <ToneBadge tone={tone} icon={icon} size={size}>
      {i18n._(accountLabels[status])}
    </ToneBadge>
  );
}
