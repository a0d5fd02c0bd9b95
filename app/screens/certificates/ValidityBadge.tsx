import {
  IconAlertTriangle,
  IconBan,
  IconCircleCheck,
  IconClockExclamation,
  IconClockOff,
} from '@tabler/icons-react';
import { Plural, Trans } from '@lingui/react/macro';
import { validityText } from '#shared/domain/certificates/validity.ts';
import { reasonText } from '#app/lib/reasons.ts';
import type { OwnCertificate } from '#app/screens/certificates/certificate-view.ts';
import { ToneBadge } from '#app/ui/ToneBadge.tsx';

/** The validity of a certificate, with icon and text: valid, 'expires in N days', expired, revoked, not valid (LRN-04). */
export function ValidityBadge({
  certificate: { status, expiresInDays, reason, reasonCode },
}: {
  readonly certificate: Pick<OwnCertificate, 'status' | 'expiresInDays' | 'reason' | 'reasonCode'>;
}) {
  const text = validityText(status, expiresInDays);
  const why = reasonCode ? reasonText(reasonCode) : (reason ?? undefined);
  switch (text.kind) {
    case 'valid':
      return (
        <ToneBadge tone="green" icon={IconCircleCheck}>
          <Trans>Valid</Trans>
        </ToneBadge>
      );
    case 'expires_in':
      return (
        <ToneBadge tone="amber" icon={IconClockExclamation}>
          <Plural value={text.days} one="Expires in # day" other="Expires in # days" />
        </ToneBadge>
      );
    case 'expires_today':
      return (
        <ToneBadge tone="amber" icon={IconClockExclamation}>
          <Trans>Expires today</Trans>
        </ToneBadge>
      );
    case 'expired':
      return (
        <ToneBadge tone="crimson" icon={IconClockOff}>
          <Trans>Expired</Trans>
        </ToneBadge>
      );
    case 'revoked':
      return (
        <ToneBadge tone="red" icon={IconBan} {...(why === undefined ? {} : { title: why })}>
          <Trans>Revoked</Trans>
        </ToneBadge>
      );
    case 'not_valid':
      return (
        <ToneBadge tone="red" icon={IconAlertTriangle} {...(why === undefined ? {} : { title: why })}>
          <Trans>Not valid</Trans>
        </ToneBadge>
      );
  }
}
