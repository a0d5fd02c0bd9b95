import { Alert } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { Trans } from '@lingui/react/macro';
import { TextLink } from '#app/ui/links.tsx';

/** Shows that a download continues in the background, and where to find it with its progress (RPT-03). */
export function ExportContinues({
  report: { continuesSentence },
}: {
  readonly report: { readonly continuesSentence: boolean };
}) {
  if (!continuesSentence) return null;
  return (
    <Alert color="blue" variant="light" role="status" icon={<IconHourglass aria-hidden />}>
      <Trans>
        This export is taking more than ten seconds, so it continues in the background. You can leave this
        page:{' '}
        <TextLink to="/reports/export" hash="my-exports" inherit underline="always">
          My exports
        </TextLink>{' '}
        shows its progress and stores the file.
      </Trans>
    </Alert>
  );
}
