import { Text } from '@mantine/core';
import { Trans } from '@lingui/react/macro';

/** The value read from a cell, above the text of the file if that is written differently. */
export function AsRead({ cell, read }: { readonly cell: string; readonly read: string | null }) {
  return (
    <span style={{ overflowWrap: 'anywhere' }}>
      {read ?? cell}
      {read !== null && read !== cell && (
        <Text size="xs" c="dimmed" component="span" display="block">
          <Trans>In the file: {cell}</Trans>
        </Text>
      )}
    </span>
  );
}
