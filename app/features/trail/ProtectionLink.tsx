import { IconLock } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { ButtonLink } from '#app/ui/links.tsx';

/** The way to the page that explains how records are protected (AUD-02, INS-01). */
export function ProtectionLink() {
  return (
    <ButtonLink to="/records-protected" variant="default" leftSection={<IconLock size={18} aria-hidden />}>
      <Trans>How these records are protected</Trans>
    </ButtonLink>
  );
}
