import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconCalendarOff,
  IconCalendarTime,
  IconCheck,
  IconClockExclamation,
  IconExclamationMark,
  IconPencil,
  IconPlayerStop,
  IconSignature,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { AgreementState } from '#shared/domain/hr/agreements.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The states of an agreement in words (HR-03). */
export const agreementStateLabels: Readonly<Record<AgreementState, MessageDescriptor>> = {
  draft: msg`Draft`,
  out_for_signature: msg`Out for signature`,
  declined: msg`Declined`,
  starting: msg`Signed, not started`,
  active: msg`Active`,
  expiring: msg`Expiring`,
  ending: msg`Ending by notice`,
  expired: msg`Expired`,
  terminated: msg`Terminated`,
};

const looks: Readonly<Record<AgreementState, readonly [Tone, Icon]>> = {
  draft: ['gray', IconPencil],
  out_for_signature: ['blue', IconSignature],
  declined: ['red', IconX],
  starting: ['teal', IconCalendarTime],
  active: ['green', IconCheck],
  expiring: ['amber', IconClockExclamation],
  ending: ['amber', IconCalendarOff],
  expired: ['red', IconExclamationMark],
  terminated: ['gray', IconPlayerStop],
};

/** The state of an agreement, by word, icon and color (HR-03). */
export function AgreementBadge({
  state,
  size,
}: {
  readonly state: AgreementState;
  readonly size?: 'sm' | 'md';
}) {
  const { i18n } = useLingui();
  const [tone, icon] = looks[state];
  return (
    <ToneBadge tone={tone} icon={icon} {...(size ? { size } : {})}>
      {i18n._(agreementStateLabels[state])}
    </ToneBadge>
  );
}
