import { Alert, Button, Stack, Text } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { useDownload } from '#app/lib/use-download.ts';
import { DownloadFailure } from '#app/ui/DownloadFailure.tsx';

/** The number of rows with errors, and the file of them; nothing if there are none. */
export function RowErrors({ count, save }: { readonly count: number; readonly save: () => Promise<void> }) {
  const download = useDownload<'csv'>(save);
  if (count === 0) return null;
  return (
    <>
      <Alert
        color="red"
        variant="light"
        icon={<IconAlertTriangle aria-hidden />}
        title={<Plural value={count} one="# row has errors" other="# rows have errors" />}
      >
        <Stack gap="sm" align="flex-start">
          <Text size="sm">
            <Trans>An import is all or nothing. Correct the file and upload it again.</Trans>
          </Text>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={download.busy !== null}
            onClick={() => download.save('csv')}
          >
            <Trans>Download errors</Trans>
          </Button>
        </Stack>
      </Alert>
      <DownloadFailure download={download} />
    </>
  );
}
