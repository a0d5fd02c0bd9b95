import { Loader, Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Failure } from '#app/features/files/DownloadPart.tsx';
import type { ModuleFile } from '#app/features/files/module-file.ts';

/** Warns the author of a module about a file: that its pages are empty, or that it has none to read here (MOD-09). */
export function FileWarning({ file: { isBlank, conversion } }: { readonly file: ModuleFile }) {
  if (conversion?.state === 'pending') {
    return (
      <Text size="xs" c="dimmed" role="status">
        <Loader size={12} aria-hidden /> <Trans>Being prepared for viewing</Trans>
      </Text>
    );
  }
  const failed = conversion?.state === 'failed' ? conversion.reason : null;
  const reason = failed ?? (isBlank ? ('empty' as const) : null);
  if (reason === null) return null;
  return (
    <Text size="xs" c="var(--tt-amber-text)" role="status">
      <IconAlertTriangle size={13} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {failed !== null && failed !== 'empty' && <Trans>This file cannot be shown here.</Trans>}{' '}
      <Failure reason={reason} />
    </Text>
  );
}
