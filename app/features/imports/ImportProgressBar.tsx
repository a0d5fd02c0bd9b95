import { Progress, Stack, Text } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ImportState } from '#app/features/imports/state-looks.ts';
import { useFormat } from '#app/lib/format.ts';

/** The progress of an import or its reversal on the server. */
export function ImportProgressBar({
  state,
  progress,
}: {
  readonly state: ImportState;
  readonly progress: { readonly done: number; readonly total: number } | null;
}) {
  const { t } = useLingui();
  const { percent } = useFormat();
  const share = progress === null || progress.total === 0 ? 0 : progress.done / progress.total;
  return (
    <Stack gap={4}>
      <Progress value={share * 100} animated aria-label={t`Progress of the import`} />
      <Text size="sm" role="status">
        {state === 'checking' ? (
          <Trans>Checking every row</Trans>
        ) : state === 'reversing' ? (
          <Trans>Reversing, all or nothing</Trans>
        ) : (
          <Trans>Importing, all or nothing</Trans>
        )}{' '}
        · {percent(share * 100)}
      </Text>
      <Text size="sm" c="dimmed">
        {state === 'reversing' ? (
          <Trans>You can leave this page. The reversal continues in the background.</Trans>
        ) : (
          <Trans>You can leave this page. The import continues in the background.</Trans>
        )}
      </Text>
    </Stack>
  );
}
