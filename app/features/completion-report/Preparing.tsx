import { Paper, Progress, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '#app/lib/format.ts';

/**
 * Shows that the figures of a day are being counted, with the progress; the screen repeats its request automatically (RPT-04).
 */
export function Preparing({ done, total }: { readonly done: number; readonly total: number }) {
  const { t } = useLingui();
  const format = useFormat();
  const [counted, people] = [format.number(done), format.number(total)];
  return (
    <Paper withBorder p="lg" role="status">
      <Stack gap="sm">
        <Text fw={600}>
          <Trans>Calculating the figures for that day</Trans>
        </Text>
        <Progress
          value={total > 0 ? (100 * done) / total : 0}
          aria-label={t`Calculating the figures for that day`}
          striped
          animated
        />
        <Text size="sm" c="dimmed">
          {total > 0 ? (
            <Trans>
              {counted} of {people} people. You can leave this page: the calculation continues, and the
              figures are stored for a week.
            </Trans>
          ) : (
            <Trans>
              You can leave this page: the calculation continues, and the figures are stored for a week.
            </Trans>
          )}
        </Text>
      </Stack>
    </Paper>
  );
}
