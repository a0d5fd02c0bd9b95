import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import {
  IconCheck,
  IconClockExclamation,
  IconExclamationMark,
  IconFileOff,
  IconSignature,
  type Icon,
} from '@tabler/icons-react';
import type { CvState } from '#shared/domain/hr/cvs.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The states of a CV in words (HR-02). */
export const cvLabels: Readonly<Record<CvState, MessageDescriptor>> = {
  missing: msg`Missing`,
  expired: msg`Expired`,
  waiting: msg`Awaiting signature`,
  expiring: msg`Expiring in 60 days`,
  current: msg`Current`,
};

const looks: Readonly<Record<CvState, readonly [Tone, Icon]>> = {
  missing: ['gray', IconFileOff],
  expired: ['red', IconExclamationMark],
  waiting: ['blue', IconSignature],
  expiring: ['amber', IconClockExclamation],
  current: ['green', IconCheck],
};

/** The state of a CV, by word, icon and color (HR-02). */
export function CvBadge({ state, size }: { readonly state: CvState; readonly size?: 'sm' | 'md' }) {
  const { i18n } = useLingui();
  const [tone, icon] = looks[state];
  return (
    <ToneBadge tone={tone} icon={icon} {...(size ? { size } : {})}>
      {i18n._(cvLabels[state])}
    </ToneBadge>
  );
}
