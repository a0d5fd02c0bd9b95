import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconHourglass,
  IconRosetteDiscountCheck,
  IconTrendingDown,
  type Icon,
} from '@tabler/icons-react';
import {
  tierBadge,
  type ShownRate,
  type TierColor,
  type TierLabel,
} from '#shared/domain/compliance/tiers.ts';
import type { Tone } from '#app/theme/tokens.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

const icons: Readonly<Record<TierLabel, Icon>> = {
  excellent: IconRosetteDiscountCheck,
  good: IconCircleCheck,
  needs_improvement: IconTrendingDown,
  critical: IconAlertTriangle,
  on_track: IconHourglass,
  no_data: IconCircleDashed,
};

/** The figure to which a tier belongs: the same group can have two (CMP-03). */
type RatedFigure = 'compliance' | 'completion';

const withoutTier = { on_track: msg`On track`, no_data: msg`No data` };

/** The lowest tier of completion is Poor, as in the completion report of SPEC §4: one figure, one word on every screen. */
const labels: Readonly<Record<RatedFigure, Readonly<Record<TierLabel, MessageDescriptor>>>> = {
  compliance: {
    ...withoutTier,
    excellent: msg`Compliance: Excellent`,
    good: msg`Compliance: Good`,
    needs_improvement: msg`Compliance: Needs Improvement`,
    critical: msg`Compliance: Critical`,
  },
  completion: {
    ...withoutTier,
    excellent: msg`Completion: Excellent`,
    good: msg`Completion: Good`,
    needs_improvement: msg`Completion: Needs Improvement`,
    critical: msg`Completion: Poor`,
  },
};

const tones: Readonly<Record<TierColor, Tone>> = {
  green: 'green',
  blue: 'blue',
  yellow: 'yellow',
  red: 'red',
  grey: 'gray',
};

/**
 * The tier of a rate in percent, by the figure that it belongs to; 'On track' if nothing was due yet, 'No data' if nothing
 * is assigned (SPEC §4, CMP-02, CMP-03).
 */
export function TierBadge({
  figure,
  rate,
  size,
}: {
  readonly figure: RatedFigure;
  readonly rate: ShownRate;
  readonly size?: 'sm' | 'md';
}) {
  const { i18n } = useLingui();
  const { label, color } = tierBadge(rate);
  return (
    <ToneBadge tone={tones[color]} icon={icons[label]} size={size}>
      {i18n._(labels[figure][label])}
    </ToneBadge>
  );
}
