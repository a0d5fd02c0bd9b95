import { Alert, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconDatabaseExport, IconDownload } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { ownAccountContract } from '#shared/contract/own-account.ts';
import { ApiError, isUnauthorized } from '#app/lib/api-error.ts';
import { saveFile } from '#app/lib/download.ts';
import { explain } from '#app/lib/reasons.ts';
import { ProfileCard } from '#app/screens/profile/ProfileCard.tsx';

/** All data stored about the person, as one file (SEC-03). */
export function DataCard() {
  const download = useMutation({
    mutationFn: () => saveFile(ownAccountContract.exportOwnData, 'traintrail-my-data.json'),
    networkMode: 'always',
  });
  const { error } = download;
  return (
    <ProfileCard title={<Trans>Your Data</Trans>} icon={IconDatabaseExport}>
      <Text size="sm" c="dimmed">
        <Trans>
          Everything stored about you, in one file: profile, trainings, signatures, certificates, emails,
          notifications, and who viewed your data.
        </Trans>
      </Text>
      {error && !isUnauthorized(error) && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {error instanceof ApiError ? explain(error) : <Trans>The download was interrupted.</Trans>}
        </Alert>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {error ? <Trans>Retry</Trans> : <Trans>Download my data</Trans>}
        </Button>
      </div>
    </ProfileCard>
  );
}
