import { Alert, Group } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { integrityChecksContract } from '#shared/contract/integrity-checks.ts';
import { queryFor } from '#app/lib/client.ts';
import { ButtonLink } from '#app/ui/links.tsx';

/** The interval at which an open page checks for findings, in milliseconds. */
const refreshInterval = 300_000;
const path = '/integrity-checks';

/** A banner on every screen of administrators until the findings are signed (AUD-04); the screen of the checks has the details. */
export function IntegrityBanner() {
  const here = useLocation({ select: ({ pathname }) => pathname });
  const { data } = useQuery({
    ...queryFor(integrityChecksContract.standing),
    refetchInterval: refreshInterval,
  });
  const open = data?.openFindings ?? 0;
  if (open === 0 || here === path) return null;
  return (
    <Alert color="red" variant="light" mb="lg" p="sm" icon={<IconAlertTriangle aria-hidden />} role="alert">
      <Group justify="space-between" gap="sm">
        <span>
          <Plural
            value={open}
            one="The integrity check has # finding that needs your attention."
            other="The integrity check has # findings that need your attention."
          />
        </span>
        <ButtonLink to={path} size="xs" color="red.9">
          <Trans>Review findings</Trans>
        </ButtonLink>
      </Group>
    </Alert>
  );
}
