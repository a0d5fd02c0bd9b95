import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconRosetteDiscountCheck,
  IconTrendingDown,
  type Icon,
} from '@tabler/icons-react';
import {
  tierBadge,
  type TierColour,
  type TierLabel,
  type TierSurface,
} from '#shared/domain/compliance/tiers.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const labels: Readonly<Record<TierLabel, readonly [MessageDescriptor, Icon]>> = {
  excellent: [msg`Excellent`, IconRosetteDiscountCheck],
  good: [msg`Good`, IconCircleCheck],
  needs_improvement: [msg`Needs Improvement`, IconTrendingDown],
  critical: [msg`Critical`, IconAlertTriangle],
  poor: [msg`Poor`, IconAlertTriangle],
  no_data: [msg`No data`, IconCircleDashed],
};

const tones: Readonly<Record<TierColour, Tone>> = {
  green: 'green',
  blue: 'blue',
  yellow: 'yellow',
  red: 'red',
  grey: 'gray',
};

/** The tier of a rate in percent, null where nothing is assigned (SPEC §4, CMP-02, CMP-03). */
export function TierBadge({
  rate,
  surface,
  size,
}: {
  readonly rate: number | null;
  readonly surface?: TierSurface;
  readonly size?: 'sm' | 'md';
}) {
  const { i18n } = useLingui();
  const { label, colour } = tierBadge(rate, surface);
  const [text, icon] = labels[label];
  return (
    <ToneBadge tone={tones[colour]} icon={icon} size={size}>
      {i18n._(text)}
    </ToneBadge>
  );
}
