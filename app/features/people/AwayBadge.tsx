import { IconCalendarPause } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** Shows that a person is away today, or was on the shown day (USR-10). */
export function AwayBadge({ size = 'sm' }: { readonly size?: 'sm' | 'md' }) {
  return (
    <ToneBadge tone="violet" icon={IconCalendarPause} size={size}>
      <Trans>Away</Trans>
    </ToneBadge>
  );
}
